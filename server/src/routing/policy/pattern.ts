import { RE2JS } from 're2js';
import { sentence, type Sentence } from '../../platform/words/sentence.logic.ts';

/** Longer patterns compile to more states than a rule is worth. */
const longestPattern = 200;
/** Text beyond this is not looked at: linear time is still time, on every message and for every rule. */
const longestMatchedText = 20_000;

/** Whether the pattern occurs in the text. Case does not matter unless the pattern says `(?-i)`. Linear in the text. */
export function matchesPattern(pattern: string, text: string): boolean {
  return compiled(pattern)?.matcher(text.slice(0, longestMatchedText)).find() ?? false;
}

/** Why the pattern cannot be used, or null. */
export function patternFault(pattern: string): Sentence | null {
  if (pattern.length > longestPattern) return sentence`must not be longer than ${longestPattern} characters`;
  return compiled(pattern) ? null : sentence`is not a regular expression of the RE2 syntax`;
}

// Compiled once for each pattern of the process; the oldest makes room.
const cache = new Map<string, RE2JS | null>();
const cacheSize = 500;

function compiled(pattern: string): RE2JS | null {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  const fresh = compile(pattern);
  const [oldest] = cache.keys();
  if (cache.size >= cacheSize && oldest !== undefined) cache.delete(oldest);
  cache.set(pattern, fresh);
  return fresh;
}

function compile(pattern: string): RE2JS | null {
  try {
    return pattern.length > longestPattern ? null : RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch {
    return null;
  }
}
