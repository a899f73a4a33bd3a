import type { OutboxSettlement } from '../../conversations/index.ts';
import { english } from '../../platform/words/sentence.logic.ts';

const minute = 60_000;

/** How long to retry. Shorter for a destination: it has a fallback, and nobody is notified while it is being tried. */
const patience = { reply: 24 * 60 * minute, destination: 30 * minute } as const;

/** After this time people are shown that a reply is still undelivered. */
const noticedAfter = 15 * minute;

type AttemptOutcome =
  | { kind: 'sent'; providerMessageId: string; unassigned?: string }
  | { kind: 'retry'; afterMilliseconds: number; why: string }
  | { kind: 'refused'; code: string; detail: string }
  | { kind: 'needs_reauth' }
  | { kind: 'unknown'; why: string };

/** A delivery in progress. `firstAttemptAt` is null before the first attempt. */
export interface Effort {
  what: keyof typeof patience;
  firstAttemptAt: Date | null;
  now: Date;
}

/**
 * Returns the state of an outbox row after an attempt. The limit is a time, not a number of attempts: the first attempts follow
 * each other quickly, and an attempt that was held up here never reached the vendor. `unknown` is final: the message may have
 * arrived, so only a person may decide to send it again.
 */
export function settlementOf(delivered: AttemptOutcome, effort: Effort): OutboxSettlement {
  switch (delivered.kind) {
    case 'sent':
      return {
        state: 'sent',
        providerMessageId: delivered.providerMessageId,
        ...(delivered.unassigned === undefined ? {} : { unassigned: delivered.unassigned }),
      };
    case 'retry':
      return triedFor(effort) >= patience[effort.what]
        ? { state: 'unknown', error: delivered.why }
        : { state: 'pending', error: delivered.why, afterMilliseconds: delivered.afterMilliseconds };
    case 'refused':
      return { state: 'dead', error: `${delivered.code}: ${delivered.detail}` };
    case 'needs_reauth':
      return { state: 'dead', error: `needs_reauth: ${english`the vendor refuses our credentials`}` };
    case 'unknown':
      return { state: 'unknown', error: delivered.why };
  }
}

export const isLongOnItsWay = (effort: Effort): boolean => effort.what === 'reply' && triedFor(effort) >= noticedAfter;

const triedFor = ({ firstAttemptAt, now }: Effort) => (firstAttemptAt ? now.getTime() - firstAttemptAt.getTime() : 0);
