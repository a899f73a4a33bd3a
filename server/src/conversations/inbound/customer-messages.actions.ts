import type { Authenticity } from '@desk/contract/conversations';
import type { HandoverReason } from '@desk/contract/decisions';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import {
  insertConversation,
  findCurrent,
  isVerified,
  lockCurrent,
  saveConversation,
  type ConversationRow,
  type CustomerRow,
  type NewConversation,
} from '../record/conversations.store.ts';
import { recordArrival } from '../customers/arrival.store.ts';
import { bindFiles, type KeptFiles } from '../attachments/attachments.actions.ts';
import { findByProviderKey, insertMessage, type MessageRow, type NewMessage } from '../record/messages.store.ts';
import {
  customerMessage,
  firstMessage,
  firstSpam,
  type AiPermission,
  type OwnershipStep,
} from '../ownership/ownership.logic.ts';
import {
  applyStep,
  promiseTriage,
  promiseTurn,
  ownershipStateOf,
  stepToPeople,
  turnColumns,
  type HandoverActor,
  type TurnTimes,
} from '../ownership/ownership.actions.ts';
import { providerKey, type VendorThread } from '../record/thread.logic.ts';
import { begunThread } from './begun-thread.ts';
import { introduce } from './unread-thread.actions.ts';
import { english, sentence } from '../../platform/words/sentence.logic.ts';

export interface CustomerWords {
  thread: VendorThread;
  subject: string | null;
  text: string;
  html: string | null;
  /** The message that the customer quotes; null if there is none. */
  quotedText: string | null;
  files: KeptFiles;
  language: string | null;
  providerMessageId: string;
  automated: boolean;
  authenticity: Authenticity;
  /** The reference of another thread that the message claims to continue, without proof. */
  claims: string | null;
  customer: Pick<CustomerRow, 'identity' | 'external_id' | 'email' | 'name' | 'locale' | 'attributes'>;
  receivedAt: Date;
  /** By the vendor's clock; null for mail, whose date is its sender's. */
  writtenAt: Date | null;
}

export interface Reception {
  /** Whether settings and channel allow the AI to reply. */
  permission: AiPermission;
  reopenWindowHours: number;
  turn: TurnTimes;
}

/** Where a customer's message was stored. */
export interface Received {
  conversation: ConversationRow;
  /** Null if the message was stored before. */
  message: MessageRow | null;
}

const system: HandoverActor = { type: 'system', id: null, name: null };

/**
 * Stores a customer's message in its conversation, once, and enqueues an AI turn or the triage for people. Returns null, and
 * stores nothing, for words from before their customer's erasure.
 */
export async function recordCustomerMessage(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  arrival: { words: CustomerWords; reception: Reception },
): Promise<Received | null> {
  const { words, reception } = arrival;
  const customer = await customerOf(desk, tx, scope, words);
  if (!customer) return null;
  const now = desk.clock.now();
  const locked = await lockCurrent(tx, scope, words.thread);
  const current = locked && (await introduce(tx, locked, { customer, subject: words.subject }, now));
  if (current && (await findByProviderKey(tx, scope, providerKey(words))))
    return { conversation: current, message: null };
  if (!current || closedForGood(current, reception.reopenWindowHours, now)) {
    if (current) await saveConversation(tx, current, { current: false }, now);
    const step = firstMessage(now, reception.permission);
    return openConversation(desk, tx, { words, step, turn: reception.turn, previousId: current?.id ?? null, customer });
  }
  const message = await insertWords(desk, tx, current, { words, customer });
  if (!message) return { conversation: current, message: null };
  // Another person writes into the thread: what the AI may tell the first customer is not meant for others.
  const stranger = current.customer_id !== customer.id && words.thread.channel !== 'chatdesk';
  const permission: AiPermission = stranger ? { may: false, reason: 'other_participant' } : reception.permission;
  // Keep the deadline of the oldest unanswered message: otherwise a burst of messages would postpone it for ever.
  const turn = { ...reception.turn, deadlineAt: current.turn_deadline_at ?? reception.turn.deadlineAt };
  const step = customerMessage(ownershipStateOf(current), now, permission);
  const because = { actor: system };
  const also = { verified: isVerified(current) };
  const { conversation } = await applyStep(desk, tx, current, { step, because, turn, also });
  const forPeople = conversation.owner === 'human' && conversation.status !== 'spam';
  return { conversation: forPeople ? await promiseTriage(desk, tx, conversation) : conversation, message };
}

/**
 * Stores a message that a filter marks as spam in a new conversation with that status. Nobody answers it; people find it there.
 * Returns null as `recordCustomerMessage` does.
 */
export async function recordSpam(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  words: CustomerWords,
): Promise<ConversationRow | null> {
  const customer = await customerOf(desk, tx, scope, words);
  if (!customer) return null;
  const step = firstSpam(desk.clock.now());
  return (await openConversation(desk, tx, { words, step, turn: null, previousId: null, customer })).conversation;
}

