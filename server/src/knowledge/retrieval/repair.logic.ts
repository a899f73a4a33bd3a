import { editDistance } from './edit-distance.logic.ts';
import { numbers, push } from './numbers.logic.ts';
import type { WordTable } from './word-table.logic.ts';

/** Finds the word of the knowledge base that a misspelt word of a question was meant to be. */
export interface Repair {
  /** The number of the best word, or null. Nearest first, then most used, then by spelling. */
  nearest: (word: string) => number | null;
  bytes: () => number;
}

const shortestWord = 4;
const prefixLength = 8;

/**
 * Symmetric deletes (W. Garbe, SymSpell): every word of the index is entered under itself and under itself less one or two
 * letters, over its first eight letters; a misspelt word within the allowed distance shares one of those keys. Words are
 * entered when the first question needs them, so loading an index does not pay for it.
 */
export function createRepair(words: WordTable): Repair {
  const heads = new Map<number, number>();
  const entryWord = numbers();
  const entryNext = numbers();
  let entered = 0;

  function nearest(word: string): number | null {
    const limit = allowedEdits(word);
    if (limit === 0) return null;
    enterNewWords();
    let best: { word: number; distance: number } | null = null;
    for (const candidate of candidatesOf(word, limit)) {
      const distance = editDistance(word, words.textOf(candidate), limit);
      if (distance > limit || words.use(candidate) === 0) continue;
      if (best === null || isBetter(candidate, distance, best)) best = { word: candidate, distance };
    }
    return best === null ? null : best.word;
  }

  function isBetter(candidate: number, distance: number, best: { word: number; distance: number }): boolean {
    if (distance !== best.distance) return distance < best.distance;
    const moreUsed = words.use(candidate) - words.use(best.word);
    return moreUsed !== 0 ? moreUsed > 0 : words.textOf(candidate) < words.textOf(best.word);
  }

  function candidatesOf(word: string, limit: number): Set<number> {
    const candidates = new Set<number>();
    for (const key of keysOf(word, limit)) {
      for (let entry = heads.get(key); entry !== undefined; entry = nextOf(entry)) {
        const candidate = entryWord.values[entry] ?? 0;
        // The first letter is right in nearly all typos; holding to it halves the false repairs.
        if (words.textOf(candidate).charCodeAt(0) === word.charCodeAt(0)) candidates.add(candidate);
      }
    }
    return candidates;
  }

  function nextOf(entry: number): number | undefined {
    const next = entryNext.values[entry] ?? 0;
    return next === 0 ? undefined : next - 1;
  }

  function enterNewWords(): void {
    for (; entered < words.size(); entered++) {
      const word = words.textOf(entered);
      for (const key of keysOf(word, allowedEdits(word))) {
        push(entryWord, entered);
        push(entryNext, (heads.get(key) ?? -1) + 1);
        heads.set(key, entryWord.length - 1);
      }
    }
  }

  const bytes = () => entryWord.values.byteLength + entryNext.values.byteLength + 40 * heads.size;
  return { nearest, bytes };
}

/** None for short words and numbers, where a neighbour is another word; two from eight letters on. */
function allowedEdits(word: string): number {
  if (word.length < shortestWord || /\p{N}/u.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

function keysOf(word: string, limit: number): Set<number> {
  const keys = new Set<number>();
  if (limit === 0) return keys;
  let variants = new Set([word.slice(0, prefixLength)]);
  for (const variant of variants) keys.add(hashOf(variant));
  for (let deleted = 0; deleted < limit; deleted++) {
    const shorter = new Set<string>();
    for (const variant of variants) {
      for (let at = 0; at < variant.length; at++) shorter.add(variant.slice(0, at) + variant.slice(at + 1));
    }
    for (const variant of shorter) keys.add(hashOf(variant));
    variants = shorter;
  }
  return keys;
}

// FNV-1a cut to 30 bits, a small integer to V8; a clash only adds a candidate that the distance then refuses.
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash & 0x3fffffff;
}
