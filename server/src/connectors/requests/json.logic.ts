import { storableJson } from '../../platform/text/storable-json.logic.ts';

export type ReadJson = { kind: 'read'; value: unknown } | { kind: 'not_json' | 'too_deep' };

/** No account record is nested deeper, and deeper JSON would overflow the stack of a recursive reader. */
const deepest = 100;

/**
 * Parses JSON of an external service; an empty text is null. Integers that a JavaScript number cannot hold become strings
 * of their digits, and characters that the database cannot store are removed.
 */
export function readJson(text: string): ReadJson {
  if (text.trim() === '') return { kind: 'read', value: null };
  if (depthOf(text) > deepest) return { kind: 'too_deep' };
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

/** The deepest nesting of brackets outside of strings. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfText(text, at);
    else if (sign === '[' || sign === '{') most = Math.max(most, ++depth);
    else if (sign === ']' || sign === '}') depth--;
  }
  return most;
}

function endOfText(text: string, begin: number): number {
  let at = begin + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
