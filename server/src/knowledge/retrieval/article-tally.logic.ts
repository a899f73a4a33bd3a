import type { Searchable } from './searchable.logic.ts';

/**
 * Adds up what whole articles score: for each term of the question the best of their passages. What a customer asks is often
 * spread over an article, its subject in one passage and the detail in the next. Terms must be heard one after the other.
 */
export class ArticleTally {
  /** For each slot the first slot of its article, under which the article is counted. */
  private readonly articles: Uint32Array;
  private readonly totals: Float64Array;
  private readonly best: Float64Array;
  private readonly heard: Int32Array;

  constructor(index: Searchable) {
    this.articles = articlesOf(index);
    this.totals = new Float64Array(index.slots);
    this.best = new Float64Array(index.slots);
    this.heard = new Int32Array(index.slots).fill(-1);
  }

  hear(slot: number, score: number, term: number): void {
    const article = this.articles[slot] ?? slot;
    const before = this.heard[article] === term ? (this.best[article] ?? 0) : 0;
    if (score <= before) return;
    this.totals[article] = (this.totals[article] ?? 0) + score - before;
    this.best[article] = score;
    this.heard[article] = term;
  }

  /** For each slot the score of its article. */
  scores(): Float64Array {
    return this.totals.map((_, slot) => this.totals[this.articles[slot] ?? slot] ?? 0);
  }
}

function articlesOf(index: Searchable): Uint32Array {
  const articles = new Uint32Array(index.slots);
  for (const { slots } of index.documents()) for (const slot of slots) articles[slot] = slots[0] ?? slot;
  return articles;
}
