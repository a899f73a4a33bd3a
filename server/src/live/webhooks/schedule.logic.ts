import type { AttemptOutcome } from '@desk/contract/webhooks';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses before the second and each further attempt: 27 hours and a half in all, as Standard Webhooks suggests. */
const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour] as const;

/** After this time an endpoint that has accepted nothing is disabled, and a delivery is given up. */
const threeDays = 72 * hour;

const longestRest = 5 * minute;

export type Fate = { kind: 'delivered' } | { kind: 'again'; inMilliseconds: number } | { kind: 'failed' };

interface Attempted {
  cause: 'event' | 'replay' | 'test';
  outcome: AttemptOutcome;
  /** The number of attempts, including this one. */
  attempts: number;
  /** Since the delivery was created. */
  ageInMilliseconds: number;
  /** What the endpoint asked for with Retry-After. */
  retryAfter: number | null;
  /** From 0 to 1: spreads the attempts of deliveries that failed together. */
  chance: number;
}

/**
 * Decides what follows from an attempt. A test is sent only once, because a person looks at its result. An address that is down for
 * long gets so few attempts that many deliveries are given up by their age before the last pause.
 */
export function fateOf({ cause, outcome, attempts, ageInMilliseconds, retryAfter, chance }: Attempted): Fate {
  if (outcome === 'accepted') return { kind: 'delivered' };
  const pause = pauses[attempts - 1];
  const isLast = pause === undefined || ageInMilliseconds >= threeDays;
  if (cause === 'test' || outcome === 'gone' || isLast) return { kind: 'failed' };
  return { kind: 'again', inMilliseconds: Math.round(Math.max(pause * (0.9 + 0.2 * chance), retryAfter ?? 0)) };
}

export interface Judged {
  outcome: AttemptOutcome;
  fate: Fate['kind'];
  /** Whether a person asked for the attempt, such as a test. */
  asked: boolean;
}

/** Whether an attempt tells whether the endpoint accepts events. One that a person asked for does so only if it was accepted. */
export const tellsOfEvents = ({ outcome, asked }: Judged): boolean => outcome === 'accepted' || !asked;

/** Disables the endpoint when an event is given up and none was accepted for three days, or when the address is gone. */
export function reasonToDisable(
  results: readonly Judged[],
  failingSince: Date | null,
  now: Date,
): 'gone' | 'failing' | null {
  if (results.some(({ outcome }) => outcome === 'gone')) return 'gone';
  const isLong = failingSince !== null && now.getTime() - failingSince.getTime() >= threeDays;
  return isLong && results.some(({ fate, asked }) => fate === 'failed' && !asked) ? 'failing' : null;
}

/** How long an endpoint that accepted nothing of a batch is left alone: it would only occupy the slots of others. */
export const restOf = (failingSince: Date, now: Date): number =>
  Math.min((now.getTime() - failingSince.getTime()) / 10, longestRest);
