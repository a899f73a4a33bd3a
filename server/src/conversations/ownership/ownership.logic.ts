import type { AiState, Owner, Resolution, Status } from '@desk/contract/conversations';
import type { HandoverReason } from '@desk/contract/decisions';

/** The two independent facts of a conversation (is work due? who speaks next?) and what follows from them. */
export interface OwnershipState {
  status: Status;
  owner: Owner;
  /** Only with owner `ai`. */
  aiState: AiState | null;
  resolution: Resolution | null;
  episode: number;
  /** Which of the customer's matters this is: it rises where the customer reopens it, and reports count by it. */
  inquiry: number;
  waitingSince: Date | null;
  snoozedUntil: Date | null;
  resolvedAt: Date | null;
}

/** `owner` changed: the fence must rise, and the change is history. */
export interface OwnerChange {
  direction: 'to_human' | 'to_ai';
  reason: HandoverReason;
}

export interface OwnershipStep {
  standing: OwnershipState;
  change: OwnerChange | null;
}

/** Whether the AI may speak in this conversation now, by the settings and the channel; else why not. */
export type AiPermission = { may: true } | { may: false; reason: HandoverReason };

/** Nothing was known of the customer's matter yet. */
export function firstMessage(at: Date, leave: AiPermission): OwnershipStep {
  const blank = {
    status: 'open',
    resolution: null,
    episode: 1,
    inquiry: 1,
    waitingSince: at,
    snoozedUntil: null,
    resolvedAt: null,
  } as const;
  if (leave.may) return { standing: { ...blank, owner: 'ai', aiState: 'queued' }, change: null };
  return {
    standing: { ...blank, owner: 'human', aiState: null },
    change: { direction: 'to_human', reason: leave.reason },
  };
}

/** A filter calls the first words spam: nobody waits, until a person says otherwise. */
export const firstSpam = (at: Date): OwnershipStep => ({
  standing: {
    status: 'spam',
    owner: 'human',
    aiState: null,
    resolution: 'spam',
    episode: 1,
    inquiry: 1,
    waitingSince: null,
    snoozedUntil: null,
    resolvedAt: at,
  },
  change: null,
});

/** A customer wrote again, inside the reopen window when the conversation was resolved. */
export function customerMessage(before: OwnershipState, at: Date, leave: AiPermission): OwnershipStep {
  const waitingSince = before.waitingSince ?? at;
  if (before.status === 'spam') return { standing: before, change: null };
  const reopened = before.status === 'resolved';
  const woken: OwnershipState = {
    ...before,
    status: 'open',
    waitingSince,
    snoozedUntil: null,
    ...(reopened ? { ...reopening(before), inquiry: before.inquiry + 1 } : {}),
  };
  const aiResolved = before.resolution === 'ai_confirmed' || before.resolution === 'ai_assumed';
  if (reopened && before.owner === 'ai' && !aiResolved) return toHuman(woken, 'manual');
  if (before.owner === 'human')
    return reopened && aiResolved && leave.may ? toAi(woken) : { standing: woken, change: null };
  if (!leave.may) return toHuman(woken, leave.reason);
  return { standing: { ...woken, aiState: 'queued' }, change: null };
}

/** A person answered, here or in the helpdesk: that is a takeover. */
export function humanReply(before: OwnershipState): OwnershipStep {
  const standing: OwnershipState = {
    ...before,
    status: before.status === 'spam' ? 'spam' : 'pending',
    owner: 'human',
    aiState: null,
    waitingSince: null,
    snoozedUntil: null,
    ...reopening(before),
  };
  return { standing, change: before.owner === 'ai' ? { direction: 'to_human', reason: 'human_reply' } : null };
}

/** The AI's word (an answer or a clarifying question) is on its way; a draft waits for a person instead. */
export const aiSpoke = (before: OwnershipState): OwnershipState => ({
  ...before,
  status: 'pending',
  aiState: 'idle',
  waitingSince: null,
});
/** The wait continues, in the queue of people. */
export const aiDrafted = (before: OwnershipState): OwnershipState => ({ ...before, aiState: 'awaiting_approval' });

/** The customer only confirmed: nothing is due and nothing need be said. */
export const confirmed = (before: OwnershipState, at: Date): OwnershipState => ({
  ...before,
  status: 'resolved',
  aiState: 'idle',
  waitingSince: null,
  resolution: 'ai_confirmed',
  resolvedAt: at,
});

/** The customer has not come back: assumed to be content with the AI's answer, or just gone. null: somebody is at work, or done. */
export const inactive = (before: OwnershipState, at: Date): OwnershipState | null =>
  before.status === 'pending'
    ? {
        ...before,
        status: 'resolved',
        waitingSince: null,
        resolution: before.owner === 'ai' ? 'ai_assumed' : 'inactivity',
        resolvedAt: at,
      }
    : null;

