import { insertDecision, saveConversation, type ConversationRow, type Turn } from '../conversations/index.ts';
import type { Desk } from '../platform/desk.ts';
import type { Tx } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { keepPassages, recordUse } from '../knowledge/index.ts';
import { recordHits } from '../routing/index.ts';
import { answer, clarify, keepDraft } from './answer.actions.ts';
import type { Considered } from './consider.actions.ts';
import { escalate, route } from './escalate.actions.ts';
import { settleQuietly } from './settle.actions.ts';
import type { Situation } from './situation.actions.ts';
import { passagesNamed, useOf } from './use.logic.ts';
import { leaveToSpeak, readTerms } from './terms.actions.ts';

/** A decision on its way to becoming fact, under the conversation's lock. */
export interface Act {
  conversation: ConversationRow;
  situation: Situation;
  considered: Considered;
  decisionId: string;
}

interface Carried {
  turn: Turn;
  situation: Situation;
  considered: Considered;
}

/** Acts on a decision: its record, what it adds to the conversation, and the one thing it says is to be done. */
export async function carryOut(
  desk: Desk,
  tx: Tx,
  { conversation, turn, situation, considered }: Carried & { conversation: ConversationRow },
): Promise<void> {
  const decisionId = await keepDecision(desk, tx, { turn, situation, considered }, 'carried_out');
  await recordHits(
    tx,
    scopeOf(conversation),
    considered.decision.rules.filter((rule) => rule.result === 'matched').map((rule) => rule.rule_id),
    desk.clock.now(),
  );
  const tagged = await saveConversation(
    tx,
    conversation,
    {
      tag_ids: considered.tagIds,
      ...(considered.language ? { language: considered.language } : {}),
      ...(considered.ruling.priority ? { priority: considered.ruling.priority } : {}),
    },
    desk.clock.now(),
  );
  await recordUse(desk, tx, scopeOf(conversation), useOf({ conversation, situation, considered, decisionId }));
  const act: Act = { conversation: tagged, situation, considered, decisionId };
  if (tagged.owner === 'human') return route(desk, tx, act);
  if (!(await mayStillSpeak(desk, tx, tagged))) return escalate(desk, tx, switchedOff(act));
  switch (considered.ruling.outcome) {
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

const scopeOf = (conversation: ConversationRow) => ({ organizationId: conversation.organization_id });

/** Thought through, then overtaken: nothing of it was said, and the record says so. */
export const keepSuperseded = (desk: Desk, tx: Tx, carried: Carried): Promise<string> =>
  keepDecision(desk, tx, carried, 'superseded');

// Turning the switch off takes effect at the commit of the next send, whatever was decided before it.
async function mayStillSpeak(desk: Desk, tx: Tx, conversation: ConversationRow): Promise<boolean> {
  const leave = leaveToSpeak(
    await readTerms(desk, tx, { organizationId: conversation.organization_id }),
    conversation.channel,
  );
  return leave.may || leave.reason !== 'auto_respond_off';
}

function switchedOff(act: Act): Act {
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
  { turn, situation, considered }: Carried,
  disposition: 'carried_out' | 'superseded',
): Promise<string> {
  const id = newId();
  const { decision } = considered;
  const scope = scopeOf(turn.conversation);
  await keepPassages(tx, scope, passagesNamed(decision));
  await insertDecision(tx, {
    organization_id: scope.organizationId,
    id,
    conversation_id: turn.conversation.id,
    message_ids: situation.messageIds,
    disposition,
    outcome: decision.outcome,
    reason: decision.reason,
    record: JSON.stringify(decision),
    hash: decision.hash,
    created_at: desk.clock.now(),
  });
  return id;
}
