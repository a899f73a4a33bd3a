import {
  eventCopied,
  findKnownEvent,
  keepCopyDecision,
  type CopiedEvent,
  type CustomerMessage,
  type InboundDelivery,
} from '../channels/index.ts';
import {
  findCurrent,
  findRecordedTurn,
  isCopyRecorded,
  keepStoppedDecision,
  providerKey,
  readThread,
  type ConversationRow,
  type MessageRow,
} from '../conversations/index.ts';
import type { Desk } from '../platform/desk.ts';
import type { Tx } from '../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../platform/database/transaction.ts';
import { newId } from '../platform/process/ids.ts';
import type { Stop } from '../routing/index.ts';
import { consider } from './consider.actions.ts';
import { recordedOf, type Considered } from './turn/considered.ts';
import { historyOf, knownOf, knownOfThread, readBasis, underTerms, type Matter } from './turn/matter.actions.ts';
import { unknownThread, type KnownThread } from './turn/known.logic.ts';
import { messageStopped, type StoppedMessage } from './stopped.jobs.ts';
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

// The first event may still wait for its vendor: look again after this time, when it is done.
const recheck = { milliseconds: 15_000 };

/** Records a copy of a customer's message that was recognised on arrival, once the first one has been processed. */
export async function stopCopy(desk: Desk, copied: CopiedEvent): Promise<void> {
  const firstDecision = await stopCopyInThread(desk, copied);
  if (firstDecision !== null) await considerCopyAlone(desk, copied, firstDecision);
}

/**
 * Promises the record of a copy that is in a conversation. For a copy that is in none, returns the id of the decision about the
 * first message.
 */
const stopCopyInThread = (desk: Desk, { organizationId, channel, eventId }: CopiedEvent): Promise<string | null> =>
  inScope(desk.db, { organizationId }, async (tx) => {
    const scope = { organizationId };
    const event = await findKnownEvent(tx, scope, { channel, eventId });
    if (event?.state === 'queued') {
      const key = `${organizationId}:${channel}:${eventId}:later`;
      await desk.jobs.enqueue(tx, eventCopied, { organizationId, channel, eventId }, { key, startAfter: recheck });
      return null;
    }
    if (!event?.message) return null;
    const thread = { channel, reference: event.lane_key };
    const conversation = await findCurrent(tx, scope, thread);
    const key = providerKey({ thread, providerMessageId: event.message });
    if (!conversation) return event.decision_id;
    await promiseStopped(desk, tx, conversation, { stop: 'duplicate', providerKey: key });
    return null;
  });

/** Decides about the copy from the recorded facts of the first message. The record is listed in the channel's log only. */
async function considerCopyAlone(desk: Desk, { organizationId, ...of }: CopiedEvent, firstId: string): Promise<void> {
  const scope = { organizationId };
  const matter = await inScope(desk.db, scope, async (tx): Promise<Matter | null> => {
    const first = await findRecordedTurn(tx, scope, firstId);
    const known = first && knownOf(first);
    if (!known) return null;
    const { channel, message, history, customer } = known;
    // A copy has the tags of the first message; they are not detected again.
    const conversation = { ...known.conversation, tagIds: known.tags.ids };
    return matterOf(desk, tx, scope, { channel, message, history, customer, conversation, stop: 'duplicate' });
  });
  if (!matter) return;
  const record = recordOf(desk, await consider(desk, scope, matter), { ...scope, id: newId(), conversationId: null });
  await inScope(desk.db, scope, async (tx) => {
    if (await keepCopyDecision(tx, scope, { ...of, decisionId: record.id })) await keepStoppedDecision(tx, record);
  });
}

/** Decides about a stopped message like any other, so that its record has its tags and route. The decision is not carried out. */
export async function considerStopped(desk: Desk, stopped: StoppedMessage): Promise<void> {
  const scope = { organizationId: stopped.organizationId };
  const matter = await inScope(desk.db, scope, (tx) => knownOfStopped(desk, tx, scope, stopped));
  if (!matter) return;
  const { decisionId: id, conversationId } = stopped;
  const record = recordOf(desk, await consider(desk, scope, matter), { ...scope, id, conversationId });
  await inScope(desk.db, scope, (tx) => keepStoppedDecision(tx, record));
}

/** The record of a message that belongs to no conversation. `keepStoppedDecision` stores it when the message is set aside. */
export type StoppedAlone = ReturnType<typeof recordOf>;

/** As `considerStopped`, for a message that begins no conversation: a newsletter, or an automatic reply to nothing of ours. */
export async function considerAlone(
  desk: Desk,
  { channel, organizationId }: Pick<InboundDelivery, 'channel' | 'organizationId'>,
  { subject, text, customer }: Pick<CustomerMessage, 'subject' | 'text' | 'customer'>,
): Promise<StoppedAlone> {
  const scope = { organizationId };
  const { name, email, externalId, locale, attributes } = customer;
  const thread = {
    ...unknownThread,
    channel,
    message: { ...unknownThread.message, subject, text },
    customer: { name, email, externalId, verified: false, locale, attributes },
  };
  const matter = await inScope(desk.db, scope, (tx) => matterOf(desk, tx, scope, { ...thread, stop: 'automated' }));
  return recordOf(desk, await consider(desk, scope, matter), { organizationId, id: newId(), conversationId: null });
}

interface RecordName {
  organizationId: string;
  id: string;
  conversationId: string | null;
}

const recordOf = (desk: Desk, considered: Considered, { organizationId, id, conversationId }: RecordName) => ({
  organization_id: organizationId,
  id,
  conversation_id: conversationId,
  disposition: 'stopped' as const,
  ...recordedOf(considered),
  created_at: desk.clock.now(),
});

/** Returns null if the conversation has been erased meanwhile, or if the record already exists. */
async function knownOfStopped(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { conversationId, providerKey, stop }: StoppedMessage,
): Promise<Matter | null> {
  const thread = await readThread(tx, scope, conversationId);
  if (!thread) return null;
  const { message, ...about } = await knownOfThread(tx, scope, thread);
  const before = thread.messages.filter((each) => each.provider_key !== providerKey);
  const own = thread.messages.find((each) => each.provider_key === providerKey);
  // A vendor may send a message many times: record only the first repetition.
  if (own && stop === 'duplicate' && (await isCopyRecorded(tx, scope, { conversationId, messageId: own.id })))
    return null;
  const stoppedMessage = { ...message, ...(own ? wordsOf(own) : noWords), needsUnreadableAttachment: false };
  return matterOf(desk, tx, scope, { ...about, message: stoppedMessage, history: historyOf(before), stop });
}

async function matterOf(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { stop, ...thread }: KnownThread & { stop: Stop },
): Promise<Matter> {
  const terms = await readTerms(desk, tx, scope);
  const settled = underTerms(terms, { ...thread, now: desk.clock.now(), answerBy: null });
  return { known: { ...settled, stop }, basis: await readBasis(desk, tx, scope, terms.settings) };
}

const wordsOf = (row: MessageRow) => ({
  ids: [row.id],
  newestSeq: row.seq,
  text: row.text,
  attachments: row.attachments.map(({ name, media_type }) => ({ name, media_type })),
});

// Our own words may come back under an id that we have not stored.
const noWords = { ids: [], newestSeq: null, text: '', attachments: [] };
