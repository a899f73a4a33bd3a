import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { keepRenewing } from '../../platform/jobs/silence.ts';
import {
  findConversation,
  findCustomer,
  lockConversation,
  releaseTurn,
  renewTurn,
  saveConversation,
  takeTurn,
  turnLeasedUntil,
  type ConversationRow,
  type CustomerRow,
} from '../record/conversations.store.ts';
import { newestMessages, type MessageRow } from '../record/messages.store.ts';
import { promiseTurn } from '../ownership/ownership.actions.ts';
import { countTurn, uncountTurn } from './turn-pace.store.ts';

/** The newest messages that a turn reads: more context than any question needs. */
const mostMessages = 60;

/** A conversation with its customer and the newest of its messages, oldest first. */
export interface ThreadSoFar {
  conversation: ConversationRow;
  customer: CustomerRow;
  messages: MessageRow[];
}

/** The AI's input for one turn: a snapshot that does not change during the turn. */
export interface Turn extends ThreadSoFar {
  lease: string;
  /** Turns that the customer has caused in this minute in all conversations, including this turn; 0 if people own this one. */
  pace: number;
}

/**
 * Takes the conversation's turn if one is due and no other process holds its lease. Triage of conversations that people own
 * is a turn, too. Returns null if there is nothing to do; a turn that is not due yet is enqueued again.
 */
export async function beginTurn(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { id, lease }: { id: string; lease: string },
): Promise<Turn | null> {
  const now = desk.clock.now();
  const conversation = await takeTurn(tx, scope, { id, lease, now });
  if (!conversation) {
    await promiseLater(desk, tx, scope, id);
    return null;
  }
  // Last, because it locks a row that all turns of the customer need: its holder then waits for no other lock.
  const { customer, pace } = await customerAtPace(tx, scope, conversation, now);
  return { conversation, customer, messages: await newestMessages(tx, scope, id, mostMessages), lease, pace };
}

// The turn could not be taken: it is not due yet, or another process holds its lease and may have died. Enqueues it for the time when
// it is due and the lease has expired. If both are so by now, that is at once: there may be no other job for it.
async function promiseLater(desk: Desk, tx: Tx, scope: OrganizationScope, id: string): Promise<void> {
  const row = await lockConversation(tx, scope, id);
  if (!row || !hasTurn(row)) return;
  const now = desk.clock.now();
  const times = [now, row.turn_due_at ?? now, (await turnLeasedUntil(tx, scope, id)) ?? now];
  await promiseTurn(desk, tx, row, new Date(Math.max(...times.map(Number))));
}

async function customerAtPace(tx: Tx, scope: OrganizationScope, { customer_id, owner }: ConversationRow, now: Date) {
  const counted = owner === 'ai' ? await countTurn(tx, scope, customer_id, now) : null;
  const customer = counted?.customer ?? (await findCustomer(tx, scope, customer_id));
  if (!customer) throw new Error('A conversation without its customer.');
  return { customer, pace: counted?.turns ?? 0 };
}

/** Renews the turn's lease until the returned function is called. `stillOurs` checks whether it was lost. */
export const holdTurn = (desk: Desk, scope: OrganizationScope, { conversation, lease }: Turn): (() => void) =>
  keepRenewing(() => inScope(desk.db, scope, (tx) => renewTurn(tx, scope, { id: conversation.id, lease })));

/** Releases the lease of a failed turn, so that the next attempt need not wait until it expires. */
export async function yieldTurn(desk: Desk, { conversation, lease }: Turn): Promise<void> {
  const scope = { organizationId: conversation.organization_id };
  await inScope(desk.db, scope, (tx) => releaseTurn(tx, scope, { id: conversation.id, lease }));
}

/** Reads the thread without taking its turn; null if there is no such conversation. */
export async function readThread(tx: Tx, scope: OrganizationScope, id: string): Promise<ThreadSoFar | null> {
  const conversation = await findConversation(tx, scope, id);
  if (!conversation) return null;
  const customer = await findCustomer(tx, scope, conversation.customer_id);
  if (!customer) throw new Error('A conversation without its customer.');
  return { conversation, customer, messages: await newestMessages(tx, scope, id, mostMessages) };
}

/**
 * The fence after the model's work: returns the locked conversation if the turn is still ours to end, else null. A takeover,
 * another customer message or a lost lease in the meantime raises the version, and the result is dropped.
 */
export async function stillOurs(tx: Tx, scope: OrganizationScope, turn: Turn): Promise<ConversationRow | null> {
  const row = await lockConversation(tx, scope, turn.conversation.id);
  if (!row) return null;
  const same =
    row.version === turn.conversation.version && row.epoch === turn.conversation.epoch && row.turn_lease === turn.lease;
  return same ? row : null;
}

/** Enqueues a superseded turn again at once if the customer still waits. */
export async function promiseAgain(desk: Desk, tx: Tx, scope: OrganizationScope, turn: Turn): Promise<void> {
  const row = await lockConversation(tx, scope, turn.conversation.id);
  if (!row || !hasTurn(row) || (row.turn_lease !== null && row.turn_lease !== turn.lease)) return;
  const dueAt = row.turn_due_at ?? desk.clock.now();
  const requeued = await saveConversation(
    tx,
    row,
    {
      ...(row.owner === 'ai' ? { ai_state: 'queued' as const } : {}),
      turn_due_at: dueAt,
      turn_lease: null,
      turn_lease_until: null,
    },
    desk.clock.now(),
  );
  await promiseTurn(desk, tx, requeued, dueAt);
  if (turn.pace > 0) await uncountTurn(tx, scope, row.customer_id);
}

/**
 * Enqueues a turn whose job or process got lost. If it seems to be due only later, the clock was set back after it was promised:
 * it is due now, and its deadline is earlier by the same time.
 */
export async function promiseLost(desk: Desk, tx: Tx, scope: OrganizationScope, id: string): Promise<void> {
  const row = await lockConversation(tx, scope, id);
  if (!row || !hasTurn(row)) return;
  const now = desk.clock.now();
  const early = Number(row.turn_due_at ?? now) - Number(now);
  const deadline = row.turn_deadline_at && new Date(Number(row.turn_deadline_at) - early);
  const due = early > 0 ? await saveConversation(tx, row, { turn_due_at: now, turn_deadline_at: deadline }, now) : row;
  await promiseTurn(desk, tx, due, now);
}

const hasTurn = (row: ConversationRow) =>
  row.triage_due || (row.owner === 'ai' && (row.ai_state === 'queued' || row.ai_state === 'running'));
