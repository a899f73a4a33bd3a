import { LinkedLists } from './linked-lists.logic.ts';
import { deleteKeysOf } from '../text/symmetric-deletes.logic.ts';
import { editDistance } from '../text/edit-distance.logic.ts';
import type { Vocabulary } from './vocabulary.logic.ts';

const shortestWord = 4;
const longWord = 8;

interface Neighbour {
  word: number;
  distance: number;
}

/**
 * Finds the word of the knowledge base that a misspelt word of a question was meant to be. Words are entered under their
 * delete keys when the first question needs them, so that loading an index does not pay for it.
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
    let best: Neighbour | null = null;
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

  private isBetter(one: Neighbour, other: Neighbour): boolean {
    const nearer = other.distance - one.distance;
    const moreUsed = this.words.use(one.word) - this.words.use(other.word);
    return (nearer || moreUsed) === 0 ? this.spelling(one) < this.spelling(other) : (nearer || moreUsed) > 0;
  }

  // With the stem: the same word in two languages is two words.
  private spelling({ word }: Neighbour): string {
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

/** None for short words and numbers, where a neighbour is another word; two from eight letters on. */
function allowedEdits(word: string): number {
  if (word.length < shortestWord || /\p{N}/u.test(word)) return 0;
  return word.length < longWord ? 1 : 2;
}

// People seldom miss the first letter, and without this "bill" is repaired to "will".
function beginAlike(left: string, right: string): boolean {
  return left.charCodeAt(0) === right.charCodeAt(0);
}
