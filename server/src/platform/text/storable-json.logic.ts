/**
 * JSON that PostgreSQL keeps: without NUL and halves of surrogate pairs, in values and in names of members. Deep values have
 * to be refused before.
 */
export function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [storableJson(name) as string, storableJson(each)]),
  );
}
