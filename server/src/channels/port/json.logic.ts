import { deepestRecord, depthOfJson } from '../../platform/http/json-depth.logic.ts';

/**
 * Readers of vendor JSON whose shape is not guaranteed. Each returns an empty value instead of failing: one odd member
 * must not cost the customer's message. Text loses lone surrogates, which the database cannot store, and control
 * characters, which nobody should see.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

const nothing: JsonObject = Object.freeze({});

export const object = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : nothing;

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? storable(value) : null;

/**
 * A name or a subject, whose end is cut off where nobody reads it: lists contain it in every row. A line end in it would
 * begin another header when it is written out again.
 */
export const line = (value: unknown): string | null =>
  text(typeof value === 'string' ? value.slice(0, longestLine) : null)
    ?.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim() || null;

const longestLine = 1_000;

/** An address, or the organization’s own id of a customer. null if it is longer than any, and than the index of customers holds. */
export const keyText = (value: unknown): string | null => keyOfAtMost(500, value);

/** A vendor's id. null if it is longer than any: two of them make a key, and an index holds a third of a page. */
export const idText = (value: unknown): string | null => keyOfAtMost(200, value);

// Ids come as strings from some endpoints and as numbers from others.
function keyOfAtMost(longest: number, value: unknown): string | null {
  const key = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : text(value);
  return key !== null && key.length <= longest ? key : null;
}

/** Unix seconds; anything that is no time of our calendar is the fallback. */
export const unixTime = (value: unknown, fallback: Date): Date =>
  storableTime(new Date(typeof value === 'number' ? value * 1000 : Number.NaN), fallback);

export const isoTime = (value: unknown, fallback: Date): Date =>
  storableTime(new Date(typeof value === 'string' ? value : Number.NaN), fallback);

// The database refuses years that a Date can hold.
const storableTime = (date: Date, fallback: Date): Date =>
  date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9_999 ? date : fallback;

// Line breaks and tabs stay; a form feed or a vertical tab counts as a line break.
export const storable = (value: string): string =>
  value
    .replaceAll(/[\v\f]/g, '\n')
    .replaceAll(/[^\P{Cc}\n\r\t]/gu, '')
    .toWellFormed();

/** The JSON value in the bytes; null when they are not JSON in UTF-8, or nested deeper than any event. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return depthOfJson(json) > deepestRecord ? null : JSON.parse(json);
  } catch {
    return null;
  }
}
