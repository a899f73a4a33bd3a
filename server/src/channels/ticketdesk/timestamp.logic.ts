const rfc3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** RFC 3339 with up to nine fractional digits, as the vendor writes it; null for anything else. Milliseconds are kept. */
export function signedTime(text: string): Date | null {
  const [, seconds, fraction = '', zone] = rfc3339.exec(text) ?? [];
  if (!seconds || !zone) return null;
  const time = new Date(`${seconds}${fraction.slice(0, 4)}${zone}`);
  return Number.isNaN(time.getTime()) ? null : time;
}
