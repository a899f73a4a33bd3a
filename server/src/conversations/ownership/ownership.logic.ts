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
  /** The number of the customer's inquiry: it rises when the customer reopens the conversation. Reports count by it. */
  inquiry: number;
  waitingSince: Date | null;
  snoozedUntil: Date | null;
  resolvedAt: Date | null;
}

/** A change of `owner`: it raises the fence, and the history records it. */
export interface OwnerChange {
  direction: 'to_human' | 'to_ai';
  reason: HandoverReason;
}

export interface OwnershipStep {
  standing: OwnershipState;
  change: OwnerChange | null;
}

/** Whether settings and channel allow the AI to reply in this conversation now; if not, the reason. */
export type AiPermission = { may: true } | { may: false; reason: HandoverReason };

/** The first message of a new conversation. */
export function firstMessage(at: Date, permission: AiPermission): OwnershipStep {
  const blank = {
    status: 'open',
    resolution: null,
    episode: 1,
    inquiry: 1,
    waitingSince: at,
    snoozedUntil: null,
    resolvedAt: null,
  } as const;
  if (permission.may) return { standing: { ...blank, owner: 'ai', aiState: 'queued' }, change: null };
  return {
    standing: { ...blank, owner: 'human', aiState: null },
    change: { direction: 'to_human', reason: permission.reason },
  };
}

/** A filter marks the first message as spam: nobody waits, until a person decides otherwise. */
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

/** A customer wrote again; if the conversation was resolved, within the reopen window. */
export function customerMessage(before: OwnershipState, at: Date, permission: AiPermission): OwnershipStep {
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
    return reopened && aiResolved && permission.may ? toAi(woken) : { standing: woken, change: null };
  if (!permission.may) return toHuman(woken, permission.reason);
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

/** The AI's answer or clarifying question is being sent. */
export const aiSpoke = (before: OwnershipState): OwnershipState => ({
  ...before,
  status: 'pending',
  aiState: 'idle',
  waitingSince: null,
});
/** A draft waits for a person: the customer keeps waiting, in the queue of people. */
export const aiDrafted = (before: OwnershipState): OwnershipState => ({ ...before, aiState: 'awaiting_approval' });

/** The customer only confirmed: no work is due and no reply is needed. */
export const confirmed = (before: OwnershipState, at: Date): OwnershipState => ({
  ...before,
  status: 'resolved',
  aiState: 'idle',
  waitingSince: null,
  resolution: 'ai_confirmed',
  resolvedAt: at,
});

/**
 * The customer has not come back, so the matter counts as settled. Returns null if somebody waits in the conversation, or if it is
 * done.
 */
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

/** Returns null for spam, which cannot be handed to people. `change` is null if people have it already. */
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
 * A message of ours did not arrive: people take over, even if the conversation was resolved. The matter was not settled, so
 * its episode continues. Returns null for spam, which is not answered.
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

/**
 * Restores the wait that a withdrawn message had ended. `since` is the time at which that wait began; null if the message ended no
 * wait.
 */
export const waitsAgain = (standing: OwnershipState, since: Date | null): OwnershipState =>
  since !== null && (standing.status === 'open' || standing.status === 'snoozed')
    ? waitingFrom(standing, since)
    : standing;

const waitingFrom = (standing: OwnershipState, since: Date): OwnershipState =>
  standing.waitingSince && standing.waitingSince <= since ? standing : { ...standing, waitingSince: since };

/** Also for spam: a person who hands it to the AI has found that it is no spam. `change` is null if the AI has it already. */
export function handToAi(before: OwnershipState): OwnershipStep {
  if (before.owner === 'ai') return { standing: before, change: null };
  return toAi({ ...before, snoozedUntil: null, ...reopening(before) });
}

/** A status that a person sets directly, which makes people the owner. Returns null for an invalid transition. */
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
    // The next move is the customer's: nobody would look for a customer who still waited here.
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

// A resolved conversation begins a new episode; any other one only loses the traces of an earlier resolution.
const reopening = (before: OwnershipState) => ({
  resolution: null,
  resolvedAt: null,
  episode: before.status === 'resolved' ? before.episode + 1 : before.episode,
});

/** Opens a snoozed conversation when its wake time has come. */
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
