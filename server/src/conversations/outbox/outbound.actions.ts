import { randomUUID } from 'node:crypto';
import type { MessageKind } from '@desk/contract/conversations';
import type { Citation } from '@desk/contract/decisions';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { deliveryDue, type BegunDelivery } from '../record/conversations.jobs.ts';
import type { ConversationChange, ConversationRow } from '../record/conversations.store.ts';
import type { ListedAttachment } from '../record/conversations.tables.ts';
import { insertMessage, type MessageRow } from '../record/messages.store.ts';
import { insertOutbox, type NewOutboxRow } from './outbox.store.ts';

export interface NewWords {
  kind: Extract<MessageKind, 'ai' | 'human' | 'note' | 'draft' | 'event'>;
  author: { type: 'ai' | 'human' | 'system'; id: string | null; name: string | null };
  text: string;
  html: string | null;
  attachments?: readonly ListedAttachment[];
  citations: Citation[];
  decisionId: string | null;
  /** For messages of the AI: the newest customer message that they answer. Only one answer to it can be stored. */
  answersSeq: number | null;
  /** The change of the conversation that is saved with the message. */
  change?: ConversationChange;
}

/** Writes a message into the thread. Returns null if that customer message already has an answer. */
export function writeWords(desk: Desk, tx: Tx, row: ConversationRow, words: NewWords): Promise<MessageRow | null> {
  const message = {
    kind: words.kind,
    author_type: words.author.type,
    author_id: words.author.id,
    author_name: words.author.name,
    text: words.text,
    html: words.html,
    attachments: JSON.stringify(words.attachments ?? []),
    citations: JSON.stringify(words.citations),
    decision_id: words.decisionId,
    answers_seq: words.answersSeq,
    created_at: desk.clock.now(),
  };
  return insertMessage(tx, row, message, words.change);
}

/**
 * Promises a delivery: writes the outbox row now; the vendor is called after the commit (docs/promises.md R3). If the sender starts
 * in this process, the delivery of a checked row begins in this transaction, because another one would only check the same again.
 */
export async function promiseDelivery(desk: Desk, tx: Tx, row: ConversationRow, outgoing: NewOutboxRow): Promise<void> {
  const note: { begun?: BegunDelivery } = {};
  const startsHere = await desk.jobs.enqueueWith(tx, deliveryDue, ofRow(row), { key: row.id, note });
  const lease = startsHere && outgoing.checked ? randomUUID() : null;
  const written = await insertOutbox(tx, row, outgoing, { now: desk.clock.now(), lease });
  if (written?.state === 'sending') note.begun = { row: written, conversation: row, fencedAt: performance.now() };
}

/**
 * Wakes the sender at once or at `startAfter`. A later job has a key of its own, so that it does not replace one that is due now.
 */
export const wakeSender = (
  desk: Desk,
  tx: Tx,
  row: Pick<ConversationRow, 'organization_id' | 'id'>,
  startAfter?: Date,
): Promise<void> =>
  desk.jobs.enqueue(tx, deliveryDue, ofRow(row), startAfter ? { key: `${row.id}:later`, startAfter } : { key: row.id });

const ofRow = (row: Pick<ConversationRow, 'organization_id' | 'id'>) => ({
  organizationId: row.organization_id,
  conversationId: row.id,
});
