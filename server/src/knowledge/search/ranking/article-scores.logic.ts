import { scratch } from '../scoring/scratch.logic.ts';
import type { Searchable } from '../index/searchable.logic.ts';

/**
 * Adds up what whole articles score: for each term of the question the best of their passages. What a customer asks is often
 * spread over an article, its subject in one passage and the detail in the next. Terms must be heard one after the other.
 */
export class ArticleTally {
  private readonly index: Searchable;
  private readonly totals: Float64Array;
  private readonly best: Float64Array;
  /** The last term heard of each article, counted from 1. */
  private readonly heard: Uint32Array;

  constructor(index: Searchable) {
    this.index = index;
    this.totals = scratch.zeros(index.slots);
    this.best = scratch.zeros(index.slots);
    this.heard = scratch.numbers(index.slots).fill(0);
  }

  hear(slot: number, score: number, term: number): void {
    const article = this.index.articleAt(slot);
    const before = this.heard[article] === term + 1 ? (this.best[article] ?? 0) : 0;
    if (score <= before) return;
    this.totals[article] = (this.totals[article] ?? 0) + score - before;
    this.best[article] = score;
    this.heard[article] = term + 1;
  }

  /** For each slot the score of its article. */
  scores(): Float64Array {
    const scores = scratch.zeros(this.totals.length);
    for (let slot = 0; slot < scores.length; slot++) scores[slot] = this.totals[this.index.articleAt(slot)] ?? 0;
    return scores;
  }
}
