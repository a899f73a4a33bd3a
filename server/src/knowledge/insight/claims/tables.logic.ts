/** A sentence, or a cell of a table read as one. */
export interface Sentence {
  text: string;
  /** Words in front that it goes on about: "**Utrecht**, 105 Canal Street. Closed on Sundays." */
  lead: string;
  /** The row of a cell as the document has it, and the names of row and column. */
  row?: string;
  labels?: readonly string[];
}

const isRow = (line = '') => /^\s*\|.*\|\s*$/.test(line);
const isRule = (line = '') => /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line);
const cellsOf = (row: string) =>
  row
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
/** Longer cells are sentences of their own. */
const longestCell = 60;

/** What the cells of tables say, each with the names of its row and its column; and the text without these rows. */
export function cellsIn(text: string): { cells: Sentence[]; rest: string } {
  const [cells, rest]: [Sentence[], string[]] = [[], []];
  let header: string[] | null = null;
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const isHead = isRow(line) && isRule(lines[at + 1]);
    if (isHead) header = cellsOf(line);
    else if (!isRow(line)) header = null;
    if (!header) rest.push(line);
    else if (!isHead && !isRule(line)) cells.push(...readRow(line, header));
  }
  return { cells, rest: rest.join('\n') };
}

function readRow(row: string, header: readonly string[]): Sentence[] {
  const [name = '', ...cells] = cellsOf(row);
  return cells.flatMap((cell, at): Sentence[] => {
    const column = header[at + 1] ?? '';
    if (cell === '' || name === '' || column === '') return [];
    const lead = `${name} ${column}`;
    if (cell.length > longestCell) return [{ text: cell, lead }];
    // "Silver | Free express shipping | no" denies what its column says.
    const isNo = /^(?:no|✗|✘|nein|non|not included|not available)$/i.test(cell);
    const isYes = /^(?:yes|✓|✔|ja|oui|included|available)$/i.test(cell);
    return [{ text: isYes ? lead : `${lead} ${isNo ? 'not' : cell}`, lead: '', row, labels: [name, column] }];
  });
}
