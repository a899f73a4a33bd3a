/**
 * The seconds of a `Retry-After`, which is a number or a date (RFC 9110, 10.2.3); null if it says neither, or nothing is left. A date
 * is compared with that of the answer, since the clock of this machine may be wrong.
 */
export function secondsUntilRetry(retryAfter: string | null, answeredAt: string | null, now: number): number | null {
  const given = retryAfter?.trim() ?? '';
  if (/^\d{1,9}$/.test(given)) return Number(given) || null;
  const until = Date.parse(given);
  if (Number.isNaN(until)) return null;
  const from = Date.parse(answeredAt ?? '');
  const seconds = Math.ceil((until - (Number.isNaN(from) ? now : from)) / 1000);
  return seconds > 0 ? seconds : null;
}
