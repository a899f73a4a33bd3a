import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Db } from './database.ts';

const directory = fileURLToPath(new URL('../../migrations/', import.meta.url));

/**
 * Brings the schema up to date: every file of `server/migrations` once, in order, each in a transaction of its own.
 * An advisory lock makes processes that start together take turns. Returns the names that were applied.
 */
export async function migrate(db: Pick<Db, 'owner'>): Promise<string[]> {
  const { owner } = db;
  await owner.query('select pg_advisory_lock(771101)');
  try {
    await owner.query(
      'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await owner.query('select name from schema_migration', []);
    const applied = new Set(rows.map((row) => row['name']));
    const due = readdirSync(directory)
      .filter((name) => name.endsWith('.sql') && !applied.has(name))
      .sort();
    for (const name of due) await apply(db, name);
    return due;
  } finally {
    await owner.query('select pg_advisory_unlock(771101)');
  }
}

async function apply({ owner }: Pick<Db, 'owner'>, name: string): Promise<void> {
  const text = readFileSync(directory + name, 'utf8');
  await owner
    .query(`begin;\n${text}\n;insert into schema_migration (name) values ('${name}');\ncommit;`)
    .catch(async (error) => {
      await owner.query('rollback');
      throw new Error(`Migration ${name} failed: ${error.message}`, { cause: error });
    });
}
