import type { DrawnText } from './pdf-visibility.logic.ts';

/** The text items of a page from pdf.js, mixed with the starts and ends of marked content. */
export type TextItem = WordsItem | Mark;
export interface WordsItem {
  str: string;
  dir: string;
  width: number;
  fontName: string;
  transform: [number, number, number, number, number, number];
}
export interface Mark {
  type: string;
  id?: string;
  tag?: string;
}

/** Returns the items of a page without the hidden text. */
export function seenOf(items: readonly TextItem[], drawn: readonly DrawnText[]): TextItem[] {
  if (!drawn.some(({ hidden }) => hidden)) return [...items];
  return items.flatMap((item): TextItem[] => ('str' in item ? seenOfWords(item, drawn) : [item]));
}

// pdf.js joins the text of a line into one item, visible or not.
function seenOfWords(item: WordsItem, drawn: readonly DrawnText[]): WordsItem[] {
  const own = drawn.filter((each) => each.text.trim() !== '' && startsIn(item, each));
  const lost = own.filter((each) => each.hidden);
  if (lost.length === 0) return [item];
  const seen = squashed(own.filter((each) => !each.hidden));
  const text = squashed([{ text: item.str }]);
  if (seen.includes(text)) return [item];
  if (squashed(lost).includes(text)) return [];
  const visible = lost.reduce((rest, { text: word }) => rest.replace(word.normalize('NFKC').trim(), ' '), item.str);
  // If the hidden text cannot be removed, drop the line: a missing line is better than an instruction to an AI.
  return visible === item.str ? [] : [{ ...item, str: visible }];
}

function startsIn({ transform: [a, b, c, d, e, f], width }: WordsItem, { x, y }: DrawnText): boolean {
  const length = Math.hypot(a, b) || 1;
  const along = ((x - e) * a + (y - f) * b) / length;
  const across = Math.abs((x - e) * b - (y - f) * a) / length;
  return along >= -1 && along <= width + 1 && across <= Math.hypot(c, d) / 2 + 1;
}

const squashed = (words: readonly { text: string }[]) =>
  words
    .map(({ text }) => text)
    .join('')
    .normalize('NFKC')
    .replace(/\s+/g, '');
