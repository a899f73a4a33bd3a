import { clean, oneLine, proseDraft, sectionDrafts, type BlockDraft } from './drafts.logic.ts';
import { Unreadable } from './failure.logic.ts';
import { questionsIn } from './question-table.logic.ts';

/** No real spreadsheet has more columns. A header of a million names would be repeated in every passage. */
const mostColumns = 1000;
const mostCells = 2_000_000;
/** A longer header would leave little room in a passage for the rows. */
const longestHeader = 1000;

/**
 * Builds the blocks of a table whose first row names the columns. Each question with its answer becomes a section. A table with a
 * header too wide to repeat becomes one line of `name: value` pairs for each row. Any other table becomes Markdown.
 * Throws `Unreadable` if the table is too large.
 */
export function tableDrafts(table: readonly string[][], page: number | null = null): BlockDraft[] {
  const rows = withoutEmpty(table);
  const [header = [], ...body] = rows;
  if (rows.length === 0) return [];
  const questions = questionsIn(rows);
  if (questions)
    return questions.flatMap(({ question, answer }) => {
      if (question === '' || answer === '') return [proseDraft(question + answer, page)];
      return sectionDrafts(question, answer, { level: 7, page });
    });
  if (header.length === 1 || body.length === 0) return rows.map((cells) => proseDraft(cells.join(' · '), page));
  if (header.join(' | ').length > longestHeader)
    return [{ kind: 'list', level: 0, lines: body.map((cells) => recordLine(header, cells)), page }];
  return [{ kind: 'table', level: 0, lines: tableLines(rows), page }];
}

/** The lines of a Markdown table. Short rows are padded with empty cells. */
export function tableLines(rows: readonly string[][]): string[] {
  const width = Math.max(1, widthOf(rows));
  const lineOf = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => oneLine(cells[at] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  const [header = [], ...body] = rows;
  return [lineOf(header), `|${' --- |'.repeat(width)}`, ...body.map(lineOf)];
}

// Removes empty rows and columns, such as margins, spacers and hidden cells.
function withoutEmpty(table: readonly string[][]): string[][] {
  const filled = new Set<number>();
  const rows: string[][] = [];
  for (const cells of table) {
    let empty = true;
    for (const [column, cell] of cells.entries()) {
      if (cell.trim() === '') continue;
      empty = false;
      filled.add(column);
    }
    if (!empty) rows.push(cells);
  }
  if (filled.size > mostColumns || rows.length * filled.size > mostCells) throw new Unreadable('too_large');
  const columns = [...filled].toSorted((a, b) => a - b);
  return rows.map((cells) => columns.map((column) => clean(cells[column] ?? '')));
}

const widthOf = (rows: readonly string[][]) => rows.reduce((width, cells) => Math.max(width, cells.length), 0);

const recordLine = (header: readonly string[], cells: readonly string[]) =>
  `- ${cells.flatMap((cell, at) => (cell === '' ? [] : [`${oneLine(header[at] || `Column ${at + 1}`)}: ${oneLine(cell)}`])).join('; ')}`;
