/** PostgreSQL cannot store NUL or half of a surrogate pair. Refuse them at the edge instead of failing half-way. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Whether clocks and databases accept an RFC 3339 time: it is no leap second, and in UTC within the years 1 to 9999. */
export function isMoment(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/**
 * Converts JSON to what PostgreSQL can store: removes NUL and replaces halves of surrogate pairs, in values and in names. The
 * caller must refuse deeply nested values first.
 */
export function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [storableJson(name) as string, storableJson(each)]),
  );
}

/**
 * Returns the first `most` characters, without half of a surrogate pair at their end: PostgreSQL refuses JSON with such a half,
 * and so do servers of models.
 */
export const storableBeginning = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
