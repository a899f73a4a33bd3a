/** A run of text on a page that is rotated so that the text runs to the right; `y` grows downwards. */
export interface TextRun {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  bold: boolean;
  rtl: boolean;
  /** The id of its marked content, to which the structure tree of a tagged file refers. */
  mark: string | null;
}

/** Text on one line without a wide gap: a line of a column, or a cell of a table. */
export interface PageLine {
  text: string;
  x: number;
  right: number;
  y: number;
  size: number;
  bold: boolean;
  rtl: boolean;
}

interface Cluster {
  runs: TextRun[];
  y: number;
  size: number;
}

/** Compare a line with this many neighbours only: a hostile page may have a hundred thousand lines. */
const nearby = 4;
const longestScript = 12;

/** The lines of a page from top to bottom, split where columns or cells begin. */
export function linesOf(runs: readonly TextRun[]): PageLine[] {
  const clusters: Cluster[] = [];
  for (const run of runs.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const near = clusters
      .slice(-nearby)
      .findLast(({ y, size }) => run.y - y <= Math.max(1, 0.35 * Math.min(size, run.size)));
    if (near) add(near, [run]);
    else clusters.push({ runs: [run], y: run.y, size: run.size });
  }
  return withScripts(clusters)
    .flatMap(({ runs: all }) => cutAtGaps(all).map(lineOf))
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.y - b.y || a.x - b.x);
}

/** Builds lines from runs that are already in reading order. */
export function linesInOrder(runs: readonly TextRun[]): PageLine[] {
  const rows: TextRun[][] = [];
  for (const run of runs) {
    const last = rows.at(-1)?.at(-1);
    if (last && Math.abs(run.y - last.y) <= 0.6 * Math.max(run.size, last.size)) rows.at(-1)?.push(run);
    else rows.push([run]);
  }
  return rows.map(lineOf).filter(({ text }) => text !== '');
}

function add(cluster: Cluster, runs: readonly TextRun[]): void {
  cluster.runs.push(...runs);
  cluster.size = Math.max(cluster.size, ...runs.map(({ size }) => size));
}

// Merges superscripts and subscripts into their line.
function withScripts(clusters: readonly Cluster[]): Cluster[] {
  const taken = new Set<Cluster>();
  for (const [at, small] of clusters.entries()) {
    if (small.runs.length > longestScript || lettersIn(small.runs) > longestScript) continue;
    const start = Math.min(...small.runs.map(({ x }) => x));
    const around = clusters.slice(Math.max(0, at - nearby), at + nearby + 1);
    const host = around
      .filter((each) => each !== small && !taken.has(each) && small.size <= 0.85 * each.size)
      .filter((each) => Math.abs(each.y - small.y) <= 0.5 * each.size && reaches(each, start, small.size))
      .toSorted((a, b) => Math.abs(a.y - small.y) - Math.abs(b.y - small.y))[0];
    if (!host) continue;
    add(host, small.runs);
    taken.add(small);
  }
  return clusters.filter((each) => !taken.has(each));
}

const lettersIn = (runs: readonly TextRun[]) => runs.reduce((sum, { text }) => sum + text.trim().length, 0);

// Use a loop: a line may have too many runs to spread as arguments.
function reaches({ runs }: Cluster, x: number, size: number): boolean {
  const pad = Math.max(2, size / 2);
  let [left, right] = [Infinity, -Infinity];
  for (const run of runs) {
    left = Math.min(left, run.x);
    right = Math.max(right, run.x + run.width);
  }
  return x >= left - pad && x <= right + pad;
}

function cutAtGaps(runs: readonly TextRun[]): TextRun[][] {
  const pieces: TextRun[][] = [[]];
  const wide = Math.max(18, 1.5 * sizeOf(runs));
  let end = Infinity;
  for (const run of runs.toSorted((a, b) => a.x - b.x)) {
    // pdf.js represents a gap between columns as one wide space.
    const isGap = run.text.trim() === '' && run.width >= wide;
    if (isGap || run.x - end >= wide) pieces.push([]);
    if (!isGap) pieces.at(-1)?.push(run);
    end = run.x + run.width;
  }
  return pieces.filter((piece) => piece.length > 0);
}

function lineOf(runs: readonly TextRun[]): PageLine {
  const size = sizeOf(runs);
  const rtl = countOf(runs, (run) => run.rtl) * 2 > countOf(runs, () => true);
  const placed = runs.toSorted((a, b) => a.x - b.x);
  let [text, last] = ['', null as TextRun | null];
  for (const run of rtl ? fromTheRight(placed) : placed) {
    text += `${last && isApart(last, run, size) ? ' ' : ''}${run.text}`;
    last = run;
  }
  const ends = placed.reduce((right, run) => Math.max(right, run.x + run.width), -Infinity);
  const bold = countOf(runs, (run) => run.bold) * 2 > countOf(runs, () => true);
  const y = runs.find((run) => run.size >= size * 0.95)?.y ?? 0;
  return { text: text.replace(/\s+/g, ' ').trim(), x: placed[0]?.x ?? 0, right: ends, y, size, bold, rtl };
}

// In a right-to-left line, numbers and foreign words still run from left to right.
function fromTheRight(runs: readonly TextRun[]): TextRun[] {
  const result: TextRun[] = [];
  let foreign: TextRun[] = [];
  for (const run of runs.toReversed()) {
    if (!run.rtl && run.text.trim() !== '') {
      foreign.unshift(run);
      continue;
    }
    result.push(...foreign, run);
    foreign = [];
  }
  return [...result, ...foreign];
}

function isApart(one: TextRun, next: TextRun, size: number): boolean {
  const gap = one.x <= next.x ? next.x - one.x - one.width : one.x - next.x - next.width;
  const smaller = Math.min(one.size, next.size);
  // Allow a wider gap before a superscript or subscript, which is always a little apart.
  return gap >= (smaller <= 0.75 * size ? smaller : 0.25 * smaller);
}

/** The most frequent font size, rounded to half points. */
export function sizeOf(runs: readonly Pick<TextRun, 'text' | 'size'>[]): number {
  const letters = new Map<number, number>();
  for (const { text, size } of runs) {
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.trim().length);
  }
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 12;
}

const countOf = (runs: readonly TextRun[], is: (run: TextRun) => boolean) =>
  runs.reduce((sum, run) => sum + (is(run) ? run.text.trim().length : 0), 0);

/** Joins consecutive lines, and words that were hyphenated at line ends. */
export function textOfLines(lines: readonly PageLine[]): string {
  let text = '';
  for (const line of lines) {
    // Examine only the end of the text: a hostile page may have a long text and many lines.
    const end = text.slice(-3);
    const isHyphenated = end.endsWith('\u00ad') || (/\p{L}-$/u.test(end) && /^\p{Ll}/u.test(line.text));
    text = isHyphenated ? text.slice(0, -1) + line.text : `${text} ${line.text}`;
  }
  // Remove dot leaders between a title and its page number.
  return text
    .replaceAll('\u00ad', '')
    .replace(/ ?(?:\. ?){4,}/g, ' ')
    .trim();
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
