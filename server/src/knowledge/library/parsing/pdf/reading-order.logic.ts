import { median, type PageLine } from './page-lines.logic.ts';

/** No real page needs more nested splits. */
const deepest = 80;

/**
 * Splits the lines of a page into blocks in reading order: at the widest empty band or gutter, then recursively in both parts.
 * A gutter must be empty over the whole height, so lines of different columns are never mixed.
 */
export function blocksInOrder(lines: readonly PageLine[]): PageLine[][] {
  const height = median(lines.map(({ size }) => size)) || 12;
  return cut(lines, height, 0);
}

function cut(lines: readonly PageLine[], height: number, depth: number): PageLine[][] {
  if (lines.length <= 1 || depth > deepest) return lines.length > 0 ? [[...lines]] : [];
  const band = widestGap(lines, topOf, bottomOf);
  const gutter = widestGap(
    lines,
    ({ x }) => x,
    ({ right }) => right,
  );
  const hasBand = band.width >= 0.6 * height;
  const hasGutter = gutter.width >= Math.max(12, 1.5 * height);
  if (!hasBand && !hasGutter) return [[...lines]];
  const isBefore =
    hasBand && (!hasGutter || band.width >= gutter.width)
      ? (line: PageLine) => bottomOf(line) <= band.at
      : (line: PageLine) => line.right <= gutter.at;
  const [before, after] = [lines.filter(isBefore), lines.filter((line) => !isBefore(line))];
  const isFromTheRight =
    !hasBand || band.width < gutter.width ? lines.filter(({ rtl }) => rtl).length * 2 > lines.length : false;
  const parts = isFromTheRight ? [after, before] : [before, after];
  return parts.flatMap((part) => cut(part, height, depth + 1));
}

const topOf = ({ y, size }: PageLine) => y - 0.8 * size;
const bottomOf = ({ y, size }: PageLine) => y + 0.2 * size;

/** The widest gap without lines. `at` is the end of the lines before it. */
function widestGap(
  lines: readonly PageLine[],
  from: (line: PageLine) => number,
  to: (line: PageLine) => number,
): { width: number; at: number } {
  const widest = { width: 0, at: 0 };
  let end = Infinity;
  for (const line of lines.toSorted((a, b) => from(a) - from(b))) {
    if (from(line) - end > widest.width) Object.assign(widest, { width: from(line) - end, at: end });
    end = end === Infinity ? to(line) : Math.max(end, to(line));
  }
  return widest;
}