/** null: this conversation cannot be handed to people (spam). `change` null: they have it already. */
export function handToHuman(before: OwnershipState, reason: HandoverReason): OwnershipStep | null {
  if (before.status === 'spam') return null;
  const standing: OwnershipState = {
    ...before,
    status: 'open',
    owner: 'human',
    aiState: null,
    snoozedUntil: null,
    ...reopening(before),
  };
  if (before.owner === 'human') return { standing: before.status === 'open' ? before : standing, change: null };
  return { standing, change: { direction: 'to_human', reason } };
}

/**
 * Words of ours did not arrive: people take over, even if the matter seemed done. It was not, so its episode goes on.
 * null: spam is not answered.
 */
export function wordsLost(
  before: OwnershipState,
  { since, reason }: { since: Date; reason: HandoverReason },
): OwnershipStep | null {
  if (before.status === 'spam') return null;
  const live = { resolution: null, resolvedAt: null, snoozedUntil: null };
  const standing: OwnershipState = {
    ...waitingFrom(before, since),
    ...live,
    status: 'open',
    owner: 'human',
    aiState: null,
  };
  return { standing, change: before.owner === 'ai' ? { direction: 'to_human', reason } : null };
}

/** What would have ended the wait was withdrawn (`since`: from when on; null: it ended nothing). */
export const waitsAgain = (standing: OwnershipState, since: Date | null): OwnershipState =>
  since !== null && (standing.status === 'open' || standing.status === 'snoozed')
    ? waitingFrom(standing, since)
    : standing;

const waitingFrom = (standing: OwnershipState, since: Date): OwnershipState =>
  standing.waitingSince && standing.waitingSince <= since ? standing : { ...standing, waitingSince: since };

/** Spam too: a person who hands it to the AI has found that it is not spam. `change` null: the AI has it already. */
export function handToAi(before: OwnershipState): OwnershipStep {
  if (before.owner === 'ai') return { standing: before, change: null };
  return toAi({ ...before, snoozedUntil: null, ...reopening(before) });
}

/** What a person may set directly, which also makes them its owner. null is an invalid transition. */
export function setStatus(
  before: OwnershipState,
  to: Status,
  at: { now: Date; snoozedUntil: Date | null },
): OwnershipStep | null {
  const isDone = to === 'resolved' || (to === 'spam' && before.owner === 'human');
  if (to === before.status && isDone) return { standing: before, change: null };
  if (before.status === 'spam' && to !== 'open' && to !== 'spam') return null;
  const set = statusSet(before, to, at);
  if (!set) return null;
  const change: OwnerChange | null = before.owner === 'ai' ? { direction: 'to_human', reason: 'manual' } : null;
  return { standing: { ...before, ...set, status: to, owner: 'human', aiState: null }, change };
}

function statusSet(
  before: OwnershipState,
  to: Status,
  at: { now: Date; snoozedUntil: Date | null },
): Partial<OwnershipState> | null {
  const live = { ...reopening(before), snoozedUntil: null };
  const done = { resolvedAt: at.now, waitingSince: null, snoozedUntil: null };
  switch (to) {
    case 'open':
      return live;
    // The customer's turn: one who waited in it would be in no queue, and nobody would look.
    case 'pending':
      return { ...live, waitingSince: null };
    case 'snoozed':
      return at.snoozedUntil && before.status !== 'resolved' ? { snoozedUntil: at.snoozedUntil } : null;
    case 'resolved':
      return { ...done, resolution: 'human' };
    case 'spam':
      return { ...done, resolution: 'spam' };
  }
}

// What was resolved goes on as a new episode; what was not only loses what is left of an earlier resolution.
const reopening = (before: OwnershipState) => ({
  resolution: null,
  resolvedAt: null,
  episode: before.status === 'resolved' ? before.episode + 1 : before.episode,
});

/** The wake time has come. */
export const wake = (before: OwnershipState): OwnershipState => ({ ...before, status: 'open', snoozedUntil: null });

function toHuman(standing: OwnershipState, reason: HandoverReason): OwnershipStep {
  return { standing: { ...standing, owner: 'human', aiState: null }, change: { direction: 'to_human', reason } };
}

function toAi(standing: OwnershipState): OwnershipStep {
  const waiting = standing.waitingSince !== null;
  return {
    standing: { ...standing, status: waiting ? 'open' : 'pending', owner: 'ai', aiState: waiting ? 'queued' : 'idle' },
    change: { direction: 'to_ai', reason: 'returned_to_ai' },
  };
}
