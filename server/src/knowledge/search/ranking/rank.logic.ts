import { scoreAlternatives, scoreField, type WeightedList } from '../index/bm25.logic.ts';
import { type Candidate, fuse, type RankerScores } from './fusion.logic.ts';
import { scratch } from '../scoring/scratch.logic.ts';
import type { Searchable } from '../index/searchable.logic.ts';
import { type ParsedQuestion, parseQuestion } from '../question/parsed-question.logic.ts';
import type { Question, Ranked } from '../question/shapes.logic.ts';
import type { Term } from '../question/term.logic.ts';

/** The ranking, best first, with the data that the confidence is computed from. */
export interface RankingResult {
  question: Question;
  read: ParsedQuestion;
  ranked: Ranked[];
  /** The same passages as `ranked`, with their slots and unnormalised scores. */
  candidates: Candidate[];
}

const defaultLimit = 10;

/** The weight of a related word relative to the customer's own; the table is in server/bench/README.md. */
const relatedWeight = 0.8;

export function searchIndex(index: Searchable, question: Question): RankingResult {
  const read = parseQuestion(index, question);
  const candidates = scratch.during(() =>
    fuse(index, allowedSlots(index, question), {
      scores: scoresOf(index, question, read),
      limit: question.limit ?? defaultLimit,
      language: question.language ?? null,
      read,
    }),
  );
  return { question, read, candidates, ranked: candidates.map((candidate) => candidate.ranked) };
}

function scoresOf(index: Searchable, question: Question, read: ParsedQuestion): RankerScores {
  const { text, title, grams } = index.fields;
  const size = { slots: index.slots, passages: index.passages, sections: index.sections };
  const terms = read.terms.map(alternatives);
  const gramLists = [...read.grams].map(([list, weight]) => ({ list, weight }));
  const articles = new ArticleTally(index);
  return {
    text: scoreAlternatives(text, terms, { size, onScore: (slot, score, term) => articles.add(slot, score, term) }),
    article: articles.scores(),
    title: scoreAlternatives(title, terms, { size }),
    grams: scoreField(grams, gramLists, size),
    vector: cosines(index, question),
  };
}

function alternatives({ list, weight, related }: Term): WeightedList[] {
  const own = list === null ? [] : [{ list, weight }];
  return [...own, ...[...related.values()].map((one) => ({ list: one, weight: weight * relatedWeight }))];
}

/** NaN for passages without a vector. */
function cosines(index: Searchable, { vector }: Question): Float64Array | null {
  if (!vector || !index.hasVectors) return null;
  const found = scratch.zeros(index.slots);
  for (let slot = 0; slot < index.slots; slot++) found[slot] = index.cosine(slot, vector);
  return found;
}

function allowedSlots(index: Searchable, question: Question): Uint32Array {
  const slots = scratch.numbers(index.passages);
  let count = 0;
  for (const document of index.documents()) {
    if (question.includes && !question.includes(document.documentId)) continue;
    slots.set(document.slots, count);
    count += document.slots.length;
  }
  return slots.subarray(0, count);
}

/**
 * Sums the scores of whole articles: for each term of the question, the best score among the article's passages. The answer
 * is often spread over an article, with its subject in one passage and the detail in the next. Terms must come one after
 * the other.
 */
class ArticleTally {
  private readonly index: Searchable;
  private readonly totals: Float64Array;
  private readonly best: Float64Array;
  /** The last term counted for each article, from 1. */
  private readonly lastTerm: Uint32Array;

  constructor(index: Searchable) {
    this.index = index;
    this.totals = scratch.zeros(index.slots);
    this.best = scratch.zeros(index.slots);
    this.lastTerm = scratch.numbers(index.slots).fill(0);
  }

  add(slot: number, score: number, term: number): void {
    const article = this.index.articleAt(slot);
    const before = this.lastTerm[article] === term + 1 ? (this.best[article] ?? 0) : 0;
    if (score <= before) return;
    this.totals[article] = (this.totals[article] ?? 0) + score - before;
    this.best[article] = score;
    this.lastTerm[article] = term + 1;
  }

  /** The score of each slot's article. */
  scores(): Float64Array {
    const scores = scratch.zeros(this.totals.length);
    for (let slot = 0; slot < scores.length; slot++) scores[slot] = this.totals[this.index.articleAt(slot)] ?? 0;
    return scores;
  }
}
