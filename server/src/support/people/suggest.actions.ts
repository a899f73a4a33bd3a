import { findConversation, newestMessages, scopeOf } from '../../conversations/index.ts';
import { collectionsOf, draftAnswer, type AnswerDraft } from '../../knowledge/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { notFound } from '../../platform/http/errors.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { asCitation } from '../turn/evidence.logic.ts';
import { questionIn } from '../turn/known.actions.ts';

/** As much of a thread as is thought of when a question is understood. */
const mostMessages = 50;

/**
 * What the knowledge would say to the customer's last words, no matter who has the conversation: as it may be said to customers, and
 * apart from that what is written for staff. Reads, and keeps nothing.
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
  // Also what has been answered: who asks doubts that answer, or writes the next one.
  const asked = messages.slice(0, messages.findLastIndex(({ kind }) => kind === 'customer') + 1);
  const { message, history } = questionIn(asked, conversation);
  const question = message.text;
  if (question.trim() === '') return { ...shown(null), for_staff: null };
  const matter = { question, history, language: conversation.language };
  const draft = await draftAnswer(desk, scopeOf(conversation), matter);
  const isAnyForStaff = collections.some(({ enabled, audience }) => enabled && audience === 'staff');
  const forStaff = isAnyForStaff
    ? await draftAnswer(desk, scopeOf(conversation), { ...matter, audience: 'staff' })
    : null;
  return { ...shown(draft), for_staff: forStaff && shown(forStaff) };
}

const shown = (draft: AnswerDraft | null) => ({
  text: draft?.text ?? null,
  citations: draft?.citations.map(asCitation) ?? [],
  confidence: draft?.confidence.value ?? null,
});
