import { sweepAccess } from '../access/index.ts';
import { wakeLanes } from '../channels/index.ts';
import { sweepConnectors } from '../connectors/index.ts';
import {
  forgetPresence,
  sweepAttachments,
  lockOverdue,
  overdueConversations,
  moveTo,
  promiseLost,
  wake,
  wakeSender,
  type OfConversation,
} from '../conversations/index.ts';
import type { Desk } from '../platform/desk.ts';
import { forgetDeliveries, forgetEvents } from '../live/index.ts';
import { foldReports } from '../reports/index.ts';
import { countRepair } from '../platform/process/counters.ts';
import { guarded } from '../platform/guarded.ts';
import { forgetAnswers } from '../platform/server/idempotency.ts';
import { inScope, unscoped } from '../platform/database/transaction.ts';
import { sweepDrives, sweepEmbeddings, sweepIngestion } from '../knowledge/index.ts';
import { sweepErasures } from './erasure/erase.actions.ts';
import { resolveInactive } from './upkeep/inactivity.actions.ts';
import { retain } from './upkeep/retention.actions.ts';
import { giveUp } from './give-up.actions.ts';

/**
 * Guards the invariant (docs/behaviour.md): a waiting customer has a turn with a deadline, a place before people, or a timer.
 * Finds conversations of any organization that a crash, a lost job or a bug has left behind, repairs them, and returns the
 * number of repairs by need.
 */
export async function sweep(desk: Desk): Promise<Record<string, number>> {
  const repaired: Record<string, number> = {};
  const overdue = await unscoped(desk.db, (tx) => overdueConversations(tx));
  for (const { organization_id, conversation_id, need } of overdue) {
    const of = { organizationId: organization_id, conversationId: conversation_id };
    const count = () => {
      repaired[need] = (repaired[need] ?? 0) + 1;
      countRepair(need);
    };
    await guarded(desk, need, () => repair(desk, of, need).then(count));
  }
  await guarded(desk, 'inactivity', () => resolveInactive(desk));
  await guarded(desk, 'retention', () => retain(desk));
  await guarded(desk, 'erasures', () => sweepErasures(desk));
  // After retention, so that the files of the messages that it deleted go in the same sweep.
  await guarded(desk, 'attachments', () => sweepAttachments(desk));
  await guarded(desk, 'lanes', () => wakeLanes(desk));
  await guarded(desk, 'ingestion', () => sweepIngestion(desk));
  await guarded(desk, 'embeddings', () => sweepEmbeddings(desk));
  await guarded(desk, 'drives', () => sweepDrives(desk));
  await guarded(desk, 'connectors', () => sweepConnectors(desk));
  await guarded(desk, 'access', () => sweepAccess(desk));
  await guarded(desk, 'idempotency keys', () => forgetAnswers(desk));
  await guarded(desk, 'live events', () => forgetEvents(desk));
  await guarded(desk, 'webhook deliveries', () => forgetDeliveries(desk));
  await guarded(desk, 'reports', () => foldReports(desk));
  await guarded(desk, 'presence', () => forgetPresence(desk));
  if (overdue.length > 0) desk.log.warn({ repaired }, 'sweeper repaired');
  return repaired;
}

type Need = Awaited<ReturnType<typeof overdueConversations>>[number]['need'];

async function repair(desk: Desk, of: OfConversation, need: Need): Promise<void> {
  const scope = { organizationId: of.organizationId };
  switch (need) {
    case 'deadline':
    case 'lost':
      return giveUp(desk, of, { need });
    case 'turn':
      return inScope(desk.db, scope, (tx) => promiseLost(desk, tx, scope, of.conversationId));
    case 'wake':
      return inScope(desk.db, scope, async (tx) => {
        const row = await lockOverdue(tx, scope, of.conversationId, { need });
        if (row) await moveTo(tx, row, wake, desk.clock.now());
      });
    case 'delivery':
      return inScope(desk.db, scope, (tx) =>
        wakeSender(desk, tx, { organization_id: of.organizationId, id: of.conversationId }),
      );
  }
}
