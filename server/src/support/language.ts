import { createRequire } from 'node:module';
import type * as Eld from 'eld/small';

const load = createRequire(import.meta.url);

// One-line messages of fewer characters are guessed wrong too often (dependencies.md §1.6): the thread decides instead.
const shortestTelling = 20;

/** The BCP 47 primary subtag of a text, or null when it is too short or too mixed to tell. */
export function detectLanguage(text: string): string | null {
  const words = text.replace(/https?:\/\/\S+|\S+@\S+/g, ' ').trim();
  if (words.length < shortestTelling) return null;
  // Loaded by the first message: its tables take half a second, and no start should wait for them.
  const { eld } = load('eld/small') as typeof Eld;
  const found = eld.detect(words);
  return found.language && found.isReliable() ? found.language : null;
}
