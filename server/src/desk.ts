import { openBlobs } from './platform/blobs/open-blobs.ts';
import { systemClock, type Clock } from './platform/process/clock.ts';
import type { Config } from './platform/config/config.ts';
import { configuredEgress } from './platform/egress/configured-egress.ts';
import {
  errorCode,
  isDatabaseUnavailable,
  isLoginRefused,
  openDatabase,
  type Db,
} from './platform/database/database.ts';
import type { Desk } from './platform/desk.ts';
import { openEmbedders } from './platform/embedding/open-embedder.ts';
import { openJobs } from './platform/jobs/jobs.ts';
import { prepareJobs } from './platform/jobs/prepare-jobs.ts';
import { checkKeyCanary } from './platform/secrets/key-canary.ts';
import { openLanguageModel } from './platform/language-model/open-language-model.ts';
import { createBodyBudget } from './platform/http/body-in-flight.ts';
import { createLimits } from './platform/http/limits.ts';
import { createLog } from './platform/process/log.ts';
import { migrate } from './platform/database/migrate.ts';
import { openPepper } from './platform/secrets/pepper.ts';
import { createSecrets } from './platform/secrets/secrets.ts';

/** Opens the store, migrated and with its job queues. Throws when it cannot be opened, is in use, or a migration fails. */
export async function openStore(config: Config): Promise<Db> {
  const options = { url: config.DATABASE_URL, dataDir: config.DATA_DIR, log: createLog(config.LOG_LEVEL) };
  // Each domain declares its queues when it is loaded, and `prepareJobs` creates them. Meanwhile, other threads compile the
  // embedded database.
  const [db] = await Promise.all([openDatabase(options), import('./app.ts')]);
  try {
    await prepareStore(db);
    return db;
  } catch (error) {
    await db.close();
    if (!isDatabaseUnavailable(error) || isLoginRefused(error)) throw error;
    const reason = `The database does not answer (${errorCode(error)}).`;
    throw new Error(`${reason} Check DATABASE_URL, and that the server runs.`, { cause: error });
  }
}

/** Applies migrations and creates the queues of the loaded domains. Returns the names of the applied migrations. */
export async function prepareStore(db: Db): Promise<string[]> {
  const applied = await migrate(db);
  await prepareJobs(db);
  return applied;
}

/** From the design of retrieval: above this, a full in-memory index is too large for a process with many organizations. */
const mostPassagesInMemory = 50_000;

/** Opens everything that actions work with, on a migrated store. `close` closes all of it, including the store. */
export async function openDesk(
  config: Config,
  db: Db,
  clock: Clock = systemClock,
): Promise<Desk & { close(): Promise<void> }> {
  const log = createLog(config.LOG_LEVEL);
  const secrets = createSecrets(config.SECRET_KEY, config.SECRET_KEY_PREVIOUS);
  await checkKeyCanary(db, secrets);
  const pepper = await openPepper(db, secrets);
  const jobs = await openJobs(db, log, config.ROLE !== 'api');
  // Receivers of webhooks have 15 s to answer.
  const egress = configuredEgress(config, { trusted: vendorUrls(config), silenceMilliseconds: 15_000 });
  const limits = createLimits(config.RATE_LIMIT_PER_MINUTE, clock);
  const bodies = createBodyBudget(config.DATA_DIR);
  const blobs = await openBlobs(config, log);
  const embedders = openEmbedders(config, log);
  const languageModel = openLanguageModel(config, log);
  const close = async () => {
    // Close the embedders first: unfinished passages are queued again, and a question is answered without an embedding.
    await embedders.close();
    await languageModel?.close();
    await jobs.drain();
    await egress.close();
    await blobs.close();
    await db.close();
  };
  const { embedder, formerEmbedder } = embedders;
  const tools = { config, db, clock, log, jobs, limits, bodies, egress, secrets, pepper, blobs };
  return { ...tools, embedder, formerEmbedder, languageModel, mostPassagesInMemory, close };
}

// The operator named these hosts; TICKETDESK_BASE_URL only when no organization can choose a part of it.
const vendorUrls = (config: Config) =>
  [
    config.CHATDESK_API_URL,
    config.CHATDESK_TOKEN_URL,
    config.TICKETDESK_BASE_URL,
    config.CLOUD_DRIVE_API_URL,
    config.CLOUD_DRIVE_TOKEN_URL,
    ...config.identityProviders.map(({ issuer }) => issuer),
  ].filter((url) => !url.includes('{'));
