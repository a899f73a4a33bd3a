import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errorCode, type Db } from './database.ts';

const directory = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/**
 * Applies every new file of `server/migrations` once, in order, each in a transaction of its own. An advisory lock makes processes
 * that start together take turns. Returns the names of the applied files. Throws when a newer version has used the database.
 */
export async function migrate(db: Pick<Db, 'owner'>): Promise<string[]> {
  const { owner } = db;
  const newer = await newerDatabase(db);
  if (newer) throw new Error(`${newer.detail} ${newer.remedy}`);
  // A login that owns nothing can start on an up-to-date database: this check only reads.
  if ((await pendingMigrations(db)).length === 0) return [];
  await owner.query('select pg_advisory_lock(771101)');
  try {
    await owner
      .query(
        'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())',
      )
      .catch(refuseOthers);
    const due = await pendingMigrations({ owner });
    for (const name of due) await apply(db, name);
    return due;
  } finally {
    await owner.query('select pg_advisory_unlock(771101)');
  }
}

const insufficientPrivilege = '42501';

function refuseOthers(error: unknown): never {
  if (errorCode(error) !== insufficientPrivilege) throw error;
  throw new Error(
    'The database is not up to date, and this login does not own it: run `frontdesk migrate` as its owner.',
    {
      cause: error,
    },
  );
}

/** Returns the files that are not applied to this database yet. Changes nothing. */
export async function pendingMigrations(db: Pick<Db, 'owner'>): Promise<string[]> {
  const applied = new Set(await appliedMigrations(db));
  return migrationFiles().filter((name) => !applied.has(name));
}

/** What to tell the operator if a newer version has migrated this database, else null: this one would read and write it wrongly. */
export async function newerDatabase(db: Pick<Db, 'owner'>): Promise<{ detail: string; remedy: string } | null> {
  const ours = migrationFiles().at(-1) ?? '';
  const newest = (await appliedMigrations(db)).at(-1) ?? '';
  if (newest <= ours) return null;
  return {
    detail: `A newer version of Frontdesk has used this database: this one does not know its migration ${newest}.`,
    remedy: 'Install that version again, or restore a backup from before it.',
  };
}

async function appliedMigrations({ owner }: Pick<Db, 'owner'>): Promise<string[]> {
  const { rows: known } = await owner.query(`select to_regclass('schema_migration') is not null as known`, []);
  if (!known[0]?.['known']) return [];
  const { rows } = await owner.query('select name from schema_migration order by name collate "C"', []);
  return rows.map((row) => String(row['name']));
}

const migrationFiles = () =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort();

async function apply({ owner }: Pick<Db, 'owner'>, name: string): Promise<void> {
  const text = readFileSync(directory + name, 'utf8');
  await owner
    .query(`begin;\n${text}\n;insert into schema_migration (name) values ('${name}');\ncommit;`)
    .catch(async (error) => {
      await owner.query('rollback');
      throw new Error(`Migration ${name} failed: ${error.message}`, { cause: error });
    });
}
