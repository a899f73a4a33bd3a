import type { Chunk } from '@desk/contract/documents';

const fewestWords = 5;

/** A question that a document answers: its first heading that is a question of five words or more, else its title. */
export function questionOf(title: string, chunks: readonly Pick<Chunk, 'heading_path'>[]): string {
  const headings = chunks.flatMap(({ heading_path: path }) => path);
  return headings.find((heading) => /[?？؟]\s?$/.test(heading) && heading.split(' ').length >= fewestWords) ?? title;
}
