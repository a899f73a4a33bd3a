import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { lockDataDir } from '../process/data-dir-lock.ts';
import { createFairShare, type FairShare } from '../process/fair-share.ts';
import type { Log } from '../process/log.ts';
import { keepUp } from './embedded-upkeep.ts';
import { makeNewDatabase } from './new-database.ts';
import { listenOn, type Listener } from './notifications.ts';
import { pglitePool } from './pglite-pool.ts';
import { ScopedDialect } from './scoped-dialect.ts';
import { serverPool, workingPool } from './server-pool.ts';

/** Every table, declared by the domain that owns it through module augmentation in `<domain>/<domain>.tables.ts`. */
// eslint-disable-next-line typescript/no-empty-object-type -- filled by augmentation
export interface Tables {}

export type Tx = Transaction<Tables>;

export interface Db {
  readonly engine: 'postgres' | 'pglite';
  readonly pool: pg.Pool;
  readonly kysely: Kysely<Tables>;
  /** Runs as the owner of the schema, outside any pool: for migrations only. */
  readonly owner: OwnerConnection;
  /** Divides the database fairly between organizations, transaction by transaction. */
  readonly share: FairShare;
  /** Listens to the notifications of a channel, sent by any process, after their commit. Returns the function that stops it. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface OwnerConnection {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

export interface DatabaseOptions {
  url: string;
  dataDir: string;
  log: Log;
  poolSize?: number;
  /** An embedded database to start from, made by `dumpDataDir`. Only for `memory://`. */
  snapshot?: Blob;
  /** The pause between two rounds of the embedded engine's upkeep; a minute by default, like that of autovacuum. */
  upkeepMilliseconds?: number;
}

/** The run-time role: no superuser, no BYPASSRLS, owner of nothing. `0001` creates it. */
const runtimeRole = 'desk_app';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Opens the server at `url`; the first query connects to it. Without a `url`, opens the embedded engine in `dataDir`, and throws
 * when another process uses it.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Db> {
  return options.url ? openPostgres(options) : openEmbedded(options);
}

// A random read costs little from memory or flash: with the default, plans that are kept from the first hundred rows read whole
// tables.
const randomPageCost = 1.1;

async function openPostgres({ url, log, poolSize = 16 }: DatabaseOptions): Promise<Db> {
  const lost = (error: Error) => log.warn({ code: errorCode(error) }, 'database connection lost');
  const owner = serverPool({ connectionString: url, max: 1, idleTimeoutMillis: 1_000 }, lost);
  // Session defaults, so that RESET cannot lead back to the owner. P1: an acknowledgement is a synchronous commit.
  const options =
    `-c role=${runtimeRole} -c synchronous_commit=on -c random_page_cost=${randomPageCost} -c statement_timeout=10000 ` +
    '-c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000';
  const pool = workingPool({ connectionString: url, max: poolSize, options }, lost);
  const db = { engine: 'postgres' as const, pool, owner, kysely: kyselyOn(pool), share: createFairShare(poolSize) };
  return {
    ...db,
    listen: (channel, listener) => listenOn(url, channel, listener),
    close: async () => {
      await db.kysely.destroy();
      await owner.end();
    },
  };
}

// Helps an operator who mistyped DATA_DIR and wonders where the data is.
const newDatabaseNotice = (location: string): string =>
  `A new, empty database was created in ${location}. If you expected an existing one, check DATA_DIR.`;

const embeddedSettings = {
  random_page_cost: randomPageCost,
  // PostgreSQL's default of 128 MB would hold each page twice: the operating system caches the files anyway.
  shared_buffers: '32MB',
  // What is kept of the write-ahead log for reuse; the default keeps up to a gigabyte.
  max_wal_size: '128MB',
  // Statistics from 3,000 rows of a table instead of 30,000: nothing else runs meanwhile.
  default_statistics_target: 10,
};

async function startEngine(location: string, snapshot: Blob | undefined) {
  const [{ PGlite }, { vector }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite-pgvector'),
  ]);
  const settings = Object.entries(embeddedSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return PGlite.create({
    dataDir: location,
    extensions: { vector },
    startParams: [...PGlite.defaultStartParams, ...settings],
    ...(snapshot ? { loadDataDir: snapshot } : {}),
  });
}

