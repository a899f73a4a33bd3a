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
import { waitsAgain, type OwnershipState, type OwnershipStep } from './ownership.logic.ts';
import { withdrawUnsentWords } from '../outbox/withdrawal.actions.ts';

export interface HandoverActor {
  type: 'ai' | 'human' | 'system';
  id: string | null;
  name: string | null;
}

/** What is to be remembered of a change of owner. */
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
  /** What is written in the same breath. */
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

/** Nobody waits in spam. When it is taken out of there, the customer has waited since the first unanswered message. */
export async function standingOf(tx: Tx, row: ConversationRow): Promise<OwnershipState> {
  const standing = ownershipStateOf(row);
  if (row.status !== 'spam') return standing;
  return { ...standing, waitingSince: await unansweredSince(tx, scopeOf(row), row.id) };
}

/** The only writer of `owner` and `epoch` (docs/promises.md R4): saves the step, raises the fence, keeps the history. */
export async function applyStep(
  desk: Desk,
  tx: Tx,
  row: ConversationRow,
  { step, because, turn, also }: Applying,
): Promise<Applied> {
  const now = desk.clock.now();
  const { change } = step;
  // A draft that the customer's next words have overtaken: the new turn answers both.
  if (row.ai_state === 'awaiting_approval' && step.standing.aiState === 'queued')
    await retireDrafts(tx, scopeOf(row), row.id);
  const queued = step.standing.aiState === 'queued' ? turn : null;
  const columns: ConversationChange = {
    ...columnsOf(waitsAgain(step.standing, change?.direction === 'to_human' ? await silence(tx, row) : null)),
    ...(change ? { epoch: row.epoch + 1 } : {}),
    ...(because.destinationId ? { destination_id: because.destinationId } : {}),
    ...(change?.direction === 'to_ai' ? freshBudget : budgetOf(row, step.standing)),
    ...(step.standing.aiState === 'queued' ? {} : noTurn),
    // Its turn tags what was still to be tagged for people; there is not to be another one after it.
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

/** The AI's turns and questions count within an episode. */
export const budgetOf = (row: ConversationRow, { episode }: OwnershipState): ConversationChange =>
  episode === row.episode ? {} : freshBudget;

// What machines have written and nobody has read is void. Since when the customer waits without it.
async function silence(tx: Tx, row: ConversationRow): Promise<Date | null> {
  await retireDrafts(tx, scopeOf(row), row.id);
  return withdrawUnsentWords(tx, scopeOf(row), row);
}

/** A job for later has a key of its own: it must not swallow one for now. */
export const promiseTurn = (desk: Desk, tx: Tx, row: ConversationRow, dueAt: Date): Promise<void> => {
  const when = dueAt > desk.clock.now() ? { key: `${row.id}:later`, startAfter: dueAt } : { key: row.id };
  return desk.jobs.enqueue(tx, turnDue, { organizationId: row.organization_id, conversationId: row.id }, when);
};

/** People have it, and the customer's words are still to be tagged: they may be about something else, or urgent. */
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

/** Nobody is to think about it, and nobody's thinking counts any more. */
export const noTurn: ConversationChange = {
  turn_due_at: null,
  turn_deadline_at: null,
  turn_lease: null,
  turn_lease_until: null,
};

// The deadline counts from the customer's oldest unanswered message: a burst must not postpone it for ever.
export const turnColumns = (turn: TurnTimes) => ({
  turn_due_at: turn.dueAt,
  turn_deadline_at: turn.deadlineAt,
  turn_lease: null,
  turn_lease_until: null,
});

function recordHandover(
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
    // The internal queue has it as soon as this commits; what goes to a helpdesk sets `pending` with its outbox row.
    delivery: 'delivered',
    created_at: now,
  });
}
