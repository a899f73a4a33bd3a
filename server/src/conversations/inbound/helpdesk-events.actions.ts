import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { personReplied } from '../record/conversations.jobs.ts';
import { lockCurrent, type ConversationRow } from '../record/conversations.store.ts';
import { insertMessage } from '../record/messages.store.ts';
import type { OutboxContent } from '../record/conversations.tables.ts';
import { isOurs, wordsOnTheirWay } from '../outbox/outbox.store.ts';
import {
  handToAi,
  handToHuman,
  setStatus,
  type AiPermission,
  type OwnershipState,
  type OwnershipStep,
} from '../ownership/ownership.logic.ts';
import {
  applyStep,
  ownershipStateOf,
  stepOfReply,
  type HandoverActor,
  type TurnTimes,
} from '../ownership/ownership.actions.ts';
import { providerKey, type VendorThread } from '../record/thread.logic.ts';
import { openForPeople, type ThreadOpening } from './opened-by-people.actions.ts';

export interface HelpdeskReply {
  thread: VendorThread;
  text: string;
  html: string | null;
  providerMessageId: string;
  author: { id: string; name: string | null };
  /** If it is what the thread begins with: whom it is for. */
  opens?: ThreadOpening | undefined;
  /** Recognises our own text, if the reply comes from the seat that we send as; null if it comes from another seat. */
  isEcho: ((sent: OutboxContent) => boolean) | null;
}

/**
 * Records a person's reply in the helpdesk: a takeover. Ignores our own messages coming back, and threads that are not ours unless the
 * reply begins one.
 * A reply is our own if its id is that of a sent message, or if its text matches a message that is in flight: its echo may
 * arrive before the vendor's response.
 */
export async function recordHumanReply(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  reply: HelpdeskReply,
): Promise<ConversationRow | undefined> {
  const known = await lockCurrent(tx, scope, reply.thread);
  const current = known ?? (reply.opens && (await openForPeople(desk, tx, scope, { ...reply, ...reply.opens })));
  if (!current || (await isOurs(tx, scope, current.id, reply.providerMessageId))) return current;
  const { isEcho } = reply;
  if (isEcho && (await wordsOnTheirWay(tx, scope, current.id)).some(isEcho)) return current;
  const actor: HandoverActor = { type: 'human', id: reply.author.id, name: reply.author.name };
  const message = await insertMessage(tx, current, {
    kind: 'human',
    author_type: 'human',
    author_id: actor.id,
    author_name: actor.name,
    text: reply.text,
    html: reply.html,
    provider_key: `${providerKey(reply)}:team`,
    created_at: desk.clock.now(),
  });
  if (!message) return current;
  await applyStep(desk, tx, current, { step: stepOfReply(current), because: { actor }, turn: null });
  const { organization_id: organizationId, id: conversationId } = current;
  await desk.jobs.enqueue(tx, personReplied, { organizationId, conversationId, messageId: message.id });
  return current;
}

export interface ThreadMove {
  thread: VendorThread;
  to: 'closed' | 'snoozed' | 'opened' | 'assigned_to_people' | 'assigned_to_us';
  snoozedUntil: Date | null;
  /** If the thread is assigned to our seat, the AI takes it over where it may reply. */
  permission: AiPermission;
  turn: TurnTimes;
}

/** Follows a change of state in the helpdesk. A transition that is not legal here is ignored: the vendor cannot break our state. */
export async function recordThreadState(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  move: ThreadMove,
): Promise<ConversationRow | undefined> {
  const current = await lockCurrent(tx, scope, move.thread);
  const step = current && stepFor(ownershipStateOf(current), move, desk.clock.now());
  const actor: HandoverActor = { type: 'human', id: null, name: null };
  if (step) await applyStep(desk, tx, current, { step, because: { actor }, turn: move.turn });
  return current;
}

function stepFor(now: OwnershipState, { to, snoozedUntil, permission }: ThreadMove, at: Date): OwnershipStep | null {
  switch (to) {
    case 'closed':
      return setStatus(now, 'resolved', { now: at, snoozedUntil: null });
    case 'snoozed':
      return setStatus(now, 'snoozed', { now: at, snoozedUntil });
    case 'opened':
      return now.status === 'open' || now.owner === 'ai'
        ? null
        : setStatus(now, 'open', { now: at, snoozedUntil: null });
    case 'assigned_to_people':
      // Helpdesks assign the person who has just replied there: this is no new work if people have the conversation already.
      return now.owner === 'ai' ? handToHuman(now, 'manual') : null;
    case 'assigned_to_us':
      // Resolved conversations and spam keep their status: helpdesks also assign what they close.
      return permission.may && now.status !== 'resolved' && now.status !== 'spam' ? handToAi(now) : null;
  }
}
