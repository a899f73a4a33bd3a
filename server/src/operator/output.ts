/** Results go to standard output, everything else to standard error, so that a result can be piped. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`);

export const hint = (text: string): void => void process.stderr.write(`${text}\n`);

export const sayJson = (value: unknown): void => say(JSON.stringify(value, null, 2));

/** Prints a table whose columns are as wide as their widest cell. */
export function sayTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  for (const row of rows)
    say(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
