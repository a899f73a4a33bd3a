import { record, type Acting } from '../../access/index.ts';
import { whySuppressed } from '../../channels/index.ts';
import {
  applyStep,
  bindUploads,
  findCustomer,
  isBeingErased,
  listedOf,
  lockConversation,
  personReplied,
  recordStep,
  stepOfReply,
  takeUploads,
  writeWords,
  type HandoverActor,
  type ConversationRow,
  type MessageRow,
} from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { reply } from '../outcomes/reply.actions.ts';

export interface PersonWrites {
  id: string;
  text: string;
  /** Files that were uploaded to the conversation. */
  attachmentIds: readonly string[];
  actor: HandoverActor;
}

/**
 * Sends a person's reply: takes over first, which raises the fence and assigns what nobody had, then writes, in one transaction.
 * Throws 404; 409 for spam.
 */
export async function replyByPerson(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { id, text, attachmentIds, actor }: PersonWrites,
): Promise<MessageRow> {
  const row = await locked(tx, acting, id);
  if (row.status === 'spam')
    throw conflict('invalid_transition', sentence`This conversation is marked as spam. Reopen it first.`);
  await refuseSuppressed(tx, acting, row);
  const files = await takeUploads(desk, tx, acting, { conversationId: id, ids: attachmentIds });
  const { conversation } = await applyStep(desk, tx, row, {
    step: stepOfReply(row),
    because: { actor },
    turn: null,
    also: assignedByReply(row, acting),
  });
  const message = await reply(desk, tx, conversation, {
    actor: 'human',
    author: { type: 'human', id: actor.id, name: actor.name },
    said: { text, html: null },
    attachments: listedOf(files),
    citations: [],
    decisionId: null,
    answersSeq: null,
    handoverId: null,
    status: 'pending',
    tags: [],
  });
  if (!message) throw new Error('A person’s words have no key that could collide.');
  await bindUploads(tx, acting, message.id, files);
  const { organizationId } = acting;
  await desk.jobs.enqueue(tx, personReplied, { organizationId, conversationId: id, messageId: message.id });
  recordStep(desk, tx, acting, { action: 'conversation.replied', before: row, after: conversation });
  return message;
}

// An API key is no member, so its reply assigns nobody.
const assignedByReply = ({ assignee_id: assignee }: ConversationRow, { actor }: Acting) =>
  assignee === null && actor.type === 'user' ? { assignee_id: actor.id } : {};

/** Leaves a note that only colleagues see, and changes nothing else. Throws 404. */
export async function leaveNote(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { id, text, attachmentIds, actor }: PersonWrites,
): Promise<MessageRow> {
  const row = await locked(tx, acting, id);
  const files = await takeUploads(desk, tx, acting, { conversationId: id, ids: attachmentIds });
  const message = await writeWords(desk, tx, row, {
    kind: 'note',
    author: { type: 'human', id: actor.id, name: actor.name },
    text,
    html: null,
    attachments: listedOf(files),
    citations: [],
    decisionId: null,
    answersSeq: null,
  });
  if (!message) throw new Error('A note has no key that could collide.');
  await bindUploads(tx, acting, message.id, files);
  record(desk, tx, acting, { action: 'conversation.noted', subject: { type: 'conversation', id } });
  return message;
}

/** Throws 409 `address_suppressed`, with the reason in words, if mail to the customer's address is suppressed. */
export async function refuseSuppressed(tx: Tx, scope: OrganizationScope, row: ConversationRow): Promise<void> {
  if (row.channel !== 'email') return;
  const customer = await findCustomer(tx, scope, row.customer_id);
  const why = await whySuppressed(tx, scope, customer?.email);
  if (why === null) return;
  throw conflict(
    'address_suppressed',
    sentence`Mail to this customer is stopped: ${why} Nothing is sent there until an admin allows it again.`,
  );
}

async function locked(tx: Tx, scope: OrganizationScope, id: string): Promise<ConversationRow> {
  const row = await lockConversation(tx, scope, id);
  if (!row || (await isBeingErased(tx, row))) throw notFound();
  return row;
}
