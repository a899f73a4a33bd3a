import type { Acting } from '../../access/index.ts';
import {
  aiSpoke,
  changeDraft,
  endTurn,
  findMessage,
  giveToPeople,
  lockConversation,
  recordStep,
  retireDrafts,
  type HandoverActor,
  type ConversationRow,
  type MessageRow,
} from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { conflict, notFound, requireVersion, type ExpectedVersion } from '../../platform/http/errors.ts';
import { english, sentence } from '../../platform/words/sentence.logic.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { refuseSuppressed } from './person-writes.actions.ts';
import { contentOf, promiseReply, type ReplyText } from '../outcomes/reply.actions.ts';

interface DraftOf {
  id: string;
  message_id: string;
  expectedVersion: ExpectedVersion;
  actor: HandoverActor;
}

/** Sends a drafted answer, unchanged or edited by the person. The AI keeps the conversation. Throws 404; 409 if no longer a draft. */
export async function approve(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { text, ...draft }: DraftOf & { text: string | null },
): Promise<MessageRow> {
  const { conversation, message } = await openDraft(tx, acting, draft);
  await refuseSuppressed(tx, acting, conversation);
  const content = await contentOf(text === null ? draftedWords(message) : { text, html: null }, {
    author: 'human',
    status: 'pending',
    tags: [],
  });
  const answered = await endTurn(tx, conversation, aiSpoke, desk.clock.now());
  const sent = await changeDraft(tx, acting, message, {
    kind: 'human',
    text: content.text,
    html: content.html,
    author_type: 'human',
    author_id: draft.actor.id,
    author_name: draft.actor.name,
  });
  if (!sent) throw notADraft();
  await retireDrafts(tx, acting, conversation.id);
  await promiseReply(desk, tx, answered, { messageId: sent.id, content, actor: 'human', handoverId: null });
  recordStep(desk, tx, acting, { action: 'conversation.draft_approved', before: conversation, after: answered });
  return sent;
}

/** Discards a drafted answer; the customer then waits for people. Throws 404; 409 if it is no longer a draft. */
export async function discard(desk: Desk, tx: Tx, acting: Acting, draft: DraftOf): Promise<ConversationRow> {
  const { conversation, message } = await openDraft(tx, acting, draft);
  await changeDraft(tx, acting, message, {
    kind: 'event',
    text: english`A drafted answer was discarded.`,
    html: null,
    author_type: 'human',
    author_id: draft.actor.id,
    author_name: draft.actor.name,
  });
  const after = await giveToPeople(desk, tx, conversation, {
    reason: 'manual',
    note: 'The drafted answer was discarded.',
  });
  recordStep(desk, tx, acting, { action: 'conversation.draft_discarded', before: conversation, after });
  return after;
}

// Earlier versions stored drafts in Markdown, without HTML; some may still be open.
const draftedWords = ({ text, html }: MessageRow): ReplyText => (html === null ? { markdown: text } : { text, html });

async function openDraft(tx: Tx, scope: OrganizationScope, { id, message_id, expectedVersion }: DraftOf) {
  const conversation = await lockConversation(tx, scope, id);
  const message = conversation ? await findMessage(tx, scope, id, message_id) : undefined;
  if (!conversation || !message) throw notFound();
  requireVersion(conversation, expectedVersion);
  if (message.kind !== 'draft' || conversation.ai_state !== 'awaiting_approval') throw notADraft();
  return { conversation, message };
}

const notADraft = () => conflict('invalid_transition', sentence`This draft has already been sent or discarded.`);
