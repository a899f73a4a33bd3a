import type { Customer } from '@desk/contract/customers';

/** What people call this person; null if nothing is known. */
export const nameOf = ({ name, email, external_id }: Pick<Customer, 'name' | 'email' | 'external_id'>): string | null =>
  name ?? email ?? external_id;

export interface WrittenAttribute {
  name: string;
  value: string;
}

export const shownValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export const writtenOf = (attributes: Readonly<Record<string, unknown>>): WrittenAttribute[] =>
  Object.entries(attributes).map(([name, value]) => ({ name, value: shownValue(value) }));

/** The merge patch that turns the attributes into those in the form. Untouched attributes are not in it and stay the channel's. */
export function patchOf(before: Readonly<Record<string, unknown>>, written: readonly WrittenAttribute[]) {
  const was = new Map(Object.entries(before));
  const after = new Map(written.map(({ name, value }) => [was.has(name) ? name : name.trim(), value]));
  const touched = [...after].filter(([name, value]) => !was.has(name) || shownValue(was.get(name)) !== value);
  const edited = touched
    .map(([name, value]) => [name, valueLike(was.get(name), value.trim())] as const)
    // A new row that is not filled in does not count.
    .filter(([name, value]) => value !== was.get(name) && (was.has(name) || (name !== '' && value !== '')))
    .map(([name, value]) => [name, value === '' ? null : value] as const);
  const gone = [...was.keys()].filter((name) => !after.has(name)).map((name) => [name, null] as const);
  return Object.fromEntries([...edited, ...gone]);
}

/** The text, or the number or boolean that it states if the value was one before: rules do not compare a text with a number. */
function valueLike(was: unknown, text: string): string | number | boolean {
  if (typeof was === 'number' && text !== '' && Number.isFinite(Number(text))) return Number(text);
  if (typeof was === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
