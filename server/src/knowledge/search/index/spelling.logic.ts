import { LinkedLists } from './linked-lists.logic.ts';
import type { Vocabulary } from './vocabulary.logic.ts';

const shortestWord = 4;
const longWord = 8;

interface NearWord {
  word: number;
  distance: number;
}

/**
 * Finds the word of the knowledge base that a misspelt word of a question means. Words are entered under their delete keys
 * when a question first needs them, so that loading an index does not pay for it.
 */
export class SpellingCorrector {
  private readonly words: Vocabulary;
  private readonly ofKey = new LinkedLists();
  private entered = 0;

  constructor(words: Vocabulary) {
    this.words = words;
  }

  /** The number of the best word, or null. Nearest first, then most used, then by spelling. */
  nearest(word: string): number | null {
    const edits = allowedEdits(word);
    if (edits === 0) return null;
    this.enterNewWords();
    let best: NearWord | null = null;
    for (const candidate of this.candidatesOf(word, edits)) {
      const neighbour = { word: candidate, distance: editDistance(word, this.words.textOf(candidate), edits) };
      if (neighbour.distance <= edits && (best === null || this.isBetter(neighbour, best))) best = neighbour;
    }
    return best === null ? null : best.word;
  }

  bytes(): number {
    return this.ofKey.bytes();
  }

  private candidatesOf(word: string, edits: number): Set<number> {
    const candidates = new Set<number>();
    for (const key of deleteKeysOf(word, edits)) {
      this.ofKey.each(key, (candidate) => {
        if (this.words.use(candidate) > 0 && beginAlike(word, this.words.textOf(candidate))) candidates.add(candidate);
      });
    }
    return candidates;
  }

  private isBetter(one: NearWord, other: NearWord): boolean {
    const nearer = other.distance - one.distance;
    const moreUsed = this.words.use(one.word) - this.words.use(other.word);
    return (nearer || moreUsed) === 0 ? this.spelling(one) < this.spelling(other) : (nearer || moreUsed) > 0;
  }

  // Includes the stem: the same word in two languages counts as two words.
  private spelling({ word }: NearWord): string {
    return `${this.words.textOf(word)} ${this.words.stems.nameOf(this.words.stemOf(word))}`;
  }

  private enterNewWords(): void {
    for (; this.entered < this.words.size(); this.entered++) {
      const word = this.words.textOf(this.entered);
      const edits = allowedEdits(word);
      if (edits === 0) continue;
      for (const key of deleteKeysOf(word, edits)) this.ofKey.add(key, this.entered);
    }
  }
}

/** No edits for short words and numbers, whose neighbours are different words; two from eight letters on. */
function allowedEdits(word: string): number {
  if (word.length < shortestWord || /\p{N}/u.test(word)) return 0;
  return word.length < longWord ? 1 : 2;
}

// People seldom mistype the first letter, and without this check "bill" is repaired to "will".
function beginAlike(left: string, right: string): boolean {
  return left.charCodeAt(0) === right.charCodeAt(0);
}

/**
 * Damerau–Levenshtein distance (optimal string alignment: insert, delete, replace, swap neighbours), or `limit` + 1 as soon
 * as it is known to be larger.
 */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    if (Math.min(...current) > limit) return limit + 1;
    before = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}

const prefixLength = 8;
const keyBits = 18;

/**
 * The keys that a word shares with its misspellings (symmetric deletes, W. Garbe, SymSpell): the word, and the word without
 * up to `edits` letters (two at most), over its first eight letters. Two words within `edits` of each other share a key.
 */
function deleteKeysOf(word: string, edits: number): Set<number> {
  const length = Math.min(word.length, prefixLength);
  const keys = new Set([keyWithout(word, length, length)]);
  if (edits === 0) return keys;
  for (let one = 0; one < length; one++) {
    keys.add(keyWithout(word, one, length));
    for (let other = one + 1; edits > 1 && other < length; other++) keys.add(keyWithout(word, one, other));
  }
  return keys;
}

// FNV-1a folded to 18 bits, which is the number of a list. A clash only adds a candidate that the distance check rejects.
// Hashes the letters in place: the whole vocabulary is entered while a question waits, and key strings would take most of
// that time.
function keyWithout(word: string, one: number, other: number): number {
  const length = Math.min(word.length, prefixLength);
  let hash = 0x811c9dc5;
  for (let at = 0; at < length; at++) {
    if (at !== one && at !== other) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  }
  return (hash ^ (hash >>> keyBits)) & (2 ** keyBits - 1);
}
