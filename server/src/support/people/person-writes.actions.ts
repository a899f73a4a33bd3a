import { record, type Acting } from '../../access/index.ts';
import {
  applyStep,
  humanReply,
  lockConversation,
  personReplied,
  recordStep,
  ownershipStateOf,
  writeWords,
  type Actor,
  type ConversationRow,
  type MessageRow,
} from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { reply } from '../outcomes/reply.actions.ts';

export interface PersonWrites {
  id: string;
  text: string;
  actor: Actor;
}

/** A person answers the customer: a takeover (the fence rises first), then the words, in one transaction. 404; 409 for spam. */
export async function replyByPerson(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { id, text, actor }: PersonWrites,
): Promise<MessageRow> {
  const row = await locked(tx, acting, id);
  if (row.status === 'spam')
    throw conflict('invalid_transition', 'This conversation is marked as spam. Reopen it first.');
  const { conversation } = await applyStep(desk, tx, row, {
    step: humanReply(ownershipStateOf(row)),
    because: { actor },
    turn: null,
  });
  const message = await reply(desk, tx, conversation, {
    actor: 'human',
    author: { type: 'human', id: actor.id, name: actor.name },
    said: { text, html: null },
    citations: [],
    decisionId: null,
    answersSeq: null,
    handoverId: null,
    status: 'pending',
    tags: [],
  });
  if (!message) throw new Error('A person’s words have no key that could collide.');
  const { organizationId } = acting;
  await desk.jobs.enqueue(tx, personReplied, { organizationId, conversationId: id, messageId: message.id });
  recordStep(desk, tx, acting, { action: 'conversation.replied', before: row, after: conversation });
  return message;
}

/** Only colleagues see it; it changes nothing else. 404. */
export async function leaveNote(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { id, text, actor }: PersonWrites,
): Promise<MessageRow> {
  const row = await locked(tx, acting, id);
  const message = await writeWords(desk, tx, row, {
    kind: 'note',
    author: { type: 'human', id: actor.id, name: actor.name },
    text,
    html: null,
    citations: [],
    decisionId: null,
    answersSeq: null,
  });
  if (!message) throw new Error('A note has no key that could collide.');
  record(desk, tx, acting, { action: 'conversation.noted', subject: { type: 'conversation', id } });
  return message;
}

async function locked(tx: Tx, scope: OrganizationScope, id: string): Promise<ConversationRow> {
  const row = await lockConversation(tx, scope, id);
  if (!row) throw notFound();
  return row;
}
