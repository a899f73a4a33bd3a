import { userInfo } from 'node:os';
import type { Erasure } from '@desk/contract/customers';
import type { DeadLetter } from '@desk/contract/dead-letters';
import type { Decision } from '@desk/contract/decisions';
import type { Counterfactual, ExplainedPassage, ExplainedRule } from '@desk/contract/simulation';
import type { Acting, Actor, OnOrganizationCreated } from '../access/index.ts';
import { readConfig, type Config } from '../platform/config/config.ts';
import { errorCode, openDatabase, type Db, type Tx } from '../platform/database/database.ts';
import type { Desk } from '../platform/desk.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';
import { hasQueues } from '../platform/jobs/prepare-jobs.ts';
import { createLog } from '../platform/process/log.ts';
import { newerDatabase, pendingMigrations } from '../platform/database/migrate.ts';

/** Given by the composition, which the tool must not import. */
export interface Tools {
  /** The working directory of the caller: relative file names are resolved against it. */
  calledFrom: string;
  openDesk(config: Config, db: Db): Promise<Desk & { close(): Promise<void> }>;
  /** Migrations and queues. Returns the names of the migrations that were applied. */
  prepareStore(db: Db): Promise<string[]>;
  onOrganizationCreated: OnOrganizationCreated[];
  /** The dead letters, as people at the desk see them. */
  deadLetters: {
    page(
      tx: Tx,
      scope: OrganizationScope,
      page: { limit: number; cursor: string | undefined },
    ): Promise<{ items: DeadLetter[] }>;
    retry(desk: Desk, acting: Acting, id: string): Promise<unknown>;
    discard(desk: Desk, acting: Acting, id: string): Promise<void>;
  };
  /** Erases the customers with this address, external id or id, and waits until nothing is left of them. */
  eraseCustomers(desk: Desk, acting: Acting, name: string): Promise<Erasure[]>;
  /** Explains what the desk would do with a message, and why. Stores nothing. */
  explainMessage(desk: Desk, scope: OrganizationScope, message: string): Promise<ExplainedMessage>;
}

export interface ExplainedMessage {
  readonly decision: Decision;
  readonly explanation: {
    readonly rules: readonly ExplainedRule[];
    readonly evidence: readonly ExplainedPassage[];
    readonly counterfactuals: readonly Counterfactual[];
  } | null;
}

/** A failure that the operator can fix; the tool shows only its message. */
export class Refusal extends Error {}

/** Whether the database refused its login something: the service may have one that owns nothing, this tool needs the owner. */
export const isWithoutRight = (error: unknown): boolean => errorCode(error) === '42501';

/** Opens the database without migrating it. Refuses the embedded one while the service runs, because it serves one process. */
export function openStoreAsItIs(config: Config): Promise<Db> {
  const options = { url: config.DATABASE_URL, dataDir: config.DATA_DIR, log: createLog('silent'), poolSize: 4 };
  return openDatabase(options).catch((error: Error) => {
    if (!/in use by process/.test(error.message)) throw error;
    throw new Refusal(`${error.message} The embedded database serves one process: stop the service for this command.`);
  });
}

export async function withStore<T>(work: (db: Db, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig();
  const db = await openStoreAsItIs(config);
  try {
    return await work(db, config);
  } finally {
    await db.close();
  }
}

/** For commands that act as the service does. Works no jobs: the service works the jobs that the command enqueues. */
export async function withDesk<T>(tools: Tools, work: (desk: Desk) => Promise<T>): Promise<T> {
  const config = readConfig();
  const desk = await openWorkshop(tools, { ...config, ROLE: 'api', LOG_LEVEL: 'error' });
  try {
    return await work(desk);
  } finally {
    await desk.close();
  }
}

async function openWorkshop(tools: Tools, config: Config) {
  const db = await openStoreAsItIs(config);
  try {
    await refuseOutdated(db);
    return await tools.openDesk(config, db);
  } catch (error) {
    await db.close();
    throw error;
  }
}

export async function refuseOutdated(db: Db): Promise<void> {
  const newer = await newerDatabase(db);
  if (newer) throw new Refusal(`${newer.detail} ${newer.remedy}`);
  const pending = await pendingMigrations(db);
  if (pending.length > 0)
    throw new Refusal(
      `The database lacks ${pending.length} migrations. Start the service, or run \`frontdesk migrate\`.`,
    );
  if (!(await hasQueues(db)))
    throw new Refusal('The database is empty. Start the service, or run `frontdesk migrate`, and look at DATA_DIR.');
}

/** The actor in the audit log: the user at the machine. */
export const operator = (): Actor => ({ type: 'operator', id: 'frontdesk', name: userName() });

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without a name.
    return 'unknown';
  }
}
