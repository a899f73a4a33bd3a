import { median, sizeOf, textOfLines, type PageLine } from './page-lines.logic.ts';

/** The lines of a paragraph, heading or list item. */
export interface LineGroup {
  lines: PageLine[];
  marker: Marker | null;
  size: number;
  bold: boolean;
}

/** The marker at the start of a list item. `number` is null for a bullet or a letter. */
export interface Marker {
  /** The marker as it is written, including the space after it. */
  written: string;
  number: number | null;
  isOrdered: boolean;
  /** True if only list items begin with this marker. */
  isSure: boolean;
}

const bullet = /^(?:[•◦▪‣·○●■□∙➢✓–]|[-*](?=\s))\s*/;
const ordered = /^\(?(?:(\d{1,3})|[a-zA-Z]|[ivxlcdm]{1,7})[.)]\s+/;
const markerAlone = /^(?:[•◦▪‣·○●■□∙➢✓]|\(?(?:\d{1,3}(?:\.\d{1,3}){0,5}|[a-zA-Z]|[ivxlcdm]{1,7})[.)])$/;

export function markerOf(text: string): Marker | null {
  const point = bullet.exec(text)?.[0];
  if (point) return { written: point, number: null, isOrdered: false, isSure: !/^[-*–]/.test(point) };
  const found = ordered.exec(text);
  if (!found) return null;
  return { written: found[0], number: found[1] ? Number(found[1]) : null, isOrdered: true, isSure: false };
}

/** The marker of an item in a passage: its number or letter, or else a dash. */
export function signOf(marker: Marker | null): string {
  if (!marker?.isOrdered) return '-';
  return marker.number === null ? marker.written.trim() : `${marker.number}.`;
}

/** Joins lines with the separate number or bullet that hangs to their left. */
export function withMarkers(lines: readonly PageLine[]): PageLine[] {
  const result: PageLine[] = [];
  for (const line of lines) {
    const last = result.at(-1);
    const hangs =
      last &&
      markerAlone.test(last.text) &&
      Math.abs(line.y - last.y) <= 0.6 * last.size &&
      line.x > last.x &&
      line.x - last.x < 6 * last.size;
    if (hangs) result[result.length - 1] = { ...line, text: `${last.text} ${line.text}`, x: last.x };
    else result.push(line);
  }
  return result;
}

/** Splits a block into paragraphs at gaps, changes of size, markers, and lines that end early. */
export function groupsOf(block: readonly PageLine[]): LineGroup[] {
  const lines = block.toSorted((a, b) => a.y - b.y || a.x - b.x);
  const leading = median(lines.slice(1).map((line, at) => line.y - (lines[at]?.y ?? 0)));
  const left = Math.min(...lines.map(({ x }) => x));
  const right = Math.max(...lines.map((line) => line.right));
  const edges = { leading, left, right, isHanging: isHanging(lines, right) };
  const groups: PageLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last && continues(last, line, edges)) last.push(line);
    else groups.push([line]);
  }
  return groups.map(groupOf);
}

interface Edges {
  leading: number;
  left: number;
  right: number;
  isHanging: boolean;
}

function continues(group: readonly PageLine[], line: PageLine, edges: Edges): boolean {
  const [first, last] = [group[0] ?? line, group.at(-1) ?? line];
  const down = line.y - last.y;
  if (down > 1.45 * edges.leading || down <= 0.5 * Math.min(line.size, last.size)) return false;
  if (Math.abs(line.size - last.size) > 0.15 * last.size || line.bold !== last.bold) return false;
  if (last.text.endsWith('\u00ad') || /\p{L}-$/u.test(last.text)) return true;
  if (/\.{4,}|(?:\. ){4,}/.test(line.text) || markerOf(line.text)) return false;
  const isFull = reachesRight(last, line, edges.right);
  if (markerOf(first.text)) return isFull || last.right - edges.left >= (edges.right - edges.left) / 2;
  if (!isFull && /[.!?:]$/.test(last.text)) return false;
  const moved = line.x - last.x;
  if (Math.abs(moved) <= Math.max(2, last.size)) return true;
  return (edges.isHanging ? moved > 0 : moved < 0) && isFull;
}

/** Whether a line ended because the first word of the next one did not fit. */
function reachesRight(line: PageLine, next: PageLine, right: number): boolean {
  const firstWord = /^\S*/.exec(next.text)?.[0].length ?? 0;
  const width = ((next.right - next.x) / Math.max(1, next.text.length)) * firstWord;
  return line.right + 0.25 * line.size + width > right;
}

// Paragraphs have a hanging indent if most lines after a full line start further to the right.
function isHanging(lines: readonly PageLine[], right: number): boolean {
  let votes = 0;
  for (const [at, line] of lines.entries()) {
    const last = lines[at - 1];
    if (!last || Math.abs(line.x - last.x) <= Math.max(2, last.size) || !reachesRight(last, line, right)) continue;
    votes += line.x > last.x ? 1 : -1;
  }
  return votes > 0;
}

const groupOf = (lines: PageLine[]): LineGroup => ({
  lines,
  marker: markerOf(lines[0]?.text ?? ''),
  size: sizeOf(lines),
  bold: lines.every(({ bold }) => bold),
});

export const textOf = (group: LineGroup): string => textOfLines(group.lines);
