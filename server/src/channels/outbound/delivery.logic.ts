import { retryAfter } from '../../platform/egress/retry-after.logic.ts';
import type { Delivered } from '../port/channel.logic.ts';
import { english } from '../../platform/words/sentence.logic.ts';

/** The attempt, the time and the random number behind a delivery's verdict; passed in, so that the verdict is a pure function. */
export interface Circumstances {
  attempt: number;
  now: Date;
  /** Uniform in [0, 1). */
  random: number;
}

/**
 * `unreachable`: nothing was sent, and `afterMilliseconds` is the wait before a retry, if it is known. `cut`: the request may have
 * taken effect, but no answer came.
 */
export type VendorAnswer =
  | { kind: 'answered'; status: number; headers: Record<string, string>; body: unknown }
  | { kind: 'unreachable'; why: string; afterMilliseconds?: number | undefined }
  | { kind: 'blocked' }
  | { kind: 'cut'; why: string };

/** Whether our message is in the vendor's thread already. */
export type SentLookup =
  | { kind: 'found'; id: string }
  | { kind: 'absent' }
  | { kind: 'unreadable'; answer: VendorAnswer };

const second = 1_000;
const longestBackoff = 15 * 60 * second;
const longestWait = 60 * 60 * second;

/** Full jitter (docs/promises.md P10): uniform over 0 … min(15 min, 1 s · 2^attempt), in milliseconds. */
export const backoff = ({ attempt, random }: Circumstances): number =>
  Math.ceil(random * Math.min(longestBackoff, second * 2 ** Math.min(attempt, 20)));

// Spread the retries, so that not all waiting deliveries start at the same moment.
const spread = (milliseconds: number, { random }: Circumstances) => Math.ceil(milliseconds + random * 5 * second);

export const retry = (why: string, circumstances: Circumstances): Delivered => ({
  kind: 'retry',
  afterMilliseconds: backoff(circumstances),
  why,
});

/**
 * Judges a vendor's refusal: 401 stops the channel; 408, 425, 429 and 5xx are retried, when the vendor asks for it and at
 * most an hour away; any other refusal will not change by repeating the request.
 */
export function judgeStatus(status: number, headers: Record<string, string>, circumstances: Circumstances): Delivered {
  if (status === 401) return { kind: 'needs_reauth' };
  if (status === 404)
    return {
      kind: 'refused',
      code: 'thread_not_found',
      detail: english`The conversation does not exist in the helpdesk.`,
    };
  if (status >= 500 || status === 408 || status === 425 || status === 429) {
    const requested = requestedWait(headers, circumstances.now);
    return { kind: 'retry', afterMilliseconds: requested ?? backoff(circumstances), why: english`HTTP ${status}` };
  }
  return { kind: 'refused', code: 'rejected', detail: english`The helpdesk answered HTTP ${status}.` };
}

/** Judges any outcome of a request other than success. */
export function failed(answer: VendorAnswer, circumstances: Circumstances): Delivered {
  switch (answer.kind) {
    case 'answered':
      // A success with an unexpected body.
      if (answer.status < 300) return retry(english`an answer that could not be read`, circumstances);
      return judgeStatus(answer.status, answer.headers, circumstances);
    case 'blocked':
      return { kind: 'refused', code: 'blocked_address', detail: english`The address is not allowed (EGRESS_ALLOW).` };
    case 'unreachable':
      if (answer.afterMilliseconds !== undefined)
        return { kind: 'retry', afterMilliseconds: spread(answer.afterMilliseconds, circumstances), why: answer.why };
      return retry(answer.why, circumstances);
    case 'cut':
      return retry(answer.why, circumstances);
  }
}

/** No answer, or none that tells what happened: a success without the message, or a redirect, which may follow a success. */
export const mayHaveActed = (answer: VendorAnswer): boolean =>
  answer.kind === 'cut' || (answer.kind === 'answered' && answer.status < 400);

const triesBeforeUnknown = 5;
const doubt = { wait: 5 * second, waitForSlow: 60 * second };

/**
 * The request was sent, no answer came, and our message is not visible there yet. The next attempt looks for it before it
 * sends, so waiting is safe; after some attempts, a person has to look. A vendor that only took too long may be working on the
 * request still, and gateways wait up to a minute for it: the second look comes after that.
 */
export const inDoubt = (answer: VendorAnswer, { attempt }: Pick<Circumstances, 'attempt'>): Delivered => {
  const isSlow = answer.kind === 'cut' && answer.why === 'timeout';
  return attempt < triesBeforeUnknown
    ? {
        kind: 'retry',
        afterMilliseconds: isSlow ? doubt.waitForSlow : doubt.wait,
        why: english`no answer to the request`,
      }
    : { kind: 'unknown', why: english`The helpdesk did not answer, and our message could not be found there.` };
};

/**
 * The wait that the vendor asks for: `Retry-After` in seconds or as a date, else `X-RateLimit-Reset` in Unix seconds; in
 * milliseconds, or null.
 */
export function requestedWait(headers: Record<string, string>, now: Date): number | null {
  const after = retryAfter(headers['retry-after'], now);
  if (after !== null) return capped(after);
  const reset = headers['x-ratelimit-reset']?.trim();
  if (reset && /^\d{9,11}$/.test(reset)) return capped(Number(reset) * second - now.getTime());
  return null;
}

const capped = (milliseconds: number) => Math.min(longestWait, Math.max(0, milliseconds));