async function openEmbedded({ dataDir, snapshot, log, upkeepMilliseconds = 60_000 }: DatabaseOptions): Promise<Db> {
  const unlock = dataDir === 'memory://' ? () => {} : lockDataDir(dataDir);
  try {
    const location = dataDir === 'memory://' ? dataDir : join(dataDir, 'database');
    const isNew = location !== dataDir && !existsSync(join(location, 'PG_VERSION'));
    if (location !== dataDir) await makeNewDatabase(location);
    const embedded = await startEngine(location, snapshot);
    if (isNew) log.info(newDatabaseNotice(resolve(location)));
    const pool = pglitePool(embedded, toRuntimeRole);
    const owner: OwnerConnection = { query: (text, values) => queryAsOwner(pool, text, values) };
    const failed = (error: unknown) => log.warn({ code: errorCode(error) }, 'upkeep of the database failed');
    const stopUpkeep = keepUp(owner, upkeepMilliseconds, failed);
    return {
      engine: 'pglite',
      pool,
      kysely: kyselyOn(pool),
      owner,
      share: createFairShare(1),
      listen: async (channel, { heard }) => {
        const off = embedded.onNotification((on, payload) => void (on === channel && heard(payload)));
        await pool.query(`listen ${pg.escapeIdentifier(channel)}`);
        return async () => off();
      },
      close: async () => {
        await stopUpkeep();
        await pool.end();
        await embedded.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

// The role does not exist before the first migration.
const toRuntimeRole = `do $$ begin
  if exists (select from pg_roles where rolname = '${runtimeRole}') then set role ${runtimeRole}; end if;
end $$`;

// The embedded database has one session, which the pool hands out: the owner's queries wait for it like all others.
async function queryAsOwner(pool: pg.Pool, text: string, values?: unknown[]) {
  const client = await pool.connect();
  try {
    await client.query('reset role');
    const results: pg.QueryResult | pg.QueryResult[] = values
      ? await client.query(text, values)
      : await client.query(text);
    return { rows: [results].flat().flatMap((result) => result.rows) };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    await client.query(toRuntimeRole);
    client.release();
  }
}

const kyselyOn = (pool: pg.Pool) => new Kysely<Tables>({ dialect: new ScopedDialect({ pool }) });

/** SQLSTATE or system code of an error: never its message, which may quote values. */
export function errorCode(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return error instanceof Error && unavailableMessage.test(error.message) ? 'connection_lost' : 'unknown';
}

/** Whether a row was refused because another one has the same key. */
export const isDuplicate = (error: unknown): boolean => errorCode(error) === '23505';

/** The result of saving. Throws the refusal if a row has the same key as another one. */
export async function unlessDuplicate<T>(saving: Promise<T>, refusal: () => Error): Promise<T> {
  try {
    return await saving;
  } catch (error) {
    throw isDuplicate(error) ? refusal() : error;
  }
}

// SQLSTATE classes of an unavailable database (connection exceptions, a refused login, a missing database, shutdown, out of
// resources), and node's own codes.
const unavailableCode = /^(connection_lost|08|28|3D|57P|53|25P03|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE)/;
// Errors of node-postgres that have no code.
const unavailableMessage = new RegExp(
  String.raw`^(timeout exceeded when trying to connect|Connection terminated|Cannot use a pool after calling end|` +
    String.raw`Client (has encountered a connection error|was closed) and is not queryable)`,
);

/** Whether an error means that the database could not be reached, rather than that the statement failed. */
export const isDatabaseUnavailable = (error: unknown): boolean => unavailableCode.test(errorCode(error));

/** Whether the server answered, and refused the login or has no database of this name. */
export const isLoginRefused = (error: unknown): boolean => /^(28|3D)/.test(errorCode(error));

const readyWithinMilliseconds = 2_000;

/** Whether the database answers within two seconds. */
export async function databaseReachable(db: Db): Promise<boolean> {
  const answer = sql`select 1`.execute(db.kysely).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, pause(readyWithinMilliseconds, false, { ref: false })]);
}
