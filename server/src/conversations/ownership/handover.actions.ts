import { setTimeout as sleep } from 'node:timers/promises';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { conflict, notFound, versionConflict } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { statusWords } from './status-words.logic.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { lockConversation, saveConversation, type ConversationRow } from '../record/conversations.store.ts';
import type { HandoverRow } from '../record/history.store.ts';
import { countInFlight, sendDeadlineSeconds } from '../outbox/outbox.store.ts';
import { handToAi, handToHuman, waitsAgain } from './ownership.logic.ts';
import {
  applyStep,
  budgetOf,
  columnsOf,
  ownershipStateOf,
  standingOf,
  type Because,
  type TurnTimes,
} from './ownership.actions.ts';
import { withdrawUnsentWords } from '../outbox/withdrawal.actions.ts';
import type { HandoverReason } from '@desk/contract/decisions';

export interface HandoverWish {
  to: 'ai' | 'human';
  reason: HandoverReason;
  because: Because;
  turn: TurnTimes;
  expectedVersion: number | null;
}

/**
 * Changes the owner under the conversation's lock. Already there: no event, `handover` null; but to people it still
 * withdraws what a machine was about to say, since the person who asks wants the floor. 404, 409 invalid_transition, 412.
 */
export async function handOver(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { id, wish }: { id: string; wish: HandoverWish },
): Promise<{ conversation: ConversationRow; handover: HandoverRow | null }> {
  const row = await lockConversation(tx, scope, id);
  if (!row) throw notFound();
  if (wish.expectedVersion !== null && wish.expectedVersion !== row.version) throw versionConflict();
  const before = await standingOf(tx, row);
  const step = wish.to === 'human' ? handToHuman(before, wish.reason) : handToAi(before);
  if (!step)
    throw conflict(
      'invalid_transition',
      sentence`A conversation that is ${statusWords[row.status]} cannot be handed to people. Set its status to open instead.`,
    );
  if (step.change) return applyStep(desk, tx, row, { step, because: wish.because, turn: wish.turn });
  const standing = wish.to === 'human' ? waitsAgain(step.standing, await withdrawUnsentWords(tx, scope, row)) : before;
  const destination = wish.because.destinationId ? { destination_id: wish.because.destinationId } : {};
  if (standing === before && !wish.because.destinationId) return { conversation: row, handover: null };
  const change = { ...columnsOf(standing), ...budgetOf(row, standing), ...destination };
  return { conversation: await saveConversation(tx, row, change, desk.clock.now()), handover: null };
}

export interface Silence {
  inFlight: number;
  /** One may have been sent anyway. */
  unknown: boolean;
}

/**
 * After it no machine's word begins to be sent (docs/promises.md P4): what still waits under the takeover's epoch is taken
 * back, a notice that the vendor wants later too, and what is on its way is waited for. Again until nothing is left, since
 * what was on its way may have been refused and wait now. The handovers whose notice the customer did not get forget it.
 */
export async function stopAiReplies(
  desk: Desk,
  scope: OrganizationScope,
  { id, epoch }: Pick<ConversationRow, 'id' | 'epoch'>,
): Promise<Silence> {
  for (let first: number | null = null; ;) {
    await inScope(desk.db, scope, (tx) => takeBack(desk, tx, scope, { id, epoch }));
    const silence = await waitForRepliesInFlight(desk, scope, id);
    first ??= silence.inFlight;
    if (silence.inFlight === 0 || silence.unknown) return { inFlight: first, unknown: silence.unknown };
  }
}

async function takeBack(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { id, epoch }: Pick<ConversationRow, 'id' | 'epoch'>,
): Promise<void> {
  const row = await lockConversation(tx, scope, id);
  // Somebody has moved it on since: what waits now is not the takeover's.
  if (row?.epoch !== epoch) return;
  const before = ownershipStateOf(row);
  const standing = waitsAgain(before, await withdrawUnsentWords(tx, scope, row));
  if (standing !== before) await saveConversation(tx, row, columnsOf(standing), desk.clock.now());
}

/**
 * Waits until no machine's word to the customer is on its way any more: a send ends by its deadline, whatever the vendor
 * does. How many there were at first.
 */
export async function waitForRepliesInFlight(
  desk: Desk,
  scope: OrganizationScope,
  conversationId: string,
): Promise<Silence> {
  const inFlight = () => inScope(desk.db, scope, (tx) => countInFlight(tx, scope, conversationId));
  const first = await inFlight();
  const until = performance.now() + longestSilenceMilliseconds;
  let left = first;
  while (left > 0 && performance.now() < until) {
    await sleep(lookAgainMilliseconds);
    left = await inFlight();
  }
  return { inFlight: first, unknown: left > 0 };
}

/** A little longer than the deadline of a send that began right before. */
const longestSilenceMilliseconds = sendDeadlineSeconds * 1_000 + 500;
const lookAgainMilliseconds = 20;
