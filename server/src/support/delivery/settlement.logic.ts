import type { OutboxSettlement } from '../../conversations/index.ts';
import { english } from '../../platform/words/sentence.logic.ts';

const minute = 60_000;

/** A destination has a fallback, and nobody is notified while this one is being tried. */
const patience = { reply: 24 * 60 * minute, destination: 30 * minute } as const;

/** People learn of a reply that is still on its way after so long. */
const noticedAfter = 15 * minute;

type AttemptOutcome =
  | { kind: 'sent'; providerMessageId: string }
  | { kind: 'retry'; afterMs: number; why: string }
  | { kind: 'refused'; code: string; detail: string }
  | { kind: 'needs_reauth' }
  | { kind: 'unknown'; why: string };

/** What is being delivered, since when (null: it was never tried), and what time it is. */
export interface Effort {
  what: keyof typeof patience;
  firstAttemptAt: Date | null;
  now: Date;
}

/**
 * What becomes of an outbox row after an attempt. Not how often it was tried counts but for how long: attempts come quickly
 * one after the other at first, and one that was held up here asked nobody. `unknown` is final: only a person may decide to
 * say it again, and what was tried for so long may have arrived.
 */
export function settlementOf(delivered: AttemptOutcome, effort: Effort): OutboxSettlement {
  switch (delivered.kind) {
    case 'sent':
      return { state: 'sent', providerMessageId: delivered.providerMessageId };
    case 'retry':
      return triedFor(effort) >= patience[effort.what]
        ? { state: 'unknown', error: delivered.why }
        : { state: 'pending', error: delivered.why, afterMs: delivered.afterMs };
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
