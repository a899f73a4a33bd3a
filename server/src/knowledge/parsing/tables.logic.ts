import { clean, oneLine, proseDraft, sectionDrafts, type Draft } from './drafts.logic.ts';
import { Unreadable } from './failure.logic.ts';
import { questionsIn } from './question-table.logic.ts';

/** More columns than a spreadsheet that is meant to be read has; a header of a million names would be repeated for ever. */
const mostColumns = 1000;
const mostCells = 2_000_000;
/** A header row longer than this drowns the few rows that fit beside it. */
const longestHeader = 1000;

/**
 * The blocks of a table whose first row names the columns: question and answer become a section each; a table that is too
 * wide to repeat its header becomes one line of `name: value` for each row; any other becomes Markdown.
 * Throws `Unreadable` when there is more of it than anybody reads.
 */
export function tableDrafts(table: readonly string[][], page: number | null = null): Draft[] {
  const rows = withoutEmpty(table);
  const [header = [], ...body] = rows;
  if (rows.length === 0) return [];
  const questions = questionsIn(rows);
  if (questions)
    return questions.flatMap(({ question, answer }) => sectionDrafts(question, answer, { level: 7, page }));
  if (header.length === 1 || body.length === 0) return rows.map((cells) => proseDraft(cells.join(' · '), page));
  if (header.join(' | ').length > longestHeader)
    return [{ kind: 'list', level: 0, lines: body.map((cells) => recordLine(header, cells)), page }];
  return [{ kind: 'table', level: 0, lines: tableLines(rows), page }];
}

/** A table of Markdown; rows that are too short are filled up. */
export function tableLines(rows: readonly string[][]): string[] {
  const width = Math.max(1, widthOf(rows));
  const lineOf = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => oneLine(cells[at] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  const [header = [], ...body] = rows;
  return [lineOf(header), `|${' --- |'.repeat(width)}`, ...body.map(lineOf)];
}

// Empty rows, and empty columns at either side.
function withoutEmpty(table: readonly string[][]): string[][] {
  let first = Number.POSITIVE_INFINITY;
  let last = -1;
  for (const cells of table) {
    const filled = cells.findIndex((cell) => cell.trim() !== '');
    if (filled < 0) continue;
    first = Math.min(first, filled);
    last = Math.max(
      last,
      cells.findLastIndex((cell) => cell.trim() !== ''),
    );
  }
  const rows = table.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  if (last - first >= mostColumns || rows.length * (last - first + 1) > mostCells) throw new Unreadable('too_large');
  return rows.map((cells) => Array.from({ length: last - first + 1 }, (_, at) => clean(cells[first + at] ?? '')));
}

const widthOf = (rows: readonly string[][]) => rows.reduce((width, cells) => Math.max(width, cells.length), 0);

const recordLine = (header: readonly string[], cells: readonly string[]) =>
  `- ${cells.flatMap((cell, at) => (cell === '' ? [] : [`${oneLine(header[at] || `Column ${at + 1}`)}: ${oneLine(cell)}`])).join('; ')}`;
