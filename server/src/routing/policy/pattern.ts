import { RE2JS } from 're2js';
import { sentence, type Sentence } from '../../platform/words/sentence.logic.ts';

/** Longer patterns compile to too many states. */
const longestPattern = 200;
/** Text beyond this is ignored: even linear time adds up over every message and every rule. */
const longestMatchedText = 20_000;

/** Whether the pattern occurs in the text. Ignores case unless the pattern contains `(?-i)`. Takes linear time in the text. */
export function matchesPattern(pattern: string, text: string): boolean {
  return compiled(pattern)?.matcher(text.slice(0, longestMatchedText)).find() ?? false;
}

/** Returns why the pattern cannot be used, or null. */
export function patternFault(pattern: string): Sentence | null {
  if (pattern.length > longestPattern) return sentence`must not be longer than ${longestPattern} characters`;
  return compiled(pattern) ? null : sentence`is not a regular expression of the RE2 syntax`;
}

// Compile each pattern once per process. The oldest is evicted.
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
