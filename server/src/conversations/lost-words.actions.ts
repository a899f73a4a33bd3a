import type { HandoverReason } from '@desk/contract/decisions';
import type { Desk } from '../platform/desk.ts';
import type { Tx } from '../platform/database.ts';
import { saveConversation, type ConversationRow } from './conversations.store.ts';
import type { OutboxRow } from './outbox.store.ts';
import { waitsAgain, wordsLost } from './ownership.logic.ts';
import { applyStep, columnsOf, scopeOf, standingOf, type Actor } from './standing.actions.ts';
import { unansweredSince } from './unanswered.store.ts';
import { unsay } from './withdrawal.actions.ts';

const system: Actor = { type: 'system', id: null, name: null };

interface Loss {
  /** As it was settled. */
  row: OutboxRow;
  /** Why people get it, if the AI has it. */
  reason: HandoverReason;
  note: string;
}

/** Words of ours did not arrive, or perhaps not: work is due again before people, whoever had thought it done. */
export async function bringBeforePeople(
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  { row, reason, note }: Loss,
): Promise<void> {
  const scope = scopeOf(conversation);
  if (row.actor !== 'human') await unsay(tx, scope, row);
  const since = (await unansweredSince(tx, scope, conversation.id)) ?? desk.clock.now();
  const step = wordsLost(standingOf(conversation), { since, reason });
  if (step) await applyStep(desk, tx, conversation, { step, because: { actor: system, note }, turn: null });
}

/** A machine's words were stopped because people have taken over since: whom nobody has answered waits on. */
export async function keepWaiting(desk: Desk, tx: Tx, conversation: ConversationRow, row: OutboxRow): Promise<void> {
  const scope = scopeOf(conversation);
  await unsay(tx, scope, row);
  const since = await unansweredSince(tx, scope, conversation.id);
  if (since === null) return;
  // People gave it back while these words seemed to be an answer: the AI has nothing to do, and nobody would.
  if (conversation.owner === 'ai' && conversation.status === 'pending')
    return bringBeforePeople(desk, tx, conversation, { row, reason: 'ai_error', note: 'An answer was not sent.' });
  const before = standingOf(conversation);
  const standing = waitsAgain(before, since);
  if (standing !== before) await saveConversation(tx, conversation, columnsOf(standing), desk.clock.now());
}
