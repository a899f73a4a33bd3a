import { aiDrafted, aiSpoke, endTurn, saveConversation, turnEnded, writeWords } from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Act } from './act.ts';
import { reply, shown } from './reply.actions.ts';

/** Sends the answer: writes the message with its citations, promises its delivery, and passes the turn to the customer. */
export const answer = (desk: Desk, tx: Tx, act: Act): Promise<void> => speak(desk, tx, act);

/** Asks the customer back. Its decision counts against the clarification budget. */
export const clarify = (desk: Desk, tx: Tx, act: Act): Promise<void> => speak(desk, tx, act);

async function speak(desk: Desk, tx: Tx, act: Act): Promise<void> {
  const change = turnEnded(act.conversation, aiSpoke);
  const { decision } = act.considered;
  const message = await reply(desk, tx, act.conversation, {
    actor: 'ai',
    author: { type: 'ai', id: null, name: act.considered.basis.settings.persona.name },
    said: { markdown: wordsOf(act) },
    citations: decision.outcome === 'answer' ? (decision.answer?.citations ?? []) : [],
    decisionId: act.decisionId,
    answersSeq: act.considered.known.message.newestSeq,
    handoverId: null,
    status: 'pending',
    tags: decision.signals.tags.map((tag) => tag.name),
    change,
  });
  // The words had already been written, but the conversation still has to be updated.
  if (!message) await saveConversation(tx, act.conversation, change, desk.clock.now());
}

/** Keeps the answer, or the question, for a person to approve. The customer still waits, and people see the conversation. */
export async function keepDraft(desk: Desk, tx: Tx, act: Act): Promise<void> {
  const { ruling, decision } = act.considered;
  const kept = await endTurn(tx, act.conversation, aiDrafted, desk.clock.now());
  await writeWords(desk, tx, kept, {
    kind: 'draft',
    author: { type: 'ai', id: null, name: act.considered.basis.settings.persona.name },
    // Store it as the customer would read it: people edit plain words, not Markdown.
    ...(await shown({ markdown: wordsOf(act) })),
    citations: ruling.kept === 'answer' ? (decision.answer?.citations ?? []) : [],
    decisionId: act.decisionId,
    answersSeq: act.considered.known.message.newestSeq,
  });
}

function wordsOf({ considered: { words, decision } }: Act): string {
  if (words === null) throw new Error(`An outcome ${decision.outcome} without words.`);
  return words;
}
