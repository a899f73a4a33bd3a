import type { Field } from './field.logic.ts';
import { slotOf, timesOf } from './postings.logic.ts';

/** The textbook constants; nothing else was robustly better on the bench. */
const k1 = 1.2;
const b = 0.75;

/** A posting list and how much its term weighs in the question. */
export interface WeightedList {
  list: number;
  weight: number;
}

/** Robertson–Spärck Jones idf, kept above zero as Lucene does: ln(1 + (N − df + ½) / (df + ½)). */
export function idf(passages: number, occurrences: number): number {
  return Math.log(1 + (passages - occurrences + 0.5) / (occurrences + 0.5));
}

/** What a term of weight 1 and idf 1 can contribute at most. */
const saturation = k1 + 1;

/** BM25 of every slot below `slots`, 0 where nothing matches. */
export function scoreField(field: Field, lists: readonly WeightedList[], size: { slots: number; passages: number }) {
  const scores = new Float64Array(size.slots);
  const lengths = lengthFactors(field, size);
  for (const { list, weight } of lists) {
    const gain = weight * idf(size.passages, field.postings.size(list)) * saturation;
    for (const entry of field.postings.entries(list)) {
      const slot = slotOf(entry);
      const times = timesOf(entry);
      scores[slot] = (scores[slot] ?? 0) + (gain * times) / (times + (lengths[slot] ?? 0));
    }
  }
  return scores;
}

function lengthFactors(field: Field, size: { slots: number; passages: number }): Float64Array {
  const average = field.total() / Math.max(1, size.passages) || 1;
  const factors = new Float64Array(size.slots);
  for (let slot = 0; slot < size.slots; slot++) factors[slot] = k1 * (1 - b + (b * field.lengthOf(slot)) / average);
  return factors;
}

/** The most a passage could score for these lists: all of them, endlessly often. */
export function bestScore(field: Field, weights: ReadonlyMap<number, number>, passages: number): number {
  let best = 0;
  for (const [list, weight] of weights) best += weight * idf(passages, field.postings.size(list)) * saturation;
  return best;
}
