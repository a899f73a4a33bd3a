import type { HandoverReason } from '@desk/contract/decisions';
import {
  applyStep,
  changeHandover,
  saveConversation,
  scopeOf,
  stepToPeople,
  triageDone,
  type ConversationRow,
  type HandoverRow,
  type OwnershipStep,
} from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isGone, loadPolicy, type ResolvedDestination } from '../../routing/index.ts';
import type { Act } from './act.ts';
import { because, shortNote } from '../wording/handover-words.logic.ts';
import { leavesNote, notifyDestination } from './notify.actions.ts';
import { announceHandover } from './reply.actions.ts';

/** Hands the conversation to people: changes owner and fence, writes to the customer, and notifies the destination. */
export async function escalate(desk: Desk, tx: Tx, act: Act): Promise<void> {
  const { ruling, decision, words } = act.considered;
  const note = decision.handover?.note ?? shortNote(act.considered.known.message.text, because[ruling.reason]);
  await passToPeople(desk, tx, act.conversation, {
    // The policy escalates only for reasons in the closed list of handover reasons.
    step: stepToPeople(act.conversation, ruling.reason as HandoverReason),
    ruleId: ruling.ruleId,
    decisionId: act.decisionId,
    destination: ruling.destination,
    note,
    words,
    speaker: act.considered.basis.settings.persona.name,
    tags: decision.signals.tags.map((tag) => tag.name),
  });
}

/** A handover to people, with or without a decision. */
export interface HandoverToPeople {
  step: OwnershipStep | null;
  ruleId: string | null;
  decisionId: string | null;
  destination: ResolvedDestination | null;
  note: string;
  /** The message to the customer; null sends none. */
  words: string | null;
  speaker: string;
  tags: string[];
}

/**
 * Changes the owner and notifies the customer and the destination. Does nothing to a conversation that people already have,
 * or that is spam.
 */
export async function passToPeople(desk: Desk, tx: Tx, row: ConversationRow, handing: HandoverToPeople): Promise<void> {
  const { step } = handing;
  if (!step) return;
  const { conversation, handover } = await applyStep(desk, tx, row, {
    step,
    because: {
      actor: { type: 'ai', id: null, name: handing.speaker },
      ruleId: handing.ruleId,
      decisionId: handing.decisionId,
      destinationId: handing.destination?.id ?? null,
      note: handing.note,
    },
    turn: null,
  });
  if (!handover) return;
  const { words } = handing;
  if (words !== null) await notifyCustomer(desk, tx, conversation, { handoverId: handover.id, words, handing });
  await notifyDestination(desk, tx, conversation, {
    handoverId: handover.id,
    destination: handing.destination,
    note: handing.note,
    tags: handing.tags,
    attempt: 1,
  });
}

async function notifyCustomer(
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  { handoverId, words, handing }: { handoverId: string; words: string; handing: HandoverToPeople },
): Promise<void> {
  const { decisionId, speaker } = handing;
  // Set the tags only once, because each time costs vendor calls: a note that follows sets them.
  const tags = leavesNote(conversation, handing.destination) ? [] : handing.tags;
  const announcement = { markdown: words, decisionId, speaker, handoverId, tags };
  const message = await announceHandover(desk, tx, conversation, announcement);
  if (message) await changeHandover(tx, scopeOf(conversation), handoverId, { message_sent: message.text });
}

/** Adds tags, destination and note to a conversation that people already have. The customer gets no message. */
export async function placeBeforePeople(desk: Desk, tx: Tx, act: Act, handover: HandoverRow | null): Promise<void> {
  const { ruling, decision } = act.considered;
  await endTriage(desk, tx, act.conversation, {
    handover,
    decisionId: act.decisionId,
    destination: ruling.destination,
    note: decision.handover?.note ?? null,
    tags: decision.signals.tags.map((tag) => tag.name),
  });
}

type Triaged = Pick<HandoverToPeople, 'decisionId' | 'destination' | 'tags'> & {
  handover: HandoverRow | null;
  note: string | null;
};

/**
 * Ends the triage. A conversation that people had before keeps its destination, which is not notified again. If that was deleted
 * meanwhile, the internal queue has it.
 */
export async function endTriage(
  desk: Desk,
  tx: Tx,
  row: ConversationRow,
  { handover, decisionId, destination, note, tags }: Triaged,
): Promise<void> {
  const place = handover && destination ? { destination_id: destination.id } : await placeIfGone(tx, row);
  const placed = await saveConversation(tx, row, { ...triageDone, ...place }, desk.clock.now());
  if (!handover) return;
  const placing = { destination_id: destination?.id ?? null, note, decision_id: decisionId };
  await changeHandover(tx, scopeOf(row), handover.id, placing);
  if (note) await notifyDestination(desk, tx, placed, { handoverId: handover.id, destination, note, tags, attempt: 1 });
}

async function placeIfGone(tx: Tx, row: ConversationRow) {
  if (row.destination_id === null) return {};
  const policy = await loadPolicy(tx, scopeOf(row));
  return isGone(policy, row.destination_id) ? { destination_id: policy.internalQueue.id } : {};
}
