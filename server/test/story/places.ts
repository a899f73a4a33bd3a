import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from './stage.ts';

/** Every column of every table, and every file of the data directory, that contains the word. */
export async function placesOf(stage: Pick<Stage, 'server'>, word: string): Promise<string[]> {
  const { owner } = stage.server.desk.db;
  const { rows } = await owner.query(
    `select c.table_schema as schema, c.table_name as name, c.column_name as col, c.data_type as type from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const places: string[] = [];
  for (const { schema, name, col, type } of rows) {
    const text = type === 'bytea' ? `encode("${String(col)}", 'escape')` : `"${String(col)}"::text`;
    const found = await owner.query(
      `select 1 from "${String(schema)}"."${String(name)}" where ${text} ilike $1 limit 1`,
      [`%${word}%`],
    );
    if (found.rows.length > 0) places.push(`${String(name)}.${String(col)}`);
  }
  return [...places, ...filesWith(stage.server.desk.config.DATA_DIR, word)];
}

function filesWith(directory: string, word: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    if (statSync(path).isDirectory()) return name === 'database' ? [] : filesWith(path, word);
    return readFileSync(path).includes(word) ? [path] : [];
  });
}
