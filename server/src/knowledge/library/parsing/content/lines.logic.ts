import type { Piece } from './shapes.logic.ts';

/** The lines of a text with their offsets, without line ends. */
export function linesOf(text: string): Piece[] {
  const lines: Piece[] = [];
  for (let start = 0; start <= text.length;) {
    const feed = text.indexOf('\n', start);
    const next = feed < 0 ? text.length : feed;
    const end = next > start && text[next - 1] === '\r' ? next - 1 : next;
    lines.push({ text: text.slice(start, end), start, end });
    start = next + 1;
  }
  return lines;
}

export const isBlank = (line: Piece | undefined): boolean => line === undefined || line.text.trim() === '';

/** Returns one piece from the first line to the last, including everything between them. */
export function joined(source: string, lines: readonly Piece[]): Piece {
  const start = lines[0]?.start ?? 0;
  const end = lines.at(-1)?.end ?? start;
  return { text: source.slice(start, end), start, end };
}
