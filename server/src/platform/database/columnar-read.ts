import { sql, type Expression } from 'kysely';
import type { Tx } from './database.ts';

/** Values that JSON represents in the same way as a row. Times are not among them. */
type Plain = string | number | boolean | null | readonly string[];

/**
 * Returns the rows of a query in its order. The database sends them as one row with a JSON array for each column: PGlite above
 * all is slow to return thousands of small rows one by one (server/bench/README.md, "The analysis").
 */
export async function readColumnar<Row extends Record<keyof Row, Plain>>(
  tx: Tx,
  query: Expression<Row>,
  columns: readonly (keyof Row & string)[],
): Promise<Row[]> {
  const lists = sql.join(columns.map((name) => sql`json_agg(${sql.ref(name)}) as ${sql.id(name)}`));
  const { rows } = await sql<Record<string, Plain[] | null>>`select ${lists} from ${query} one`.execute(tx);
  const filled = Object.entries(rows[0] ?? {}).map(([name, list]) => ({ name, list: list ?? [] }));
  const made = (filled[0]?.list ?? []).map((): Record<string, Plain> => ({}));
  for (const { name, list } of filled) made.forEach((row, at) => void (row[name] = list[at] ?? null));
  return made as Row[];
}

/** Converts a time to milliseconds, for `readColumnar`. */
export const millisecondsOf = <Moment extends number | null>(moment: Expression<unknown>) =>
  sql<Moment>`round(date_part('epoch', ${moment}) * 1000)`;
