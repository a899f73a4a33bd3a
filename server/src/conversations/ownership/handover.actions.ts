import { setTimeout as sleep } from 'node:timers/promises';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { conflict, presentAt, type ExpectedVersion } from '../../platform/http/errors.ts';
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
  recordHandover,
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
  expectedVersion: ExpectedVersion;
}

/**
 * Changes the owner under the conversation's lock, or the destination of a conversation that people have, or opens it for one. If
 * nothing changes, `handover` is null and no event is written; a handover to people still withdraws unsent automatic messages,
 * because the person wants to reply. Throws 404, 409 `invalid_transition`, 412.
 */
export async function handOver(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { id, wish }: { id: string; wish: HandoverWish },
): Promise<{ conversation: ConversationRow; handover: HandoverRow | null }> {
  const row = presentAt(await lockConversation(tx, scope, id), wish.expectedVersion);
  const before = await standingOf(tx, row);
  const step = wish.to === 'human' ? handToHuman(before, wish.reason) : handToAi(before);
  if (!step)
    throw conflict(
      'invalid_transition',
      sentence`A conversation that is ${statusWords[row.status]} cannot be handed to people. Set its status to open instead.`,
    );
  if (step.change) return applyStep(desk, tx, row, { step, because: wish.because, turn: wish.turn });
  const standing = wish.to === 'human' ? waitsAgain(step.standing, await withdrawUnsentWords(tx, scope, row)) : before;
  const { destinationId } = wish.because;
  if (standing === before && !destinationId) return { conversation: row, handover: null };
  const now = desk.clock.now();
  const destination = destinationId ? { destination_id: destinationId } : {};
  const columns = { ...columnsOf(standing), ...budgetOf(row, standing), ...destination };
  const conversation = await saveConversation(tx, row, columns, now);
  if (wish.to === 'ai' || !isNews(row, conversation, wish)) return { conversation, handover: null };
  const change = { direction: 'to_human', reason: wish.reason } as const;
  return { conversation, handover: await recordHandover(tx, conversation, { change, because: wish.because, now }) };
}

// A conversation that opens again is news to its destination, and a note is meant to be read.
const isNews = (before: ConversationRow, after: ConversationRow, { because }: HandoverWish): boolean =>
  after.destination_id !== before.destination_id ||
  (after.status !== before.status && Boolean(because.destinationId ?? because.note));

export interface Silence {
  inFlight: number;
  /** Whether a reply may have been sent anyway. */
  unknown: boolean;
}

/**
 * After this resolves, no automatic message starts to be sent (docs/promises.md P4). Withdraws what waits under the takeover's
 * epoch, including a notice that the vendor has deferred, and waits for sends in flight. Repeats until none is left, because a send
 * in flight may fail and wait again. Clears `message_sent` of handovers whose notice the customer did not get.
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
  // The owner has changed again: what waits now does not belong to this takeover.
  if (row?.epoch !== epoch) return;
  const before = ownershipStateOf(row);
  const standing = waitsAgain(before, await withdrawUnsentWords(tx, scope, row));
  if (standing !== before) await saveConversation(tx, row, columnsOf(standing), desk.clock.now());
}

/**
 * Waits until no automatic reply is in flight: a send ends by its deadline, whatever the vendor does. `inFlight` is the
 * number of sends at the start.
 */
export async function waitForRepliesInFlight(
  desk: Desk,
  scope: OrganizationScope,
  conversationId: string,
): Promise<Silence> {
  const inFlight = () => inScope(desk.db, scope, (tx) => countInFlight(tx, scope, conversationId));
  const first = await inFlight();
  const until = performance.now() + longestWaitMilliseconds;
  let left = first;
  while (left > 0 && performance.now() < until) {
    await sleep(pollMilliseconds);
    left = await inFlight();
  }
  return { inFlight: first, unknown: left > 0 };
}

/** A little longer than the deadline of a send that began just before. */
const longestWaitMilliseconds = sendDeadlineSeconds * 1_000 + 500;
const pollMilliseconds = 20;
