import { median, type PageLine } from './page-lines.logic.ts';

/** A longer line is prose, not a cell. */
const longestCell = 40;
const usualCell = 25;
const leastRows = 3;

export interface GridTable {
  y: number;
  cells: string[][];
}

/**
 * Detects the tables of a page from the positions of their cells alone: at least three consecutive rows of short cells, in three
 * columns or more, or in two columns if the second one has numbers.
 */
export function gridTablesIn(lines: readonly PageLine[]): { tables: GridTable[]; rest: PageLine[] } {
  const taken = new Set<PageLine>();
  const tables: GridTable[] = [];
  for (const rows of candidates(lines)) {
    const columns = columnsOf(rows);
    const all = rows.flat();
    if (!isTable(rows, columns) || median(all.map(({ text }) => text.length)) > usualCell) continue;
    tables.push({ y: yOf(rows[0]), cells: rows.map((row) => placed(row, columns)) });
    for (const line of all) taken.add(line);
  }
  return { tables, rest: lines.filter((line) => !taken.has(line)) };
}

// Two columns without numbers may be two columns of prose.
const isTable = (rows: readonly PageLine[][], columns: readonly ColumnSpan[]) =>
  columns.length > 2
    ? rows.filter(({ length }) => length >= columns.length - 1).length * 2 >= rows.length
    : rows.filter((row) => /\d/.test(row[1]?.text ?? '')).length * 2 > rows.length;

/** Runs of consecutive rows with at least two cells, without prose or a gap of two rows between them. */
function candidates(lines: readonly PageLine[]): PageLine[][][] {
  const found: PageLine[][][] = [[]];
  for (const row of rowsOf(lines)) {
    const isRow = row.length > 1 && row.every(({ text }) => text.length <= longestCell);
    if (isRow) found.at(-1)?.push(row);
    else found.push([]);
  }
  return found.flatMap(withoutGaps).filter((rows) => rows.length >= leastRows);
}

function rowsOf(lines: readonly PageLine[]): PageLine[][] {
  const rows: PageLine[][] = [];
  for (const line of lines) {
    const first = rows.at(-1)?.[0];
    if (first && line.y - first.y <= 0.5 * Math.min(first.size, line.size)) rows.at(-1)?.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => row.toSorted((a, b) => a.x - b.x));
}

const yOf = (row: readonly PageLine[] | undefined) => row?.[0]?.y ?? 0;

function withoutGaps(rows: readonly PageLine[][]): PageLine[][][] {
  const pitch = median(rows.slice(1).map((row, at) => yOf(row) - yOf(rows[at])));
  const runs: PageLine[][][] = [[]];
  for (const [at, row] of rows.entries()) {
    if (at > 0 && yOf(row) - yOf(rows[at - 1]) > 2 * pitch) runs.push([]);
    runs.at(-1)?.push(row);
  }
  return runs;
}

/** The horizontal extent of a column's cells. */
export interface ColumnSpan {
  x: number;
  right: number;
}

/** The columns of a table, computed from its rows with the most cells. */
export function columnsOf(rows: readonly (readonly ColumnSpan[])[]): ColumnSpan[] {
  const most = rows.reduce((count, { length }) => Math.max(count, length), 0);
  const whole = rows.filter(({ length }) => length === most);
  return Array.from({ length: most }, (_, at) => ({
    x: median(whole.map((row) => row[at]?.x ?? 0)),
    right: median(whole.map((row) => row[at]?.right ?? 0)),
  }));
}

/** Assigns the texts of a row to the nearest columns, in order. */
export function placed(row: readonly (ColumnSpan & { text: string })[], columns: readonly ColumnSpan[]): string[] {
  if (row.length >= columns.length) return row.map(({ text }) => text);
  const texts: string[] = columns.map(() => '');
  let next = 0;
  for (const [done, cell] of row.entries()) {
    let column = next;
    const last = columns.length - (row.length - done);
    for (let at = next; at <= last; at++) if (apart(columns[at], cell) < apart(columns[column], cell)) column = at;
    texts[column] = cell.text;
    next = column + 1;
  }
  return texts;
}

const apart = (one: ColumnSpan | undefined, other: ColumnSpan) =>
  Math.min(
    Math.abs((one?.x ?? 0) - other.x),
    Math.abs((one?.right ?? 0) - other.right),
    Math.abs((one?.x ?? 0) + (one?.right ?? 0) - other.x - other.right) / 2,
  );
