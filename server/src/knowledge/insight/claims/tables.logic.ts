import type { Sentence } from './claims.logic.ts';

const isRow = (line: string) => /^\s*\|.*\|\s*$/.test(line);
const isRule = (line: string) => /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line);
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
  const lines = text.split('\n');
  const cells: Sentence[] = [];
  const taken = new Set<number>();
  for (const [at, line] of lines.entries()) {
    if (!isRule(line) || !isRow(lines[at - 1] ?? '')) continue;
    const header = cellsOf(lines[at - 1] ?? '');
    const rows = lines.slice(at + 1);
    const end = rows.findIndex((row) => !isRow(row));
    const own = end < 0 ? rows : rows.slice(0, end);
    const names = own.map((row) => cellsOf(row)[0] ?? '');
    for (const row of own) cells.push(...readRow(row, header, names));
    for (let each = at - 1; each <= at + (end < 0 ? rows.length : end); each++) taken.add(each);
  }
  return { cells, rest: lines.filter((_, at) => !taken.has(at)).join('\n') };
}

function readRow(row: string, header: readonly string[], names: readonly string[]): Sentence[] {
  const [name = '', ...cells] = cellsOf(row);
  return cells.flatMap((cell, at): Sentence[] => {
    const column = header[at + 1] ?? '';
    if (cell === '' || name === '' || column === '') return [];
    if (cell.length > longestCell) return [{ text: cell, lead: `${name} ${column}` }];
    return [
      {
        text: said(name, column, cell),
        quote: row,
        labels: [ownWords(name, names), ownWords(column, header.slice(1))],
      },
    ];
  });
}

/** What a label has that its neighbours do not all have: "Everyday" of "Everyday Account" beside "Student Account". */
function ownWords(label: string, all: readonly string[]): string {
  const words = label.split(/\s+/);
  const own = words.filter((word) => all.length < 2 || all.some((other) => !other.split(/\s+/).includes(word)));
  return own.length > 0 ? own.join(' ') : label;
}

// "Silver | Free express shipping | no" denies what its column says.
function said(name: string, column: string, cell: string): string {
  if (/^(?:no|✗|✘|nein|non|not included|not available)$/i.test(cell)) return `${name} ${column} not`;
  return /^(?:yes|✓|✔|ja|oui|included|available)$/i.test(cell) ? `${name} ${column}` : `${name} ${column} ${cell}`;
}
