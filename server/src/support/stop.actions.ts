import type { IncomingEvent, Inbound } from '../channels/index.ts';
import { keepStoppedDecision, readThread, type ConversationRow, type MessageRow } from '../conversations/index.ts';
import type { Desk } from '../platform/desk.ts';
import type { Tx } from '../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../platform/database/transaction.ts';
import { newId } from '../platform/process/ids.ts';
import type { Stop } from '../routing/index.ts';
import { consider } from './consider.actions.ts';
import type { Considered } from './turn/decided.ts';
import { historyOf, knownOfThread, readBasis, underTerms, type Matter } from './turn/known.actions.ts';
import { unknownThread } from './turn/known.logic.ts';
import { messageStopped, type StoppedMessage } from './turn/stopped.jobs.ts';
import { readTerms } from './turn/terms.actions.ts';

/** Promises the record of a message that needs no turn. */
export const promiseStopped = (
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  { stop, providerKey }: { stop: Stop; providerKey: string },
): Promise<void> => {
  const of = { organizationId: conversation.organization_id, conversationId: conversation.id };
  const decisionId = newId();
  return desk.jobs.enqueue(tx, messageStopped, { ...of, decisionId, stop, providerKey }, { key: decisionId });
};

/** Decides about a stopped message as about any other, so that its record has its tags and route; nothing is done about it. */
export async function considerStopped(desk: Desk, stopped: StoppedMessage): Promise<void> {
  const scope = { organizationId: stopped.organizationId };
  const matter = await inScope(desk.db, scope, (tx) => knownOfStopped(desk, tx, scope, stopped));
  if (!matter) return;
  const { decisionId: id, conversationId } = stopped;
  const record = recordOf(desk, await consider(desk, scope, matter), { ...scope, id, conversationId });
  await inScope(desk.db, scope, (tx) => keepStoppedDecision(tx, record));
}

/** The record of a message that belongs to no conversation: `keepStoppedDecision` keeps it, as the message is set aside. */
export type StoppedAlone = ReturnType<typeof recordOf>;

/** The same for a message that begins no conversation: an automatic reply to nothing of ours, a newsletter. */
export async function considerAlone(
  desk: Desk,
  { channel, organizationId }: Pick<Inbound, 'channel' | 'organizationId'>,
  {
    subject,
    text,
    customer,
  }: Pick<Extract<IncomingEvent, { kind: 'customer_message' }>, 'subject' | 'text' | 'customer'>,
): Promise<StoppedAlone> {
  const scope = { organizationId };
  const { name, email, externalId, locale, attributes } = customer;
  const thread = {
    ...unknownThread,
    channel,
    message: { ...unknownThread.message, subject, text },
    customer: { name, email, externalId, verified: false, locale, attributes },
  };
  const matter = await inScope(desk.db, scope, async (tx): Promise<Matter> => {
    const terms = await readTerms(desk, tx, scope);
    const settled = underTerms(terms, { ...thread, now: desk.clock.now(), answerBy: null });
    return { known: { ...settled, stop: 'automated' }, basis: await readBasis(desk, tx, scope, terms.settings) };
  });
  return recordOf(desk, await consider(desk, scope, matter), { organizationId, id: newId(), conversationId: null });
}

interface RecordName {
  organizationId: string;
  id: string;
  conversationId: string | null;
}

const recordOf = (
  desk: Desk,
  { decision, known, ruling }: Considered,
  { organizationId, id, conversationId }: RecordName,
) => ({
  organization_id: organizationId,
  id,
  conversation_id: conversationId,
  message_ids: [...known.message.ids],
  disposition: 'stopped' as const,
  outcome: decision.outcome,
  reason: decision.reason,
  record: JSON.stringify(decision),
  known: JSON.stringify(known),
  decided: JSON.stringify(ruling),
  hash: decision.hash,
  created_at: desk.clock.now(),
});

/** Null when the conversation has been erased meanwhile. */
async function knownOfStopped(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { conversationId, providerKey, stop }: StoppedMessage,
): Promise<Matter | null> {
  const thread = await readThread(tx, scope, conversationId);
  if (!thread) return null;
  const terms = await readTerms(desk, tx, scope);
  const { message, ...about } = await knownOfThread(tx, scope, thread);
  const before = thread.messages.filter((each) => each.provider_key !== providerKey);
  const own = thread.messages.find((each) => each.provider_key === providerKey);
  const stoppedMessage = { ...message, ...(own ? wordsOf(own) : noWords), needsUnreadableAttachment: false };
  const settled = underTerms(terms, {
    ...about,
    message: stoppedMessage,
    history: historyOf(before),
    now: desk.clock.now(),
    answerBy: null,
  });
  return { known: { ...settled, stop }, basis: await readBasis(desk, tx, scope, terms.settings) };
}

const wordsOf = (row: MessageRow) => ({
  ids: [row.id],
  newestSeq: row.seq,
  text: row.text,
  attachments: row.attachments.map(({ name, media_type }) => ({ name, media_type })),
});

// Our own words come back under a name that we may not have noted.
const noWords = { ids: [], newestSeq: null, text: '', attachments: [] };
