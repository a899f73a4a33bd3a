import {
  aiDrafted,
  aiSpoke,
  columnsOf,
  noTurn,
  saveConversation,
  ownershipStateOf,
  writeWords,
} from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Act } from './act.ts';
import { reply, shown } from './reply.actions.ts';

/** Says the answer: the message with its citations, the promise of its delivery, and the customer's turn. */
export const answer = (desk: Desk, tx: Tx, act: Act): Promise<void> => speak(desk, tx, act);

/** Asks the customer back; counts against the clarification budget by its decision. */
export const clarify = (desk: Desk, tx: Tx, act: Act): Promise<void> => speak(desk, tx, act);

async function speak(desk: Desk, tx: Tx, act: Act): Promise<void> {
  const change = { ...columnsOf(aiSpoke(ownershipStateOf(act.conversation))), ...noTurn };
  const { decision } = act.considered;
  const said = await reply(desk, tx, act.conversation, {
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
  // The words were there already, and the conversation is still to follow them.
  if (!said) await saveConversation(tx, act.conversation, change, desk.clock.now());
}

/** Keeps the answer, or the question, for a person to approve; the customer still waits, where people see it. */
export async function keepDraft(desk: Desk, tx: Tx, act: Act): Promise<void> {
  const { ruling, decision } = act.considered;
  const kept = await saveConversation(
    tx,
    act.conversation,
    { ...columnsOf(aiDrafted(ownershipStateOf(act.conversation))), ...noTurn },
    desk.clock.now(),
  );
  await writeWords(desk, tx, kept, {
    kind: 'draft',
    author: { type: 'ai', id: null, name: act.considered.basis.settings.persona.name },
    // As the customer would read it: a person edits words, not Markdown.
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
