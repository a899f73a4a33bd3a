const longestMilliseconds = 3_600_000;

/**
 * Returns the milliseconds to wait from `Retry-After`, which is in seconds or a date (RFC 9110 §10.2.3), at most an hour. Returns
 * null if there is none.
 */
export function retryAfter(header: string | null | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, longestMilliseconds);
  const date = /^[a-z]{3},/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.min(Math.max(0, date - now.getTime()), longestMilliseconds);
}
