import { deepestRecord, depthOfJson } from '../../platform/http/json-depth.logic.ts';
import { storableJson } from '../../platform/text/storable.logic.ts';

export type ReadJson = { kind: 'read'; value: unknown } | { kind: 'not_json' | 'too_deep' };

/**
 * Parses JSON of an external service; an empty text is null. Integers that a JavaScript number cannot hold become strings
 * of their digits, and characters that the database cannot store are removed.
 */
export function readJson(text: string): ReadJson {
  if (text.trim() === '') return { kind: 'read', value: null };
  if (depthOfJson(text) > deepestRecord) return { kind: 'too_deep' };
  try {
    const value: unknown = longDigits.test(text) ? JSON.parse(text, asWritten) : JSON.parse(text);
    return { kind: 'read', value: unstorable.test(text) ? storableJson(value) : value };
  } catch {
    return { kind: 'not_json' };
  }
}

const longDigits = /\d{16}/;
// Escapes of NUL and of surrogates; JSON sent as UTF-8 cannot contain these characters unescaped.
const unstorable = /\\u(?:0000|d[89a-f])/i;

// Otherwise 9007199254740993 becomes 9007199254740992: another order, and another customer's.
const asWritten = (_name: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? context?.source
    : value;
