import { detectorLanguage } from '../../../platform/text/language-tag.logic.ts';
import { lifted, sectionsAmong } from './taught-questions.logic.ts';
import { scratch } from '../scoring/scratch.logic.ts';
import type { ParsedQuestion } from '../question/parsed-question.logic.ts';
import type { Searchable } from '../index/searchable.logic.ts';
import type { Ranked, ScoreParts } from '../question/shapes.logic.ts';

/** One score for each slot and ranker; `vector` is null if the question has no vector, and NaN for a passage without one. */
export interface RankerScores {
  text: Float64Array;
  article: Float64Array;
  title: Float64Array;
  grams: Float64Array;
  vector: Float64Array | null;
}

export interface Candidate {
  slot: number;
  ranked: Ranked;
  /** The rankers' scores, not normalised. */
  raw: ScoreParts;
  /** Whether `raw.vector` was measured: both the question and the passage have a vector. */
  compared: boolean;
  /** How much the passage is about a code that the question names, 0..1. Set by reranking. */
  aboutCode?: number;
}

/** Weights of the max-normalised scores; the measurements are in server/bench/README.md. */
export const fusionWeights: ScoreParts = { text: 1, article: 0.4, title: 0.6, grams: 0.5, vector: 0.5 };

/** The depth of ranks; a passage further down counts as not found by that ranker. */
const rankDepth = 100;

/**
 * The factor for a passage in another language than the question's. It is soft because either language may be detected
 * wrongly. Product names and loan words must not put a page that the customer cannot read before one that they can.
 */
const otherLanguage = 0.6;

interface Fusing {
  scores: RankerScores;
  limit: number;
  /** The language of the question; null if unknown. */
  language: string | null;
  read: ParsedQuestion;
}

/** The weighted sum of max-normalised scores, best first; equal scores are ordered by passage id. */
export function fuse(index: Searchable, allowed: Uint32Array, { scores, limit, language, read }: Fusing): Candidate[] {
  const most = largestOf(scores, allowed);
  const lexical = lexicalScores(scores, most);
  const bothWays = scores.vector ? withVectors(lexical, scores.vector, most.vector) : lexical;
  const readable = language === null ? bothWays : inLanguage(index, bothWays, language);
  const fused = lifted(index, readable, read);
  const slots = sectionsAmong(index, allowed);
  const idOf = (slot: number) => index.passageAt(slot)?.id ?? '';
  const ranksBy = (ranker: Float64Array) => ranksOf(topOf(slots, ranker, { limit: rankDepth, idOf }));
  const lexicalRanks = ranksBy(lexical);
  const vectorRanks = scores.vector ? ranksBy(scores.vector.map(known)) : null;
  return topOf(slots, fused, { limit, idOf }).flatMap((slot): Candidate[] => {
    const passage = index.passageAt(slot);
    if (!passage) return [];
    const { documentId, version } = passage.document;
    const raw = rawScores(slot, scores);
    const ranked: Ranked = {
      passageId: passage.id,
      documentId,
      version,
      score: fused[slot] ?? 0,
      lexicalRank: lexicalRanks.get(slot) ?? null,
      vectorRank: vectorRanks?.get(slot) ?? null,
      parts: partsOf(raw, most),
    };
    return [{ slot, ranked, raw, compared: scores.vector !== null && !Number.isNaN(scores.vector[slot]) }];
  });
}

function lexicalScores(scores: RankerScores, most: ScoreParts): Float64Array {
  const lexical = scratch.zeros(scores.text.length);
  for (const ranker of ['text', 'article', 'title', 'grams'] as const)
    addWeighted(lexical, scores[ranker], fusionWeights[ranker] / most[ranker]);
  return lexical;
}

function largestOf(scores: RankerScores, slots: Uint32Array): ScoreParts {
  return {
    text: largest(scores.text, slots),
    article: largest(scores.article, slots),
    title: largest(scores.title, slots),
    grams: largest(scores.grams, slots),
    vector: scores.vector ? largest(scores.vector, slots) : 1,
  };
}

// Never zero: if a ranker found nothing, its parts are 0 and not 0 / 0.
function largest(scores: Float64Array, slots: Uint32Array): number {
  let most = Number.EPSILON;
  for (let at = 0; at < slots.length; at++) most = Math.max(most, known(scores[slots[at] ?? 0]));
  return most;
}

const known = (score: number | undefined) => score || 0;

// While vectors are being made, passages without one keep the rank that their words give them.
function withVectors(lexical: Float64Array, cosines: Float64Array, most: number): Float64Array {
  const { text, article, title, grams, vector } = fusionWeights;
  const inProportion = 1 + vector / (text + article + title + grams);
  return lexical.map((score, slot) => {
    const cosine = cosines[slot] ?? Number.NaN;
    if (Number.isNaN(cosine)) return score * inProportion;
    return score + (cosine / most) * vector;
  });
}

function inLanguage(index: Searchable, scores: Float64Array, language: string): Float64Array {
  const readable = detectorLanguage(language);
  // Cached: there are thousands of documents in a few languages.
  const known = new Map<string, boolean>();
  let weighed = scores;
  for (const document of index.documents()) {
    const isReadable = known.get(document.language) ?? detectorLanguage(document.language) === readable;
    known.set(document.language, isReadable);
    if (isReadable) continue;
    if (weighed === scores) weighed = scores.slice();
    for (const slot of document.slots) weighed[slot] = (weighed[slot] ?? 0) * otherLanguage;
  }
  return weighed;
}

function addWeighted(sums: Float64Array, scores: Float64Array, weight: number): void {
  for (let slot = 0; slot < sums.length; slot++) sums[slot] = (sums[slot] ?? 0) + (scores[slot] ?? 0) * weight;
}

function ranksOf(slots: readonly number[]): Map<number, number> {
  return new Map(slots.map((slot, at) => [slot, at + 1]));
}

function rawScores(slot: number, scores: RankerScores): ScoreParts {
  return {
    text: scores.text[slot] ?? 0,
    article: scores.article[slot] ?? 0,
    title: scores.title[slot] ?? 0,
    grams: scores.grams[slot] ?? 0,
    vector: known(scores.vector?.[slot]),
  };
}

function partsOf(raw: ScoreParts, most: ScoreParts): ScoreParts {
  return {
    text: raw.text / most.text,
    article: raw.article / most.article,
    title: raw.title / most.title,
    grams: raw.grams / most.grams,
    vector: raw.vector / most.vector,
  };
}

interface BestScores {
  limit: number;
  /** Orders equal scores: slots depend on the order of changes. */
  idOf: (slot: number) => string;
}

/** Sort only when this many extra slots have been collected, so that a few new ones do not cause a sort each time. */
const slack = 64;

/** The slots with the highest scores above zero, best first, without sorting the thousands behind them. */
function topOf(slots: Uint32Array, scores: Float64Array, { limit, idOf }: BestScores): number[] {
  const order = (left: number, right: number) =>
    (scores[right] ?? 0) - (scores[left] ?? 0) || (idOf(left) < idOf(right) ? -1 : 1);
  let kept: number[] = [];
  let least = Number.MIN_VALUE;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0;
    if ((scores[slot] ?? 0) < least) continue;
    kept.push(slot);
    if (kept.length < 2 * limit + slack) continue;
    kept = kept.sort(order).slice(0, limit);
    least = Math.max(least, scores[kept.at(-1) ?? 0] ?? 0);
  }
  return kept.sort(order).slice(0, limit);
}
