import { findConversation, newestMessages, scopeOf } from '../../conversations/index.ts';
import { collectionsOf, draftAnswer, type AnswerDraft } from '../../knowledge/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { notFound } from '../../platform/http/errors.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { asCitation } from '../turn/evidence.logic.ts';
import { shownAsText } from '../outcomes/reply.actions.ts';
import { questionIn } from '../turn/matter.actions.ts';
import { contextOf } from '../turn/known.logic.ts';

/** The number of messages from which the question is read. */
const mostMessages = 50;

/**
 * Drafts an answer to the customer's last words, whoever owns the conversation: one from documents for customers, and another from
 * documents for staff. Stores nothing.
 */
export async function suggest(desk: Desk, scope: OrganizationScope, id: string) {
  const { conversation, messages, collections } = await inScope(desk.db, scope, async (tx) => {
    const row = await findConversation(tx, scope, id);
    if (!row) throw notFound();
    return {
      conversation: row,
      messages: await newestMessages(tx, scope, id, mostMessages),
      collections: await collectionsOf(tx, scope),
    };
  });
  // Include a question that was already answered: the person may doubt that answer or be writing the next one.
  const upToQuestion = messages.slice(0, messages.findLastIndex(({ kind }) => kind === 'customer') + 1);
  const { message, history } = questionIn(upToQuestion, conversation);
  const question = message.text;
  if (question.trim() === '') return { ...(await shown(null)), for_staff: null };
  const matter = { question, history: contextOf(history), language: conversation.language };
  const draft = await draftAnswer(desk, scopeOf(conversation), matter);
  const isAnyForStaff = collections.some(({ enabled, audience }) => enabled && audience === 'staff');
  const forStaff = isAnyForStaff
    ? await draftAnswer(desk, scopeOf(conversation), { ...matter, audience: 'staff' })
    : null;
  return { ...(await shown(draft)), for_staff: forStaff && (await shown(forStaff)) };
}

// Plain text: a person's reply is sent as it was typed, and the customer would see the asterisks.
const shown = async (draft: AnswerDraft | null) => ({
  text: draft && (await shownAsText(draft.text)),
  citations: draft?.citations.map(asCitation) ?? [],
  confidence: draft?.confidence.value ?? null,
});
