/** A cell that may span columns and rows. A text of null repeats the text above it. */
export interface GridCell {
  text: string | null;
  across: number;
  down: number;
}

/** No real table has a wider cell; a cell that spans a million columns is an attack on parsers. */
const widest = 100;

/**
 * Returns the rows of a table with a text for every column. A cell that spans rows repeats its text in each of them, so that each row
 * can be read alone; a cell that spans columns has its text in the first one only.
 */
export function gridOf(rows: readonly (readonly GridCell[])[]): string[][] {
  const spanning = new Map<number, { text: string; rows: number }>();
  const grid: string[][] = [];
  for (const cells of rows) {
    const line: string[] = [];
    const takeSpanning = () => {
      for (let from = spanning.get(line.length); from; from = spanning.get(line.length)) {
        if (from.rows === 1) spanning.delete(line.length);
        from.rows -= 1;
        line.push(from.text);
      }
    };
    for (const { text, across, down } of cells) {
      takeSpanning();
      const width = spanOf(across, widest);
      const texts = [text ?? grid.at(-1)?.[line.length] ?? '', ...Array.from({ length: width - 1 }, () => '')];
      const below = spanOf(down, rows.length) - 1;
      if (below > 0)
        for (const [at, each] of texts.entries()) spanning.set(line.length + at, { text: each, rows: below });
      line.push(...texts);
    }
    takeSpanning();
    grid.push(line);
  }
  return grid;
}

/** The span of a cell within bounds: the value in a file may be anything. */
const spanOf = (span: number, most: number) => Math.min(Math.max(1, Math.floor(span) || 1), Math.max(1, most));
