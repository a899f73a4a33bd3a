/** A sentence with its place in the text. */
export interface PlacedSentence {
  text: string;
  start: number;
  end: number;
}

/** Sentences of a message or a passage, roughly: what ends with a mark or a line. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?…。？！])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** A line end; blanks between an end mark and what may begin a sentence; the end mark of a script without blanks. */
const careful = /\n+|(?<=[.!?…]["'”’)*]{0,3})\s+(?=[\p{Lu}\p{N}*"'“‘¿¡([])|(?<=[。！？])/u;

/** Sentences as they can be quoted: abbreviations in the middle of one rarely break it. Marks of emphasis may stand around their ends. */
export const quotableSentences = (text: string): string[] =>
  text
    .split(careful)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));

const abbreviations =
  'e\\.g|i\\.e|etc|vs|cf|approx|incl|no|nr|mr|mrs|ms|dr|prof|st|jr|sr|inc|ltd|co|z\\.b|d\\.h|usw|bzw|ca';
const shortened = new RegExp(`(?:^|[\\s("'])(?:\\p{Lu}|\\p{L}\\.\\p{L}|${abbreviations})\\.\\s*$`, 'iu');

/** Whether the full stop at the end belongs to an abbreviation or an initial, and ends no sentence. */
export const endsShortened = (text: string): boolean => shortened.test(text.slice(-12));

/** The sentences of a text with their places; nothing is lost between them. A single line end does not end a sentence. */
export function placedSentences(text: string, language: string): PlacedSentence[] {
  // Same length, so places stay: the segmenter would end a sentence at every line end.
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
