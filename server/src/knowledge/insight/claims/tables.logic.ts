import type { Sentence } from './claims.logic.ts';

const isRow = (line = '') => /^\s*\|.*\|\s*$/.test(line);
const isRule = (line: string) => /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line);
const cellsOf = (row = '') =>
  row
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
/** Longer cells are sentences of their own. */
const longestCell = 60;

/** What the cells of tables say, each with the names of its row and its column; and the text without these rows. */
export function cellsIn(text: string): { cells: Sentence[]; rest: string } {
  const lines = text.split('\n');
  const cells: Sentence[] = [];
  const rest: string[] = [];
  let header: string[] | null = null;
  for (const [at, line] of lines.entries()) {
    if (isRow(line) && isRule(lines[at + 1] ?? '')) header = cellsOf(line);
    else if (!isRow(line)) header = null;
    if (!header) rest.push(line);
    else if (!isRule(line) && !isRule(lines[at + 1] ?? '')) cells.push(...readRow(line, header));
  }
  return { cells, rest: rest.join('\n') };
}

function readRow(quote: string, header: readonly string[]): Sentence[] {
  const [name = '', ...cells] = cellsOf(quote);
  return cells.flatMap((cell, at): Sentence[] => {
    const column = header[at + 1] ?? '';
    if (cell === '' || name === '' || column === '') return [];
    if (cell.length > longestCell) return [{ text: cell, lead: `${name} ${column}` }];
    return [{ text: said(name, column, cell), quote, labels: [name, column] }];
  });
}

// "Silver | Free express shipping | no" denies what its column says.
function said(name: string, column: string, cell: string): string {
  if (/^(?:no|✗|✘|nein|non|not included|not available)$/i.test(cell)) return `${name} ${column} not`;
  return /^(?:yes|✓|✔|ja|oui|included|available)$/i.test(cell) ? `${name} ${column}` : `${name} ${column} ${cell}`;
}
