import type { Settlement } from '../conversations/index.ts';

/** About a day of full-jitter retries. */
export const mostAttempts = 12;

type Delivered =
  | { kind: 'sent'; providerMessageId: string }
  | { kind: 'retry'; afterMs: number; why: string }
  | { kind: 'refused'; code: string; detail: string }
  | { kind: 'needs_reauth' }
  | { kind: 'unknown'; why: string };

/** What becomes of an outbox row after an attempt. `unknown` is final: only a person may decide to say it again. */
export function settlementOf(delivered: Delivered, attempts: number): Settlement {
  switch (delivered.kind) {
    case 'sent':
      return { state: 'sent', providerMessageId: delivered.providerMessageId };
    case 'retry':
      return attempts >= mostAttempts
        ? { state: 'dead', error: delivered.why }
        : { state: 'pending', error: delivered.why, afterMs: delivered.afterMs };
    case 'refused':
      return { state: 'dead', error: `${delivered.code}: ${delivered.detail}` };
    case 'needs_reauth':
      return { state: 'dead', error: 'needs_reauth: the vendor refuses our credentials' };
    case 'unknown':
      return { state: 'unknown', error: delivered.why };
  }
}
