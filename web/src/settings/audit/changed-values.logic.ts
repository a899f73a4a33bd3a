import type { Changes } from '@desk/contract/audit';

/** One field with its value before and after as text; null for an absent value, and both null for a secret. */
export interface ChangedValue {
  field: string;
  before: string | null;
  after: string | null;
}

/** Each field that an entry changed; of an object only the members that differ, such as `thresholds.answer`. */
export const changedValues = (changes: Changes): ChangedValue[] =>
  Object.entries(changes).flatMap(([field, { from, to }]) => differences(field, from, to));

function differences(field: string, from: unknown, to: unknown): ChangedValue[] {
  if (!isObject(from) || !isObject(to)) return [{ field, before: textOf(from), after: textOf(to) }];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
    .flatMap((name) => differences(`${field}.${name}`, from[name], to[name]));
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
