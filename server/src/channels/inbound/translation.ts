import type { IncomingEvent } from '../port/channel.logic.ts';
import { requestedWait, type VendorAnswer } from '../outbound/delivery.logic.ts';

/** One event of an inbound row. `effect` is the key of an effect that may happen only once; null if the row's own id is enough. */
export interface Translated {
  event: IncomingEvent;
  effect: string | null;
}

export interface TranslationContext {
  raw: Uint8Array;
  receivedAt: Date;
  /** Returns which of these effects have happened already. */
  knownEffects(effects: readonly string[]): Promise<ReadonlySet<string>>;
}

/**
 * Thrown when an event cannot be read now. `transient`: the vendor is unavailable; wait and retry. `permanent`: it will
 * never work, so the lane must not wait for it. `needs_reauth`: our grant is dead; the channel stops until it is renewed,
 * and the events that were dead-lettered without it are then processed.
 */
export class TranslationFailed extends Error {
  readonly kind: 'transient' | 'permanent' | 'needs_reauth';
  readonly code: string;
  /** The wait before a retry, if the vendor sent one. */
  readonly afterMilliseconds: number | null;
  constructor(kind: TranslationFailed['kind'], code: string, afterMilliseconds: number | null = null) {
    super(`The event could not be read: ${code}`);
    this.name = 'TranslationFailed';
    this.kind = kind;
    this.code = code;
    this.afterMilliseconds = afterMilliseconds;
  }
}

/** The codes of dead-lettered events that only lack a grant. */
export const codesWithoutGrant = ['http_401', 'needs_reauth', 'not_connected'] as const;

/** Throws the failure that a vendor's unusable answer causes for the event that needed it. */
export function failTranslation(answer: VendorAnswer): never {
  if (answer.kind === 'blocked') throw new TranslationFailed('permanent', 'blocked_address');
  if (answer.kind === 'unreachable')
    throw new TranslationFailed('transient', `vendor_${answer.why}`, answer.afterMilliseconds ?? null);
  // An answer does not become shorter while the conversation's other events wait.
  if (answer.kind === 'cut')
    throw new TranslationFailed(answer.why === 'too_large' ? 'permanent' : 'transient', `vendor_${answer.why}`);
  if (answer.status === 401) throw new TranslationFailed('needs_reauth', 'http_401');
  const transient = answer.status < 300 || answer.status >= 500 || answer.status === 408 || answer.status === 429;
  const requested = transient ? requestedWait(answer.headers, new Date()) : null;
  throw new TranslationFailed(transient ? 'transient' : 'permanent', `http_${answer.status}`, requested);
}

const ignored = 'ignored: ';

/** An event that was known already has no reason of its own: it had its effect the first time. */
export const whyIgnored = ([first]: readonly Translated[]): string | null =>
  first?.event.kind === 'ignored' ? `${ignored}${first.event.why}` : null;

/** The explanation in such a reason; null for any other reason. */
export const ignoredBecause = (reason: string | null): string | null =>
  reason?.startsWith(ignored) ? reason.slice(ignored.length) : null;

/** The vendor's id of the customer message in a delivery; null when the delivery has no customer message. */
export const messageIn = (translated: readonly Translated[]): string | null => {
  const [found] = translated.flatMap(({ event }) => (event.kind === 'customer_message' ? [event] : []));
  return found?.providerMessageId ?? null;
};
