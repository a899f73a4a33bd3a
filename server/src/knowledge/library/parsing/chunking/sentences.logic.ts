import type { Piece } from '../content/shapes.logic.ts';

// Abbreviations after which a full stop ends nothing, and initials.
const goesOn =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|incl|no|nr|mr|mrs|ms|dr|prof|st|z\.b|d\.h|usw|bzw|ca|\p{Lu})\.\s*$/iu;

/** The sentences of a text with their places in it; nothing is lost between them. Single line ends are not sentence ends. */
export function sentencesOf(text: string, language: string): Piece[] {
  // Same length, so places stay: the segmenter would end a sentence at every line end.
  const flowing = text.replace(/\r?\n(?![^\S\n]*\n)/g, (end) => ' '.repeat(end.length));
  const pieces: Piece[] = [];
  for (const { segment, index } of segmenterFor(language).segment(flowing)) {
    const end = index + segment.length;
    const last = pieces.at(-1);
    if (last && goesOn.test(last.text.slice(-12))) pieces[pieces.length - 1] = pieceOf(text, last.start, end);
    else pieces.push(pieceOf(text, index, end));
  }
  return pieces;
}

const pieceOf = (text: string, start: number, end: number): Piece => ({ text: text.slice(start, end), start, end });

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterFor(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  const made = new Intl.Segmenter(language, { granularity: 'sentence' });
  segmenters.set(language, made);
  return made;
}
