import {
  handoverToPlace,
  insertDecision,
  saveConversation,
  scopeOf,
  type ConversationRow,
} from '../conversations/index.ts';
import { linkCalls } from '../connectors/index.ts';
import type { Desk } from '../platform/desk.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/process/ids.ts';
import { keepPassages, recordUse } from '../knowledge/index.ts';
import { recordHits } from '../routing/index.ts';
import type { Act } from './outcomes/act.ts';
import { answer, clarify, keepDraft } from './outcomes/answer.actions.ts';
import { recordedOf, type Considered } from './turn/considered.ts';
import { escalate, placeBeforePeople } from './outcomes/escalate.actions.ts';
import { settleQuietly } from './outcomes/settle-quietly.actions.ts';
import { passagesNamed, knowledgeUseOf } from './outcomes/knowledge-use.logic.ts';
import { autoRespondNow } from './turn/terms.actions.ts';

/** Carries out a decision: records it, updates the conversation, and performs its outcome. */
export async function carryOut(
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  considered: Considered,
): Promise<void> {
  const scope = scopeOf(conversation);
  const { known, decision, ruling, tagIds } = considered;
  const { language } = known.message;
  const place = conversation.owner === 'human' ? await handoverToPlace(tx, scope, conversation.id) : null;
  // A conversation that people already had needed no turn, unless its handover still waits for a destination.
  const disposition = conversation.owner === 'human' && !place ? 'stopped' : 'carried_out';
  const decisionId = await keepDecision(desk, tx, conversation, { ...considered, disposition });
  const matched = decision.rules.filter(({ result }) => result === 'matched').map(({ rule_id }) => rule_id);
  await recordHits(tx, scope, matched, desk.clock.now());
  const learned = {
    tag_ids: [...tagIds],
    ...(language ? { language } : {}),
    ...(ruling.priority ? { priority: ruling.priority } : {}),
  };
  const tagged = changesAnything(conversation, learned)
    ? await saveConversation(tx, conversation, learned, desk.clock.now())
    : conversation;
  if (disposition === 'carried_out')
    await recordUse(desk, tx, scope, knowledgeUseOf({ conversation, considered, decisionId }));
  const act: Act = { conversation: tagged, considered, decisionId };
  if (tagged.owner === 'human') return placeBeforePeople(desk, tx, act, place);
  // Read the mode again here: it may have been changed since the decision was made.
  const mode = await autoRespondNow(tx, scope, tagged.channel);
  if (mode === 'off') return escalate(desk, tx, withoutReply(act));
  return perform(desk, tx, mode === 'draft' ? forApproval(act) : act);
}

function perform(desk: Desk, tx: Tx, act: Act): Promise<void> {
  switch (act.considered.ruling.outcome) {
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

// Most messages change none of these columns; then the conversation need not be saved.
const changesAnything = (conversation: ConversationRow, learned: Partial<ConversationRow>) =>
  Object.entries(learned).some(
    ([column, value]) => JSON.stringify(conversation[column as keyof ConversationRow]) !== JSON.stringify(value),
  );

/** Records a decision that was overtaken by a later event. Nothing is sent. */
export async function keepSuperseded(
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  considered: Considered,
): Promise<void> {
  await keepPassages(tx, scopeOf(conversation), passagesNamed(considered.decision));
  await keepDecision(desk, tx, conversation, { ...considered, disposition: 'superseded' });
}

// Automatic replies are off by now: people get the conversation, and the customer gets no message.
function withoutReply(act: Act): Act {
  const ruling = {
    ...act.considered.ruling,
    outcome: 'escalate' as const,
    reason: 'auto_respond_off' as const,
    speaks: false,
  };
  return { ...act, considered: { ...act.considered, ruling, words: null } };
}

// Draft mode is on by now: keep the words for a person's approval and announce no handover, as if it had been on at the decision.
function forApproval(act: Act): Act {
  const { ruling } = act.considered;
  const asDraft = (kept: 'answer' | 'question'): Act => ({
    ...act,
    considered: { ...act.considered, ruling: { ...ruling, outcome: 'draft', kept, speaks: false } },
  });
  switch (ruling.outcome) {
    case 'answer':
      return asDraft('answer');
    case 'clarify':
      return asDraft('question');
    case 'escalate':
      return { ...act, considered: { ...act.considered, ruling: { ...ruling, speaks: false }, words: null } };
    case 'draft':
    case 'suppress':
      return act;
  }
}

async function keepDecision(
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  { disposition, ...considered }: Considered & { disposition: 'carried_out' | 'superseded' | 'stopped' },
): Promise<string> {
  const id = newId();
  const scope = scopeOf(conversation);
  await insertDecision(tx, {
    organization_id: scope.organizationId,
    id,
    conversation_id: conversation.id,
    disposition,
    ...recordedOf(considered),
    created_at: desk.clock.now(),
  });
  await linkCalls(tx, scope, { callIds: considered.callIds, decisionId: id, conversationId: conversation.id });
  return id;
}
