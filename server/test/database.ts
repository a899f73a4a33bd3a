import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import pg from 'pg';
// Import every domain: each declares its queues when it is loaded, and a template made without it would lack them.
import '../src/app.ts';
import { openStore } from '../src/desk.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { openDatabase, type Db } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/process/log.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { prepareJobs } from '../src/platform/jobs/prepare-jobs.ts';

export interface TestDatabase {
  db: Db;
  /** For another process or pool on the same database; empty on the embedded engine. */
  url: string;
  drop(): Promise<void>;
}

const log = createLog('silent');

/** A database of its own for each test file, cloned from one that is migrated once. TEST_ENGINE=postgres|pglite. */
export const cloneDatabase = (): Promise<TestDatabase> =>
  process.env['TEST_ENGINE'] === 'postgres' ? clonePostgres() : clonePglite();

async function clonePostgres(): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) throw new Error('TEST_ENGINE=postgres needs TEST_DATABASE_URL; `bin/pg17 url` prints one.');
  const admin = new pg.Client({ connectionString: server, connectionTimeoutMillis: 60_000 });
  await admin.connect();
  const name = `desk_test_${process.pid}_${randomBytes(3).toString('hex')}`;
  const template = `desk_template_${schemaHash()}`;
  // One process makes the template while the others wait.
  await admin.query('select pg_advisory_lock(771102)');
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template]);
    if (!rowCount) await makeTemplate(admin, server, template);
    await copyTemplate(admin, template, name);
  } finally {
    await admin.query('select pg_advisory_unlock(771102)');
  }
  const url = at(server, name);
  const drop = async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  };
  return { db: await openDatabase({ url, dataDir: '', log, poolSize: 8 }), url, drop };
}

/** Retries once if the server does not reply within a minute; then the test fails with the server's activity. */
async function copyTemplate(admin: pg.Client, template: string, name: string, tries = 2): Promise<void> {
  await admin.query(`set statement_timeout = '60s'`);
  try {
    // Copy files: the default, block by block through the log, takes twice the processor time.
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
  } catch (error) {
    if (tries > 1) return copyTemplate(admin, template, name, tries - 1);
    const { rows } = await admin.query('select datname, state, wait_event, query from pg_stat_activity');
    throw new Error(`Meanwhile the server did: ${JSON.stringify(rows)}`, { cause: error });
  } finally {
    await admin.query('reset statement_timeout');
  }
}

async function makeTemplate(admin: pg.Client, server: string, template: string): Promise<void> {
  const draft = `${template}_${process.pid}`;
  await admin.query(`create database ${draft}`);
  const db = await openStore(
    readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: at(server, draft), DATA_DIR: tmpdir() }),
  );
  await db.close();
  await admin.query(`alter database ${draft} rename to ${template}`);
}

async function clonePglite(): Promise<TestDatabase> {
  const snapshot = new Blob([readFileSync(await embeddedSnapshot())]);
  const db = await openDatabase({ url: '', dataDir: 'memory://', log, snapshot });
  return { db, url: '', drop: async () => {} };
}

/** The path of a `.tar` of an empty, migrated embedded database; made once. Uncompressed, because every test file reads it. */
export async function embeddedSnapshot(): Promise<string> {
  const file = join(tmpdir(), `desk-pglite-${schemaHash()}.tar`);
  if (!existsSync(file)) await makeSnapshot(file);
  return file;
}

async function makeSnapshot(file: string): Promise<void> {
  const embedded = await PGlite.create({ extensions: { vector } });
  const owner = {
    query: async (text: string, values?: unknown[]) => ({
      rows: (values
        ? (await embedded.query(text, values)).rows
        : (await embedded.exec(text)).flatMap((each) => each.rows)) as Record<string, unknown>[],
    }),
  };
  await migrate({ owner });
  await prepareJobs({ owner, engine: 'pglite' });
  // Without a checkpoint each copy would replay the log.
  await embedded.query('checkpoint');
  const dump = await embedded.dumpDataDir('none');
  await embedded.close();
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, Buffer.from(await dump.arrayBuffer()));
  renameSync(partial, file);
}

// Migrations and job queues make the schema; a change of either needs a new template.
function schemaHash(): string {
  const hash = createHash('sha256').update('3');
  const migrations = new URL('../migrations/', import.meta.url);
  for (const name of readdirSync(migrations).sort()) hash.update(name).update(readFileSync(new URL(name, migrations)));
  const source = new URL('../src/', import.meta.url);
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((each) => /(jobs|migrate)\.ts$/.test(each))
    .sort())
    hash.update(readFileSync(new URL(name, source)));
  return hash.digest('hex').slice(0, 16);
}

function at(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
