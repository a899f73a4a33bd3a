import type { Config } from './config/config.ts';
import type { BodyBudget } from './http/body-in-flight.ts';
import type { Blobs } from './blobs/blobs.ts';
import type { Clock } from './process/clock.ts';
import type { Db } from './database/database.ts';
import type { Egress } from './egress/egress.ts';
import type { Embedders } from './embedding/embedder.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { LanguageModel } from './language-model/language-model.ts';
import type { CallLimits } from './http/limits.ts';
import type { Log } from './process/log.ts';
import type { Pepper } from './secrets/pepper.ts';
import type { Secrets } from './secrets/secrets.ts';

/** The dependencies of all actions. `server/src/desk.ts` creates them once; each action takes them as its first argument. */
export interface Desk {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly limits: CallLimits;
  readonly bodies: BodyBudget;
  readonly egress: Egress;
  readonly secrets: Secrets;
  readonly pepper: Pepper;
  readonly blobs: Blobs;
  /** Null when EMBEDDINGS is off. */
  readonly embedder: Embedders['embedder'];
  readonly formerEmbedder: Embedders['formerEmbedder'];
  /** Null when AI_PROVIDER is embedded. */
  readonly languageModel: LanguageModel | null;
  /** The most passages of one organization that are ranked in memory; above this, the database selects candidates. */
  readonly mostPassagesInMemory: number;
}
