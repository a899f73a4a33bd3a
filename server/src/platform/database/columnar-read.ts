import { sql, type Expression } from 'kysely';
import type { Tx } from './database.ts';

/** What JSON tells as a row does; a time it does not. */
type Plain = string | number | boolean | null | readonly string[];

/**
 * The rows of a query in its order, sent as one row of JSON arrays, one for each of these columns: for thousands of small rows,
 * which PGlite above all is slow to hand over one by one (server/bench/README.md, "The analysis").
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

/** A moment as `readAtOnce` reads it: milliseconds. */
export const millisecondsOf = <Moment extends number | null>(moment: Expression<unknown>) =>
  sql<Moment>`round(date_part('epoch', ${moment}) * 1000)`;
