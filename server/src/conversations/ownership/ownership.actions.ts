import type { HandoverReason } from '@desk/contract/decisions';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/process/ids.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { turnDue } from '../record/conversations.jobs.ts';
import {
  nextSeqByNow,
  saveConversation,
  type ConversationChange,
  type ConversationRow,
} from '../record/conversations.store.ts';
import { insertHandover, type HandoverRow } from '../record/history.store.ts';
import { retireDrafts } from '../record/messages.store.ts';
import { unansweredSince } from '../outbox/unanswered.store.ts';
import { handToHuman, humanReply, waitsAgain, type OwnershipState, type OwnershipStep } from './ownership.logic.ts';
import { withdrawUnsentWords } from '../outbox/withdrawal.actions.ts';

export interface HandoverActor {
  type: 'ai' | 'human' | 'system';
  id: string | null;
  name: string | null;
}

/** What the history keeps about a change of owner. */
export interface Because {
  actor: HandoverActor;
  ruleId?: string | null;
  decisionId?: string | null;
  destinationId?: string | null;
  note?: string | null;
}

export interface TurnTimes {
  dueAt: Date;
  deadlineAt: Date;
}

interface Applying {
  step: OwnershipStep;
  because: Because;
  turn: TurnTimes | null;
  /** More columns to save in the same statement. */
  also?: ConversationChange;
}

export interface Applied {
  conversation: ConversationRow;
  handover: HandoverRow | null;
}

export const ownershipStateOf = (row: ConversationRow): OwnershipState => ({
  status: row.status,
  owner: row.owner,
  aiState: row.ai_state,
  resolution: row.resolution,
  episode: row.episode,
  inquiry: row.inquiry,
  waitingSince: row.waiting_since,
  snoozedUntil: row.snoozed_until,
  resolvedAt: row.resolved_at,
});

/** The step to people; null for spam, which cannot be handed to them. */
export const stepToPeople = (row: ConversationRow, reason: HandoverReason): OwnershipStep | null =>
  handToHuman(ownershipStateOf(row), reason);

/** The step of a person who replies. */
export const stepOfReply = (row: ConversationRow): OwnershipStep => humanReply(ownershipStateOf(row));

/** In spam nobody waits. Once a conversation leaves spam, the customer has waited since the first unanswered message. */
export async function standingOf(tx: Tx, row: ConversationRow): Promise<OwnershipState> {
  return row.status === 'spam' ? openedStandingOf(tx, row) : ownershipStateOf(row);
}

/** The same for any conversation in which nobody waits, and that a person opens, also to undo that it was resolved. */
export async function openedStandingOf(tx: Tx, row: ConversationRow): Promise<OwnershipState> {
  const standing = ownershipStateOf(row);
  if (row.status !== 'spam' && row.status !== 'resolved') return standing;
  return { ...standing, waitingSince: await unansweredSince(tx, scopeOf(row), row.id) };
}

/**
 * The only writer of `owner` and `epoch` besides the erasure (docs/promises.md R4): saves the step, raises the fence, and records
 * the handover.
 */
export async function applyStep(
  desk: Desk,
  tx: Tx,
  row: ConversationRow,
  { step, because, turn, also }: Applying,
): Promise<Applied> {
  const now = desk.clock.now();
  const { change } = step;
  // The customer's next message makes the draft obsolete: the new turn answers both.
  if (row.ai_state === 'awaiting_approval' && step.standing.aiState === 'queued')
    await retireDrafts(tx, scopeOf(row), row.id);
  const queued = step.standing.aiState === 'queued' ? turn : null;
  const columns: ConversationChange = {
    ...columnsOf(waitsAgain(step.standing, change?.direction === 'to_human' ? await withdrawAutomatic(tx, row) : null)),
    ...(change ? { epoch: row.epoch + 1 } : {}),
    ...(because.destinationId ? { destination_id: because.destinationId } : {}),
    ...budgetOf(row, step.standing),
    ...(change?.direction === 'to_ai' ? freshBudget : {}),
    ...(step.standing.aiState === 'queued' ? {} : noTurn),
    // The AI's turn also does the triage that was still due for people: there must be no second one.
    ...(change?.direction === 'to_ai' ? { triage_due: false } : {}),
    ...(queued ? turnColumns(queued) : {}),
    ...also,
  };
  const conversation = await saveConversation(tx, row, columns, now);
  if (queued) await promiseTurn(desk, tx, conversation, queued.dueAt);
  const handover = change ? await recordHandover(tx, conversation, { change, because, now }) : null;
  return { conversation, handover };
}

