import type { DeadLetter } from '@desk/contract/dead-letters';
import { record, type Acting } from '../../access/index.ts';
import {
  deadEvents,
  findEvent,
  retryEvent,
  discardEvent,
  type DeadEvent,
  type HelpdeskName,
} from '../../channels/index.ts';
import {
  deadSends,
  findDeadReply,
  findDeadSend,
  findSend,
  findMessage,
  lockConversation,
  repliesWithoutGrant,
  revive,
  discardSend,
  wakeSender,
  type DeadSend,
  type MessageRow,
} from '../../conversations/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { pageOf, timeAndIdIn, type PageQuery } from '../../platform/http/page.ts';
import { isId } from '../../platform/process/ids.ts';

/** Lists the events and sends that were given up, newest first. */
export async function pageOfDeadLetters(
  tx: Tx,
  scope: OrganizationScope,
  { limit, cursor }: PageQuery,
): Promise<{ items: DeadLetter[]; next_cursor: string | null }> {
  const page = { before: timeAndIdIn(cursor), limit: limit + 1 };
  const letters = [
    ...(await deadSends(tx, scope, page)).map(letterOfSend),
    ...(await deadEvents(tx, scope, page)).map(letterOfEvent),
  ].toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id));
  const { rows, next_cursor } = pageOf(letters.slice(0, limit + 1), limit, ({ at, id }) => [at, id]);
  return { items: rows, next_cursor };
}

/** Throws 404, also for an item that is no longer a dead letter. */
export async function showDeadLetter(tx: Tx, scope: OrganizationScope, id: string): Promise<DeadLetter> {
  const event = await findEvent(tx, scope, id);
  if (event?.state === 'parked') return letterOfEvent(event);
  const send = isId(id) ? await findDeadSend(tx, scope, id) : undefined;
  if (!send) throw notFound();
  return letterOfSend(send);
}

/** Retries a dead letter. Throws 404; 409 if it is not (or no longer) a dead letter. */
export async function retryDeadLetter(desk: Desk, acting: Acting, id: string): Promise<DeadLetter> {
  return inScope(desk.db, acting, async (tx) => {
    const { event, send } = await findLetter(tx, acting, id);
    const tried = event ? await retryEvent(desk, tx, acting, event) : await resend(desk, tx, acting, send);
    if (!tried) throw notGivenUp();
    record(desk, tx, acting, { action: 'dead_letter.retried', subject: { type: 'dead_letter', id } });
    return event ? letterOfEvent(event) : letterOfSend(send);
  });
}

/** Discards a dead letter permanently. Throws 404 and 409 as above. */
export async function discardDeadLetter(desk: Desk, acting: Acting, id: string): Promise<void> {
  await inScope(desk.db, acting, async (tx) => {
    const { event } = await findLetter(tx, acting, id);
    const done = event ? await discardEvent(tx, acting, event) : await discardSend(tx, acting, id);
    if (!done) throw notGivenUp();
    record(desk, tx, acting, { action: 'dead_letter.discarded', subject: { type: 'dead_letter', id } });
  });
}

type Letter = { event: DeadEvent; send: null } | { event: null; send: DeadSend };

async function findLetter(tx: Tx, scope: OrganizationScope, id: string): Promise<Letter> {
  const event = await findEvent(tx, scope, id);
  if (event) return { event, send: null };
  const send = isId(id) ? await findSend(tx, scope, id) : undefined;
  if (!send) throw notFound();
  return { event: null, send };
}

const notGivenUp = () => conflict('invalid_transition', sentence`This item is not, or no longer, a dead letter.`);

/** Sends an undelivered reply again, at a person's request. Throws 404; 409 if it is not such a reply. */
export async function retryMessage(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { id, message_id }: { id: string; message_id: string },
): Promise<MessageRow> {
  const message = await findMessage(tx, acting, id, message_id);
  if (!message) throw notFound();
  const send = await findDeadReply(tx, acting, message_id);
  if (!send) throw conflict('invalid_transition', sentence`Only a reply that was not delivered can be sent again.`);
  await resend(desk, tx, acting, send);
  record(desk, tx, acting, { action: 'dead_letter.retried', subject: { type: 'dead_letter', id: send.id } });
  return message;
}

/** After a grant was renewed: sends the replies that failed without it, unless we have written since. */
export async function resendUngranted(
  desk: Desk,
  { organizationId, channel }: OrganizationScope & { channel: HelpdeskName },
): Promise<void> {
  const scope = { organizationId };
  const waiting = await inScope(desk.db, scope, (tx) => repliesWithoutGrant(tx, scope, channel));
  for (const send of waiting) await inScope(desk.db, scope, (tx) => resend(desk, tx, scope, send));
}

// Lock the conversation before its outbox row (docs/promises.md R1).
async function resend(desk: Desk, tx: Tx, scope: OrganizationScope, send: DeadSend): Promise<boolean> {
  const conversation = await lockConversation(tx, scope, send.conversation_id);
  if (!conversation || !(await revive(tx, scope, send))) return false;
  await wakeSender(desk, tx, conversation);
  return true;
}

const letterOfSend = (send: DeadSend): DeadLetter => ({
  id: send.id,
  kind: 'send',
  channel: send.channel,
  reason: send.last_error ?? '',
  uncertain: send.state === 'unknown',
  conversation_id: send.conversation_id,
  attempts: send.attempts,
  at: send.at.toISOString(),
});

const letterOfEvent = (event: DeadEvent): DeadLetter => ({
  id: event.letterId,
  kind: 'event',
  channel: event.channel,
  reason: event.last_error ?? '',
  uncertain: false,
  conversation_id: null,
  attempts: event.attempts,
  at: event.at.toISOString(),
});
