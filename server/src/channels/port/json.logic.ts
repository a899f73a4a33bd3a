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

/** Text for a header: a line end in it would begin another header when it is written out again. */
export const line = (value: unknown): string | null =>
  text(value)
    ?.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim() || null;

/** Ids come as strings from some endpoints and as numbers from others. */
export const idText = (value: unknown): string | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : text(value);

/** Unix seconds; anything outside the range of a date is the fallback. */
export function unixTime(value: unknown, fallback: Date): Date {
  const date = new Date(typeof value === 'number' ? value * 1000 : Number.NaN);
  return Number.isNaN(date.getTime()) ? fallback : date;
}

export function isoTime(value: unknown, fallback: Date): Date {
  const date = new Date(typeof value === 'string' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? fallback : date;
}

// Line breaks and tabs stay; a form feed or a vertical tab counts as a line break.
export const storable = (value: string): string =>
  value
    .replaceAll(/[\v\f]/g, '\n')
    .replaceAll(/[^\P{Cc}\n\r\t]/gu, '')
    .toWellFormed();

/** The JSON value in the bytes; null when they are not JSON in UTF-8. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
