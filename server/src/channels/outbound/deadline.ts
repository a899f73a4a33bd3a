import type { Egress } from '../../platform/egress/egress.ts';

/**
 * The time limits of one delivery, in milliseconds. A send is fenced right before it starts (docs/promises.md P4) and
 * counted as over ten seconds later, so the message must leave soon after the fence, and every wait must end well before
 * that.
 */
export const pace: Pace = { speakWithin: 3_000, look: 2_000, speak: 4_000, over: 8_000 };

/** For messages with files, which only people send: they are not fenced, and the outbox gives them two minutes. */
export const paceWithFiles: Pace = { speakWithin: 60_000, look: 2_000, speak: 20_000, over: 110_000 };

export interface Pace {
  readonly speakWithin: number;
  readonly look: number;
  readonly speak: number;
  /** For a mail, whose server may go on speaking without an answer. */
  readonly over: number;
}

/** Our own refusal: the permission to send may be stale by now. Nothing was sent. */
class TooLate extends Error {
  readonly code = 'too_late';
}

/** An egress for one delivery: reads are short, and a write that would start too late does not start. */
export function withDeadline(egress: Egress, { speakWithin, look, speak }: Pace = pace): Egress {
  const started = performance.now();
  return {
    fetch(url, init = {}) {
      const reads = (init.method ?? 'GET') === 'GET';
      if (!reads && performance.now() - started > speakWithin) return Promise.reject(new TooLate('Too late to speak.'));
      return egress.fetch(url, { ...init, timeoutMilliseconds: reads ? look : speak });
    },
    mayAsk: egress.mayAsk,
    close: () => egress.close(),
  };
}
