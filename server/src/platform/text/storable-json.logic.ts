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
