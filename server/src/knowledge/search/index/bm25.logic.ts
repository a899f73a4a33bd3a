import type { SearchableField } from './searchable.logic.ts';
import { slotOf, timesOf } from './postings.logic.ts';
import { scratch } from '../scoring/scratch.logic.ts';

/** The textbook constants; nothing else was robustly better on the bench. */
const k1 = 1.2;
const b = 0.75;

/** A posting list and how much its term weighs in the question. */
export interface WeightedList {
  list: number;
  weight: number;
}

export interface Size {
  slots: number;
  passages: number;
  /** The passages that are text of documents, not taught questions: average lengths are computed over these. */
  sections: number;
}

/** Robertson–Spärck Jones idf, kept above zero as Lucene does: ln(1 + (N − df + ½) / (df + ½)). */
export function idf(passages: number, occurrences: number): number {
  return Math.log(1 + (passages - occurrences + 0.5) / (occurrences + 0.5));
}

/** The most that a term of weight 1 and idf 1 can contribute. */
const saturation = k1 + 1;

/** BM25 of every slot below `slots`, 0 where nothing matches. */
export function scoreField(field: SearchableField, lists: readonly WeightedList[], size: Size): Float64Array {
  const scores = scratch.zeros(size.slots);
  const lengths = lengthFactors(field, size);
  for (const one of lists) {
    const gain = gainOf(field, one, size);
    const entries = field.postings.entries(one.list);
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at] ?? 0;
      const slot = slotOf(entry);
      const times = timesOf(entry);
      scores[slot] = (scores[slot] ?? 0) + (gain * times) / (times + (lengths[slot] ?? 0));
    }
  }
  return scores;
}

/** BM25 of terms with several lists, of which only the best counts; calls `onScore` once for each term and slot. */
export function scoreAlternatives(
  field: SearchableField,
  terms: readonly (readonly WeightedList[])[],
  { size, onScore }: { size: Size; onScore?: OnScore },
): Float64Array {
  const scores = scratch.zeros(size.slots);
  const scoring = { size, lengths: lengthFactors(field, size), best: scratch.zeros(size.slots) };
  const { best } = scoring;
  const touched = scratch.numbers(size.slots);
  for (const [term, lists] of terms.entries()) {
    const count = bestOf(field, lists, { ...scoring, touched });
    for (let at = 0; at < count; at++) {
      const slot = touched[at] ?? 0;
      const score = best[slot] ?? 0;
      scores[slot] = (scores[slot] ?? 0) + score;
      onScore?.(slot, score, term);
      best[slot] = 0;
    }
  }
  return scores;
}

type OnScore = (slot: number, score: number, term: number) => void;

interface Scoring {
  size: Size;
  lengths: Float64Array;
  /** All zeros on entry. */
  best: Float64Array;
  touched: Uint32Array;
}

/**
 * Writes the scores into `best` and their slots into `touched`, and returns the number of slots. The caller then clears
 * only those slots: most words occur in few passages.
 */
function bestOf(
  field: SearchableField,
  lists: readonly WeightedList[],
  { size, lengths, best, touched }: Scoring,
): number {
  let count = 0;
  for (const one of lists) {
    const gain = gainOf(field, one, size);
    const entries = field.postings.entries(one.list);
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at] ?? 0;
      const slot = slotOf(entry);
      const times = timesOf(entry);
      const before = best[slot] ?? 0;
      if (before === 0) touched[count++] = slot;
      best[slot] = Math.max(before, (gain * times) / (times + (lengths[slot] ?? 0)));
    }
  }
  return count;
}

const gainOf = (field: SearchableField, { list, weight }: WeightedList, { passages }: Size): number =>
  weight * idf(passages, field.postings.size(list)) * saturation;

function lengthFactors(field: SearchableField, size: Size): Float64Array {
  const average = field.total() / Math.max(1, size.sections) || 1;
  const factors = scratch.zeros(size.slots);
  for (let slot = 0; slot < size.slots; slot++) factors[slot] = k1 * (1 - b + (b * field.lengthOf(slot)) / average);
  return factors;
}

/** The upper bound of a passage's score for these lists: it contains all of them, endlessly often. */
export function bestScore(field: SearchableField, weights: ReadonlyMap<number, number>, passages: number): number {
  let best = 0;
  for (const [list, weight] of weights) best += weight * idf(passages, field.postings.size(list)) * saturation;
  return best;
}
