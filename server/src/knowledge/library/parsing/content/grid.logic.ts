/** A cell that may reach over others; a text of null goes on with what stands above it. */
export interface GridCell {
  text: string | null;
  across: number;
  down: number;
}

/** Wider cells than any table that is meant to be read has; a cell over a million columns is there to break readers. */
const widest = 100;

/**
 * The rows of a table, each with a text in every column: a cell that reaches over several rows says the same in each of them,
 * so that a row can be read alone; over several columns it says it once.
 */
export function gridOf(rows: readonly (readonly GridCell[])[]): string[][] {
  const reaching = new Map<number, { text: string; rows: number }>();
  const grid: string[][] = [];
  for (const cells of rows) {
    const line: string[] = [];
    const takeReaching = () => {
      for (let from = reaching.get(line.length); from; from = reaching.get(line.length)) {
        if (from.rows === 1) reaching.delete(line.length);
        from.rows -= 1;
        line.push(from.text);
      }
    };
    for (const { text, across, down } of cells) {
      takeReaching();
      const width = spanOf(across, widest);
      const said = [text ?? grid.at(-1)?.[line.length] ?? '', ...Array.from({ length: width - 1 }, () => '')];
      const below = spanOf(down, rows.length) - 1;
      if (below > 0)
        for (const [at, each] of said.entries()) reaching.set(line.length + at, { text: each, rows: below });
      line.push(...said);
    }
    takeReaching();
    grid.push(line);
  }
  return grid;
}

/** How far a cell reaches by what its file says, which may be anything. */
const spanOf = (said: number, most: number) => Math.min(Math.max(1, Math.floor(said) || 1), Math.max(1, most));
