/** What an event has been through. A claim that ended neither well nor in a reported failure was a crash. */
export interface AttemptHistory {
  attempts: number;
  failures: number;
}

/** `store`: our own database could not be reached; that says nothing about the event. */
export type FailureKind = 'store' | 'transient' | 'permanent' | 'unexpected';

export type RetryDecision = { kind: 'wait'; afterMs: number } | { kind: 'park' };

// More than failures of its own: what kills a process from outside (a deployment, the memory of something else) takes the
// events with it that were under way, and these are innocent. Each of them is some seconds of work, so five are bad luck no more.
const crashesBeforeDeadLetter = 5;
const unexpectedBeforeDeadLetter = 3;
const transientBeforeDeadLetter = 20;
// A store that is really away cannot record failures: this many recorded ones have another cause.
const storeBeforeDeadLetter = 50;
const second = 1_000;

/** After this many processes died while holding the event, it is set aside before it kills the next. */
export const isPoisonEvent = ({ attempts, failures }: AttemptHistory): boolean =>
  attempts - failures >= crashesBeforeDeadLetter;

/**
 * Wait and try again, or let the lane go on without it? The order within a conversation matters, so the lane waits with
 * the event; but not for ever (docs/promises.md P9). A vendor's outage is given about a quarter of an hour, a fault of
 * ours a few seconds, and what can never work no time at all.
 */
export function afterFailure(kind: FailureKind, failures: number): RetryDecision {
  switch (kind) {
    case 'store':
      return failures >= storeBeforeDeadLetter ? { kind: 'park' } : { kind: 'wait', afterMs: 2 * second };
    case 'permanent':
      return { kind: 'park' };
    case 'unexpected':
      return failures >= unexpectedBeforeDeadLetter
        ? { kind: 'park' }
        : { kind: 'wait', afterMs: failures * 2 * second };
    case 'transient':
      return failures >= transientBeforeDeadLetter ? { kind: 'park' } : { kind: 'wait', afterMs: outageWait(failures) };
  }
}

// A hiccup costs the customer seconds. That a long outage costs few calls is the circuit breaker's business.
const outageWait = (failures: number) => Math.min(second * 2 ** failures, 60 * second);

/** Keys of lanes and events are indexed; a vendor's odd id must not be longer than an index entry may be. */
export const longestKey = 200;
