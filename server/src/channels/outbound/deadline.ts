import type { Egress } from '../../platform/egress/egress.ts';

/**
 * Times of one delivery, in milliseconds. A send is fenced right before it starts (docs/promises.md P4) and counted as over
 * ten seconds later, so words must leave soon after the fence and every wait must end well before that.
 */
export const pace = { speakWithin: 3_000, look: 2_000, speak: 4_000 } as const;

/** Refused by ourselves: the permission to speak may be stale by now. Nothing was sent. */
class TooLate extends Error {
  readonly code = 'too_late';
}

/** The way out for one delivery: reads are short, and a write that would start too late does not start. */
export function withDeadline(egress: Egress): Egress {
  const started = performance.now();
  return {
    fetch(url, init = {}) {
      const reads = (init.method ?? 'GET') === 'GET';
      if (!reads && performance.now() - started > pace.speakWithin)
        return Promise.reject(new TooLate('Too late to speak.'));
      return egress.fetch(url, { ...init, timeoutMs: reads ? pace.look : pace.speak });
    },
    close: () => egress.close(),
  };
}
