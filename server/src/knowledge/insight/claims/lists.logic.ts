const article = '(?:the|an?|your|our|der|die|das|den)';
const word = String.raw`(?!${article}\b)[\p{L}\p{N}'’-]+`;
const item = String.raw`(?:${article} )?${word}(?: ${word}){0,2}`;
const row = new RegExp(
  String.raw`${item}(?:, ${item})+,? (?:and|or|und|oder) ${item}|${word} (?:and|or|und|oder) ${word}`,
  'giu',
);

/** The things that stand in a row in a sentence: what is said, is said of each. */
export const listedIn = (sentence: string): string => (sentence.match(row) ?? []).join(' ');
