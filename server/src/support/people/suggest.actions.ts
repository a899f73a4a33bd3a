import { findConversation, newestMessages, scopeOf } from '../../conversations/index.ts';
import { draftAnswer } from '../../knowledge/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { notFound } from '../../platform/http/errors.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { asCitation } from '../turn/evidence.logic.ts';
import { questionIn } from '../turn/known.actions.ts';

/** As much of a thread as is thought of when a question is understood. */
const mostMessages = 50;

/** What the knowledge would say to the customer's last words, no matter who has the conversation. Reads, and keeps nothing. */
export async function suggest(desk: Desk, scope: OrganizationScope, id: string) {
  const { conversation, messages } = await inScope(desk.db, scope, async (tx) => {
    const row = await findConversation(tx, scope, id);
    if (!row) throw notFound();
    return { conversation: row, messages: await newestMessages(tx, scope, id, mostMessages) };
  });
  const { message, history } = questionIn(messages, conversation.subject);
  const question = message.text;
  const draft =
    question.trim() === ''
      ? null
      : await draftAnswer(desk, scopeOf(conversation), { question, history, language: conversation.language });
  if (!draft) return { text: null, citations: [], confidence: null };
  return { text: draft.text, citations: draft.citations.map(asCitation), confidence: draft.confidence.value };
}
