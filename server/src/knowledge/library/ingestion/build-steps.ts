import type { Tx } from '../../../platform/database/database.ts';
import type { LeasedVersion } from '../versions/ingestion-queue.store.ts';

/** The steps of search and insight during a build. Ingestion calls them without importing either. */
export interface BuildSteps {
  /** Called after a part of the index is written. May load it where no search sees it yet. */
  stage(work: LeasedVersion, part: number, body: string): Promise<void>;
  /** Called when the build ends, successfully or not. Drops staged parts of a version that is not active. */
  withdraw(work: LeasedVersion): Promise<void>;
  /** Called in the transaction that activates the version, before the passages of older versions are dropped. */
  activate(tx: Tx, work: LeasedVersion): Promise<void>;
  /** Called after activation. Tests if retrieval finds the document by questions in its own words. */
  probe(work: LeasedVersion): Promise<void>;
}
