import type { SearchableField } from './searchable.logic.ts';
import { slotOf, timesOf } from './postings.logic.ts';

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
  /** Those of them that are text of documents: what the lengths are the lengths of. */
  sections: number;
}

/** Robertson–Spärck Jones idf, kept above zero as Lucene does: ln(1 + (N − df + ½) / (df + ½)). */
export function idf(passages: number, occurrences: number): number {
  return Math.log(1 + (passages - occurrences + 0.5) / (occurrences + 0.5));
}

/** What a term of weight 1 and idf 1 can contribute at most. */
const saturation = k1 + 1;

/** BM25 of every slot below `slots`, 0 where nothing matches. */
export function scoreField(field: SearchableField, lists: readonly WeightedList[], size: Size): Float64Array {
  const scores = new Float64Array(size.slots);
  const scoring = scoringOf(field, size);
  for (const one of lists) {
    const entries = scoreList(field, one, scoring);
    for (let at = 0; at < entries.length; at++) {
      const slot = slotOf(entries[at] ?? 0);
      scores[slot] = (scores[slot] ?? 0) + (scoring.gains[at] ?? 0);
    }
  }
  return scores;
}

/** BM25 of terms that several lists may stand for, of which only the best counts; `hear` learns of each term and slot once. */
export function scoreAlternatives(
  field: SearchableField,
  terms: readonly (readonly WeightedList[])[],
  { size, hear }: { size: Size; hear?: HearTerm },
): Float64Array {
  const scores = new Float64Array(size.slots);
  const best = new Float64Array(size.slots);
  const scoring = scoringOf(field, size);
  for (const [term, lists] of terms.entries()) {
    for (const slot of bestOf(field, lists, { scoring, best })) {
      const score = best[slot] ?? 0;
      scores[slot] = (scores[slot] ?? 0) + score;
      hear?.(slot, score, term);
      best[slot] = 0;
    }
  }
  return scores;
}

type HearTerm = (slot: number, score: number, term: number) => void;

/** Writes into `best`, all zeros before, and tells where: thousands of passages are not cleared for a word that few have. */
function bestOf(
  field: SearchableField,
  lists: readonly WeightedList[],
  { scoring, best }: { scoring: Scoring; best: Float64Array },
): number[] {
  const touched: number[] = [];
  for (const one of lists) {
    const entries = scoreList(field, one, scoring);
    for (let at = 0; at < entries.length; at++) {
      const slot = slotOf(entries[at] ?? 0);
      if (best[slot] === 0) touched.push(slot);
      best[slot] = Math.max(best[slot] ?? 0, scoring.gains[at] ?? 0);
    }
  }
  return touched;
}

interface Scoring {
  passages: number;
  lengths: Float64Array;
  /** What each entry of the list at hand scores. Handed over so, as a call for each of them would take longer than its score. */
  gains: Float64Array;
}

function scoringOf(field: SearchableField, size: Size): Scoring {
  return { passages: size.passages, lengths: lengthFactors(field, size), gains: new Float64Array(size.slots) };
}

function scoreList(
  field: SearchableField,
  { list, weight }: WeightedList,
  { passages, lengths, gains }: Scoring,
): Uint32Array {
  const gain = weight * idf(passages, field.postings.size(list)) * saturation;
  const entries = field.postings.entries(list);
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] ?? 0;
    const times = timesOf(entry);
    gains[at] = (gain * times) / (times + (lengths[slotOf(entry)] ?? 0));
  }
  return entries;
}

function lengthFactors(field: SearchableField, size: Size): Float64Array {
  const average = field.total() / Math.max(1, size.sections) || 1;
  const factors = new Float64Array(size.slots);
  for (let slot = 0; slot < size.slots; slot++) factors[slot] = k1 * (1 - b + (b * field.lengthOf(slot)) / average);
  return factors;
}

/** The most a passage could score for these lists: all of them, endlessly often. */
export function bestScore(field: SearchableField, weights: ReadonlyMap<number, number>, passages: number): number {
  let best = 0;
  for (const [list, weight] of weights) best += weight * idf(passages, field.postings.size(list)) * saturation;
  return best;
}
