/** A sentence with its place in the text. */
export interface PlacedSentence {
  text: string;
  start: number;
  end: number;
}

/** Splits a message or a passage roughly into sentences: at end marks and line ends. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?…。？！])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** Matches a line end, blanks between an end mark and a possible start of a sentence, or an end mark of a script without blanks. */
const quotableBreak = /\n+|(?<=[.!?…]["'”’)*]{0,3})\s+(?=[\p{Lu}\p{N}*"'“‘¿¡([])|(?<=[。！？])/u;

/** Splits into sentences that can be quoted: abbreviations rarely break one. Emphasis marks may surround their ends. */
export const quotableSentences = (text: string): string[] =>
  text
    .split(quotableBreak)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));

const abbreviations =
  'e\\.g|i\\.e|etc|vs|cf|approx|incl|no|nr|mr|mrs|ms|dr|prof|st|jr|sr|inc|ltd|co|z\\.b|d\\.h|usw|bzw|ca';
const shortened = new RegExp(`(?:^|[\\s("'])(?:\\p{Lu}|\\p{L}\\.\\p{L}|${abbreviations})\\.\\s*$`, 'iu');

/** Whether the final full stop belongs to an abbreviation or an initial, and does not end a sentence. */
export const endsShortened = (text: string): boolean => shortened.test(text.slice(-12));

/** Splits a text into sentences with their places, without gaps. A single line end does not end a sentence. */
export function placedSentences(text: string, language: string): PlacedSentence[] {
  // The segmenter would end a sentence at every line end. Replace them by as many blanks, so that places stay the same.
  const flowing = text.replace(/\r?\n(?![^\S\n]*\n)/g, (end) => ' '.repeat(end.length));
  const pieces: PlacedSentence[] = [];
  for (const { segment, index } of segmenterFor(language).segment(flowing)) {
    const end = index + segment.length;
    const last = pieces.at(-1);
    if (last && endsShortened(last.text)) pieces[pieces.length - 1] = pieceOf(text, last.start, end);
    else pieces.push(pieceOf(text, index, end));
  }
  return pieces;
}

const pieceOf = (text: string, start: number, end: number) => ({ text: text.slice(start, end), start, end });

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterFor(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  const made = new Intl.Segmenter(language, { granularity: 'sentence' });
  segmenters.set(language, made);
  return made;
}
