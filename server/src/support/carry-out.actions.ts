import { insertDecision, saveConversation, scopeOf, type ConversationRow, type Turn } from '../conversations/index.ts';
import { linkCalls } from '../connectors/index.ts';
import type { Desk } from '../platform/desk.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/process/ids.ts';
import { keepPassages, recordUse } from '../knowledge/index.ts';
import { recordHits } from '../routing/index.ts';
import type { Act } from './outcomes/act.ts';
import { answer, clarify, keepDraft } from './outcomes/answer.actions.ts';
import type { Considered } from './turn/decided.ts';
import { escalate, placeBeforePeople } from './outcomes/escalate.actions.ts';
import { settleQuietly } from './outcomes/settle-quietly.actions.ts';
import type { Basis } from './turn/known.actions.ts';
import { passagesNamed, knowledgeUseOf } from './turn/knowledge-use.logic.ts';
import { isSwitchedOff } from './turn/terms.actions.ts';

interface Carried {
  turn: Turn;
  basis: Basis;
  considered: Considered;
}

/** Acts on a decision: its record, what it adds to the conversation, and the one thing it says is to be done. */
export async function carryOut(
  desk: Desk,
  tx: Tx,
  { conversation, turn, basis, considered }: Carried & { conversation: ConversationRow },
): Promise<void> {
  const scope = scopeOf(conversation);
  const { known, decision, ruling, tagIds } = considered;
  const { language } = known.message;
  const decisionId = await keepDecision(desk, tx, { turn, basis, considered }, 'carried_out');
  const matched = decision.rules.filter(({ result }) => result === 'matched').map(({ rule_id }) => rule_id);
  await recordHits(tx, scope, matched, desk.clock.now());
  const learned = {
    tag_ids: [...tagIds],
    ...(language ? { language } : {}),
    ...(ruling.priority ? { priority: ruling.priority } : {}),
  };
  const tagged = addsTo(conversation, learned)
    ? await saveConversation(tx, conversation, learned, desk.clock.now())
    : conversation;
  await recordUse(desk, tx, scope, knowledgeUseOf({ conversation, basis, considered, decisionId }));
  const act: Act = { conversation: tagged, basis, considered, decisionId };
  if (tagged.owner === 'human') return placeBeforePeople(desk, tx, act);
  // The switch takes effect at the commit of the next send, whatever was decided before it was turned off.
  if (await isSwitchedOff(tx, scope, tagged.channel)) return escalate(desk, tx, silenced(act));
  switch (ruling.outcome) {
    case 'answer':
      return answer(desk, tx, act);
    case 'clarify':
      return clarify(desk, tx, act);
    case 'draft':
      return keepDraft(desk, tx, act);
    case 'escalate':
      return escalate(desk, tx, act);
    case 'suppress':
      return settleQuietly(desk, tx, act);
  }
}

// Most messages say nothing new about their conversation.
const addsTo = (conversation: ConversationRow, learned: Partial<ConversationRow>) =>
  Object.entries(learned).some(
    ([column, value]) => JSON.stringify(conversation[column as keyof ConversationRow]) !== JSON.stringify(value),
  );

/** Thought through, then overtaken: nothing of it was said, and the record says so. */
export async function keepSuperseded(desk: Desk, tx: Tx, carried: Carried): Promise<string> {
  await keepPassages(tx, scopeOf(carried.turn.conversation), passagesNamed(carried.considered.decision));
  return keepDecision(desk, tx, carried, 'superseded');
}

// What was to be said goes to people instead, without a word.
function silenced(act: Act): Act {
  const ruling = {
    ...act.considered.ruling,
    outcome: 'escalate' as const,
    reason: 'auto_respond_off' as const,
    speaks: false,
  };
  return { ...act, considered: { ...act.considered, ruling, words: null } };
}

async function keepDecision(
  desk: Desk,
  tx: Tx,
  { turn, considered }: Carried,
  disposition: 'carried_out' | 'superseded',
): Promise<string> {
  const id = newId();
  const { decision } = considered;
  const scope = scopeOf(turn.conversation);
  await insertDecision(tx, {
    organization_id: scope.organizationId,
    id,
    conversation_id: turn.conversation.id,
    message_ids: [...considered.known.message.ids],
    disposition,
    outcome: decision.outcome,
    reason: decision.reason,
    record: JSON.stringify(decision),
    known: JSON.stringify(considered.known),
    decided: JSON.stringify(considered.ruling),
    hash: decision.hash,
    created_at: desk.clock.now(),
  });
  const conversationId = turn.conversation.id;
  await linkCalls(tx, scope, { callIds: considered.callIds, decisionId: id, conversationId });
  return id;
}
