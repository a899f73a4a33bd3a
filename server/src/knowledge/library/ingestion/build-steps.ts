import type { Tx } from '../../../platform/database/database.ts';
import type { LeasedVersion } from '../versions/ingestion-queue.store.ts';

/** What search and insight do while a version is built: ingestion calls them and knows neither. */
export interface BuildSteps {
  /** A part of the index is written: it may be entered where no question sees it yet. */
  stage(work: LeasedVersion, part: number, body: string): Promise<void>;
  /** The work has ended, one way or another: what was staged and does not serve goes. */
  withdraw(work: LeasedVersion): Promise<void>;
  /** In the transaction that makes the version serve, before the passages of older ones are dropped. */
  activate(tx: Tx, work: LeasedVersion): Promise<void>;
  /** The version serves: asks retrieval for the document by its own words. */
  probe(work: LeasedVersion): Promise<void>;
}
