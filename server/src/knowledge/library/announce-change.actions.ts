import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { knowledgeChanged } from './knowledge-changed.jobs.ts';

/** Changes to many documents within one second share one examination. */
const collected = { milliseconds: 1_000 };

/**
 * Queues an examination of the knowledge, in the transaction of the change. Call it before `raiseRevision`: both make other changes of
 * the organization wait for the commit, and in two orders they would wait for each other.
 */
export const announceKnowledgeChange = (
  { jobs }: Pick<Desk, 'jobs'>,
  tx: Tx,
  { organizationId }: OrganizationScope,
): Promise<void> =>
  jobs.enqueue(tx, knowledgeChanged, { organizationId }, { key: organizationId, startAfter: collected });
