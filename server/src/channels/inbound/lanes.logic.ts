/**
 * How often an event was claimed, and how often it failed. A claim that ended in neither success nor a reported failure
 * was a crash.
 */
export interface AttemptHistory {
  attempts: number;
  failures: number;
}

/** `store`: our own database could not be reached, which is no evidence about the event. */
export type FailureKind = 'store' | 'transient' | 'permanent' | 'unexpected';

/** `park`: dead-lettered. Metrics and logs have this word. */
export type RetryDecision = { kind: 'wait'; afterMilliseconds: number } | { kind: 'park' };

// Higher than the limit for failures: when a process is killed from outside (a deployment, the memory of something else),
// it counts as a crash of every event in progress, although they are innocent. Each of them is some seconds of work, so
// five such crashes are hardly bad luck.
const crashesBeforeDeadLetter = 5;
const unexpectedBeforeDeadLetter = 3;
const transientBeforeDeadLetter = 20;
// An unreachable store cannot record failures: this many recorded ones have another cause.
const storeBeforeDeadLetter = 50;
const second = 1_000;

/** Whether so many processes died while they held the event that it is set aside before it kills the next. */
export const isPoisonEvent = ({ attempts, failures }: AttemptHistory): boolean =>
  attempts - failures >= crashesBeforeDeadLetter;

/**
 * Decides whether to retry the event or to continue the lane without it. The order within a conversation matters, so the
 * lane waits with the event, but not for ever (docs/promises.md P9): about a quarter of an hour for a vendor's outage, a
 * few seconds for a fault of ours, and no time at all for what can never work.
 */
export function afterFailure(kind: FailureKind, failures: number): RetryDecision {
  switch (kind) {
    case 'store':
      return failures >= storeBeforeDeadLetter ? { kind: 'park' } : { kind: 'wait', afterMilliseconds: 2 * second };
    case 'permanent':
      return { kind: 'park' };
    case 'unexpected':
      return failures >= unexpectedBeforeDeadLetter
        ? { kind: 'park' }
        : { kind: 'wait', afterMilliseconds: failures * 2 * second };
    case 'transient':
      return failures >= transientBeforeDeadLetter
        ? { kind: 'park' }
        : { kind: 'wait', afterMilliseconds: outageWait(failures) };
  }
}

// A hiccup costs the customer seconds. During a long outage, the circuit breaker keeps the calls few.
const outageWait = (failures: number) => Math.min(second * 2 ** failures, 60 * second);

/** Keys of lanes and events are indexed: a vendor's long id must not exceed the limit of an index entry. */
export const longestKey = 200;