const customerOf = (desk: Desk, tx: Tx, scope: OrganizationScope, words: CustomerWords) =>
  recordArrival(desk, tx, scope, {
    ...words.customer,
    channel: words.thread.channel,
    proven: words.authenticity === 'proven',
    receivedAt: words.receivedAt,
    writtenAt: words.writtenAt,
  });

interface Opening {
  words: CustomerWords;
  step: OwnershipStep;
  turn: TurnTimes | null;
  previousId: string | null;
  customer: CustomerRow;
}

async function openConversation(desk: Desk, tx: Tx, opening: Opening): Promise<Received> {
  const { words, step, turn, customer } = opening;
  const claimed = words.claims
    ? await findCurrent(tx, { organizationId: customer.organization_id }, { ...words.thread, reference: words.claims })
    : undefined;
  const row = await insertConversation(tx, newConversation(opening, claimed, desk.clock.now()));
  const message = await insertWords(desk, tx, row, { words, customer });
  if (claimed)
    await recordEvent(desk, tx, row, { text: unprovenClaim(claimed.subject), automated: false, providerKey: null });
  const queued = queuedBy(opening);
  if (queued) {
    await promiseTurn(desk, tx, row, queued.dueAt);
    return { conversation: row, message };
  }
  const { conversation } = await applyStep(desk, tx, row, {
    step,
    because: { actor: system },
    turn,
    also: { verified: isVerified(row) },
  });
  return { conversation: step.change ? await promiseTriage(desk, tx, conversation) : conversation, message };
}

/** When the AI answers the first message; null if it does not. */
const queuedBy = ({ step, turn }: Opening): TurnTimes | null => (step.standing.aiState === 'queued' ? turn : null);

function newConversation(opening: Opening, claimed: ConversationRow | undefined, now: Date): NewConversation {
  const { words, customer, previousId, step } = opening;
  const queued = queuedBy(opening);
  return {
    ...begunThread({ organizationId: customer.organization_id }, words.thread, now),
    previous_conversation_id: previousId ?? claimed?.id ?? null,
    customer_id: customer.id,
    subject: words.subject,
    owner: step.standing.owner,
    ai_state: step.standing.aiState,
    language: words.language,
    // Set here, so that the most frequent case takes a single write.
    ...(queued ? { ...turnColumns(queued), verified: words.authenticity === 'proven' } : {}),
  };
}

const isLinked = sentence`This mail starts a new conversation; the earlier one is linked.`;
const unprovenClaim = (subject: string | null) =>
  subject
    ? english`The sender writes as a participant of an earlier conversation (“${subject}”), and nothing proves it. ${isLinked}`
    : english`The sender writes as a participant of an earlier conversation, and nothing proves it. ${isLinked}`;

export interface EventInThread {
  text: string;
  automated: boolean;
  providerKey: string | null;
}

/** Adds an event that needs no answer: people see it in the thread, nothing else changes. Returns null if it is stored already. */
export const recordEvent = (
  desk: Desk,
  tx: Tx,
  row: ConversationRow,
  event: EventInThread,
): Promise<MessageRow | null> =>
  insertMessage(tx, row, {
    kind: 'event',
    author_type: 'system',
    text: event.text,
    automated: event.automated,
    provider_key: event.providerKey,
    created_at: desk.clock.now(),
  });

/**
 * Hands a conversation to people without a notice to the customer or to a destination, because a person who is present has decided
 * so.
 */
export async function giveToPeople(
  desk: Desk,
  tx: Tx,
  row: ConversationRow,
  { reason, note }: { reason: HandoverReason; note: string },
): Promise<ConversationRow> {
  const step = stepToPeople(row, reason);
  if (!step) return row;
  return (await applyStep(desk, tx, row, { step, because: { actor: system, note }, turn: null })).conversation;
}

function closedForGood(row: ConversationRow, windowHours: number, now: Date): boolean {
  return (
    row.status === 'resolved' &&
    row.resolved_at !== null &&
    row.resolved_at.getTime() + windowHours * 3_600_000 < now.getTime()
  );
}

async function insertWords(
  desk: Desk,
  tx: Tx,
  row: ConversationRow,
  { words, customer }: { words: CustomerWords; customer: CustomerRow },
): Promise<MessageRow | null> {
  const message = await insertMessage(tx, row, customerRow(words, customer, desk.clock.now()));
  if (message) await bindFiles(desk, tx, message, words.files);
  return message;
}

const customerRow = (words: CustomerWords, customer: CustomerRow, now: Date): NewMessage => ({
  kind: 'customer',
  author_type: 'customer',
  author_id: customer.id,
  author_name: customer.name,
  text: words.text,
  html: words.html,
  quoted_text: words.quotedText,
  attachments: JSON.stringify(words.files.listed),
  provider_key: providerKey(words),
  automated: words.automated,
  authenticity: words.authenticity,
  created_at: now,
});
