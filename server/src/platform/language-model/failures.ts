import { retryAfter as waitOf } from '../egress/retry-after.logic.ts';
import type { WritingFailure } from './language-model.ts';

export interface ModelFailure {
  why: WritingFailure;
  again: boolean;
  retryAfterMilliseconds: number | null;
}

/** Translates an HTTP status, or undefined for a broken connection, to a failure. Busy, late and broken servers may recover. */
export function failureOf(status: number | undefined, retryAfter: string | undefined, now: Date): ModelFailure {
  const retryAfterMilliseconds = waitOf(retryAfter, now);
  if (status === 429) return { why: 'rate_limited', again: true, retryAfterMilliseconds };
  const passing = status === undefined || status >= 500 || [408, 409, 425].includes(status);
  if (passing) return { why: 'unavailable', again: true, retryAfterMilliseconds };
  // A 2xx with an invalid body: it was cut off, or another kind of server answers there.
  if (status < 300) return { why: 'malformed', again: true, retryAfterMilliseconds: null };
  const why = status === 400 || status === 422 ? 'not_understood' : 'refused';
  return { why, again: false, retryAfterMilliseconds: null };
}
