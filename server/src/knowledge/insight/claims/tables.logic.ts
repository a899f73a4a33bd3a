/** A sentence, or a cell of a table read as one. */
export interface Sentence {
  text: string;
  /** Words in front that it goes on about: "**Utrecht**, 105 Canal Street. Closed on Sundays." */
  lead: string;
  /** The row of a cell as the document has it, and the names of row and column. */
  row?: string;
  labels?: readonly string[];
}

const cellsOf = (row = '') =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
/** Longer cells are sentences of their own. */
const longestCell = 60;

/** What the cells of a table say, each with the names of its row and its column; null when the rows are none. */
export function cellsIn([head, rule = '', ...rows]: readonly string[]): Sentence[] | null {
  if (!/^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(rule)) return null;
  const [, ...columns] = cellsOf(head);
  return rows.flatMap((row) => {
    const [name = '', ...cells] = cellsOf(row);
    return cells.flatMap((cell, at): Sentence[] => {
      const column = columns[at] ?? '';
      if (cell === '' || name === '' || column === '') return [];
      const lead = `${name} ${column}`;
      if (cell.length > longestCell) return [{ text: cell, lead }];
      // "Silver | Free express shipping | no" denies what its column says.
      const isNo = /^(?:no|✗|✘|nein|non|not included|not available)$/i.test(cell);
      const isYes = /^(?:yes|✓|✔|ja|oui|included|available)$/i.test(cell);
      return [{ text: isYes ? lead : `${lead} ${isNo ? 'not' : cell}`, lead: '', row, labels: [name, column] }];
    });
  });
}