const freshBudget: ConversationChange = { budget_from_seq: nextSeqByNow };

/**
 * The AI's turns, clarifying questions and context count per episode. `row` was read before the first message of the new
 * episode was stored.
 */
export const budgetOf = (row: ConversationRow, { episode }: OwnershipState): ConversationChange =>
  episode === row.episode ? {} : { ...freshBudget, episode_from_seq: row.next_seq };

// Retires drafts and withdraws unsent automatic messages. Returns since when the customer waits without them.
async function withdrawAutomatic(tx: Tx, row: ConversationRow): Promise<Date | null> {
  await retireDrafts(tx, scopeOf(row), row.id);
  return withdrawUnsentWords(tx, scopeOf(row), row);
}

/** Saves a move that keeps owner and turn. Returns null, and saves nothing, if the move returns null. */
export async function moveTo(
  tx: Tx,
  row: ConversationRow,
  move: (before: OwnershipState) => OwnershipState | null,
  now: Date,
): Promise<ConversationRow | null> {
  const standing = move(ownershipStateOf(row));
  return standing && saveConversation(tx, row, columnsOf(standing), now);
}

type Move = (before: OwnershipState) => OwnershipState;

/** Saves a move that keeps the owner, and ends the turn. */
export const endTurn = (tx: Tx, row: ConversationRow, move: Move, now: Date): Promise<ConversationRow> =>
  saveConversation(tx, row, turnEnded(row, move), now);

/** The same move as a change, for the statement that writes our words. */
export const turnEnded = (row: ConversationRow, move: Move): ConversationChange => ({
  ...columnsOf(move(ownershipStateOf(row))),
  ...noTurn,
});

/** Enqueues the turn. A later job has a key of its own, so that it does not replace one that is due now. */
export const promiseTurn = (desk: Desk, tx: Tx, row: ConversationRow, dueAt: Date): Promise<void> => {
  const when = dueAt > desk.clock.now() ? { key: `${row.id}:later`, startAfter: dueAt } : { key: row.id };
  return desk.jobs.enqueue(tx, turnDue, { organizationId: row.organization_id, conversationId: row.id }, when);
};

/** Enqueues the triage of a conversation that people own: the customer's messages may be urgent or about another subject. */
export async function promiseTriage(desk: Desk, tx: Tx, row: ConversationRow): Promise<ConversationRow> {
  const now = desk.clock.now();
  const untriaged = await saveConversation(tx, row, { triage_due: true, turn_due_at: now }, now);
  await promiseTurn(desk, tx, untriaged, now);
  return untriaged;
}

export const scopeOf = (row: ConversationRow): OrganizationScope => ({ organizationId: row.organization_id });

export const columnsOf = (standing: OwnershipState): ConversationChange => ({
  status: standing.status,
  owner: standing.owner,
  ai_state: standing.aiState,
  resolution: standing.resolution,
  episode: standing.episode,
  inquiry: standing.inquiry,
  waiting_since: standing.waitingSince,
  snoozed_until: standing.snoozedUntil,
  resolved_at: standing.resolvedAt,
});

/** Cancels the turn: no turn is due, and the result of a turn in flight is dropped. */
export const noTurn: ConversationChange = {
  turn_due_at: null,
  turn_deadline_at: null,
  turn_lease: null,
  turn_lease_until: null,
};

/** People have the conversation in front of them: neither a turn nor a triage is due. */
export const triageDone: ConversationChange = { ...noTurn, triage_due: false };

export const turnColumns = (turn: TurnTimes) => ({
  turn_due_at: turn.dueAt,
  turn_deadline_at: turn.deadlineAt,
  turn_lease: null,
  turn_lease_until: null,
});

export function recordHandover(
  tx: Tx,
  row: ConversationRow,
  { change, because, now }: { change: NonNullable<OwnershipStep['change']>; because: Because; now: Date },
) {
  return insertHandover(tx, {
    organization_id: row.organization_id,
    id: newId(),
    conversation_id: row.id,
    direction: change.direction,
    reason: change.reason,
    rule_id: because.ruleId ?? null,
    decision_id: because.decisionId ?? null,
    actor_type: because.actor.type,
    actor_id: because.actor.id,
    actor_name: because.actor.name,
    destination_id: because.destinationId ?? null,
    note: because.note ?? null,
    message_sent: null,
    // The internal queue shows it once this commits; a handover to a helpdesk sets `pending` with its outbox row.
    delivery: 'delivered',
    created_at: now,
  });
}
