import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import pg from 'pg';
import { cloneDatabase, embeddedSnapshot } from '../database.ts';
import { engine } from './chance.ts';

export type Query = (text: string, values?: unknown[]) => Promise<any[]>;

/** The state of the service: a PostgreSQL database or a data directory. It outlives the processes. */
export interface Home {
  readonly environment: Record<string, string>;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Queries the database directly, as the owner. On PGlite only while no process runs. */
  look<T>(work: (query: Query) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

export const openHome = (): Promise<Home> => (engine === 'postgres' ? postgresHome() : embeddedHome());

async function postgresHome(): Promise<Home> {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-promises-'));
  const { db, url, drop } = await cloneDatabase();
  await db.close();
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // A test that cuts connections also cuts these.
  pool.on('error', () => undefined);
  return {
    environment: { DATABASE_URL: url, DATA_DIR: dataDir },
    databaseUrl: url,
    dataDir,
    look: (work) => work(async (text, values) => (await pool.query(text, values)).rows),
    remove: async () => {
      await pool.end();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function embeddedHome(): Promise<Home> {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-promises-'));
  const directory = join(dataDir, 'database');
  // Unpack a snapshot: making the database takes longer than most of these tests.
  mkdirSync(directory, { mode: 0o700 });
  const snapshot = await embeddedSnapshot();
  execFileSync('tar', ['--extract', '--file', snapshot, '--directory', directory], { stdio: 'ignore' });
  return {
    environment: { DATA_DIR: dataDir },
    databaseUrl: '',
    dataDir,
    async look(work) {
      const database = await PGlite.create({ dataDir: directory, extensions: { vector } });
      try {
        return await work(async (text, values) => (await database.query(text, values)).rows);
      } finally {
        await database.close();
      }
    },
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/**
 * Simulates that `seconds` have passed since the last process died: leases and deadlines expire. Use it only while no process
 * runs and no vendor works on a request; then nothing can distinguish it from waiting.
 */
export const passSeconds = (home: Home, seconds: number): Promise<void> =>
  home.look(async (query) => {
    const earlier = (column: string) => `${column} = ${column} - make_interval(secs => ${seconds})`;
    await query(`update lane set ${earlier('locked_until')}, ${earlier('ready_at')}`);
    await query(
      `update conversation set ${['turn_due_at', 'turn_deadline_at', 'turn_lease_until'].map(earlier).join(', ')}`,
    );
    await query(`update connector set ${earlier('checking_until')}, ${earlier('fetching_until')}`);
    await query(`update document set ${earlier('lease_until')}, ${earlier('stage_deadline')}`);
    await query(
      `update outbox set ${['next_at', 'send_deadline'].map(earlier).join(', ')} where state in ('pending', 'sending')`,
    );
    await query(
      `update pgboss.job set ${['created_on', 'started_on', 'start_after', 'heartbeat_on'].map(earlier).join(', ')} ` +
        `where state in ('created', 'active', 'retry')`,
    );
    await query(`update pgboss.queue set ${['maintain_on', 'monitor_on'].map(earlier).join(', ')}`);
  });
