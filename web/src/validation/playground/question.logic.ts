import type { Chunk } from '@desk/contract/documents';

const fewestWords = 5;
// Chinese and Japanese have no spaces between words.
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const wordsIn = (text: string): number => [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length;

/** A question that a document answers: its first heading that is a question of five words or more, else its title. */
export function questionOf(title: string, chunks: readonly Pick<Chunk, 'heading_path'>[]): string {
  const headings = chunks.flatMap(({ heading_path: path }) => path);
  return headings.find((heading) => /[?？؟]\s?$/.test(heading) && wordsIn(heading) >= fewestWords) ?? title;
}
