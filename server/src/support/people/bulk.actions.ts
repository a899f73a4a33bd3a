import type { changeConversations } from '@desk/contract/queue';
import type { BodyOf } from '@desk/contract/endpoint';
import type { Scope } from '../../access/index.ts';
import { editConversation, type PeerLookups } from '../../conversations/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { AppError, invalid } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { handOverByPerson } from './handover-by-person.actions.ts';

interface Changed {
  id: string;
  ok: boolean;
  code?: string;
}

/** Changes each conversation separately, one after the other. A failure is reported, changes nothing, and does not stop the others. */
export async function changeEach(
  desk: Desk,
  scope: Scope,
  { ids, patch: given, handover }: BodyOf<typeof changeConversations>,
  neighbours: PeerLookups,
): Promise<Changed[]> {
  if (!given && !handover) throw invalid('', sentence`Name a patch, a handover, or both.`);
  const assignee = handover?.assignee_id;
  const patch = assignee === undefined ? given : { ...given, assignee_id: assignee };
  const actor = { type: 'human' as const, id: scope.actor.id, name: scope.actor.name };
  // The patch comes first, so it checks the version that the caller has seen.
  const seen = handover?.expected_version === undefined ? null : [handover.expected_version];
  const changed: Changed[] = [];
  for (const id of ids)
    changed.push(
      await attempt(id, async () => {
        const first = async (tx: Tx) =>
          patch && editConversation(desk, tx, scope, { id, edit: patch, actor, expectedVersion: seen, neighbours });
        if (handover)
          await handOverByPerson(desk, scope, {
            id,
            wish: handover,
            expectedVersion: patch ? null : seen,
            actor,
            first,
          });
        else await inScope(desk.db, scope, first);
      }),
    );
  return changed;
}

async function attempt(id: string, change: () => Promise<void>): Promise<Changed> {
  try {
    await change();
    return { id, ok: true };
  } catch (error) {
    if (error instanceof AppError) return { id, ok: false, code: error.code };
    throw error;
  }
}
