import type { Tx } from '../platform/database/database.ts';
import type { Desk } from '../platform/desk.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';
import { erasePlayground } from './playground/playground.store.ts';
import { eraseResults } from './runs/runs.store.ts';
import { eraseCases, findSuite, lockSuite, saveSuite } from './suite/suite.store.ts';

/** Removes what was copied from these conversations: playground conversations, cases in every version, and results of them. */
export async function eraseCopies(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { conversationIds }: { conversationIds: readonly string[] },
): Promise<{ playground: number; cases: number }> {
  const playground = await erasePlayground(tx, scope, conversationIds);
  await lockSuite(tx, scope);
  await eraseResults(tx, scope, conversationIds);
  const cases = await eraseCases(tx, scope, conversationIds);
  const suite = await findSuite(tx, scope);
  // A version of its own: somebody who edits the former one must not bring a case back.
  if (cases > 0 && suite)
    await saveSuite(tx, scope, {
      version: suite.version + 1,
      name: suite.name,
      cases: suite.cases,
      at: desk.clock.now(),
      by: { type: 'system', id: 'erasure', name: 'Erasure' },
    });
  return { playground, cases };
}
