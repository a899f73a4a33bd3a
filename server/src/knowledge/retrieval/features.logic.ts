import { bestScore } from './bm25.logic.ts';
import type { Candidate } from './fusion.logic.ts';
import type { LiveIndex } from './live-index.logic.ts';
import { overlapOf } from './overlap.logic.ts';
import type { Term } from './question.logic.ts';
import type { Found } from './search.logic.ts';
import { tokensOf } from './tokens.logic.ts';

/** What the confidence model looks at. Ratios, so that they mean the same in forty articles and in forty thousand. */
export interface Features {
  /** 4-gram score of the passage / the most the question could score; forgives inflection and compounds. */
  grams: number;
  /** Share of the heaviest term the article lacks. */
  missing: number;
  /** Share of the question in words that the knowledge base does not have, and in words it has after repair. */
  unknown: number;
  repaired: number;
  /** How far the next document lies behind, as a share of the first. */
  gap: number;
  /** Whether text, title and 4-grams prefer the passage: mean of their max-normalised scores. */
  agreement: number;
  /** How far the passage stands above the mean of the next nine, by BM25. */
  prominence: number;
  /** F1 of the question's terms and the title's. */
  title: number;
  /** Share of the question's neighbouring words that are neighbours in the passage. */
  bigrams: number;
  /** Idf in nats that the best sentence and the title share with the question; squashed, so the third rare word adds little. */
  sentenceEvidence: number;
}

export const featureNames = [
  'grams',
  'missing',
  'unknown',
  'repaired',
  'gap',
  'agreement',
  'prominence',
  'title',
  'bigrams',
  'sentenceEvidence',
] as const satisfies readonly (keyof Features)[];

export interface Shown {
  candidate: Candidate;
  title: string;
  text: string;
  /** Stems of the best sentence. */
  sentence: readonly string[];
}

export function featuresOf(index: LiveIndex, found: Found, shown: Shown): Features {
  const { terms, sequence } = found.read;
  const { slot, ranked } = shown.candidate;
  const document = index.passageAt(slot)?.document;
  const stem = index.stemFor(document?.language ?? 'en');
  const titleStems = tokensOf(shown.title, stem).map((token) => token.stem);
  const textStems = tokensOf(shown.text, stem).map((token) => token.stem);
  const sentence = new Set([...titleStems, ...shown.sentence]);
  const wanted = overlapOf(null, terms) || 1;
  const lacking = terms.filter((term) => !inArticle(index, term, document?.slots ?? []));
  const lost = lacking.map((term) => term.wanted * term.worth);
  return {
    grams: shown.candidate.raw.grams / (bestScore(index.fields.grams, found.read.grams, index.passages) || 1),
    missing: Math.max(0, ...lost) / wanted,
    unknown: share(terms, (term) => term.list === null),
    repaired: share(terms, (term) => term.repairedFrom !== null),
    gap: gapBehind(found, shown.candidate),
    agreement: (ranked.parts.text + ranked.parts.title + ranked.parts.grams) / 3,
    prominence: prominence(found),
    title: titleMatch(new Set(titleStems), terms),
    bigrams: neighbours(sequence, [...titleStems, ...textStems]),
    sentenceEvidence: squash(overlapOf(sentence, terms), 8),
  };
}

function inArticle(index: LiveIndex, term: Term, slots: Iterable<number>): boolean {
  const { list } = term;
  return list !== null && index.holds(slots, list);
}

function gapBehind(found: Found, shown: Candidate): number {
  const next = found.candidates.find(({ ranked }) => ranked.documentId !== shown.ranked.documentId);
  return next ? Math.max(0, 1 - next.ranked.score / shown.ranked.score) : 1;
}

function prominence(found: Found): number {
  const [first = 0, ...others] = found.candidates.slice(0, 10).map((candidate) => candidate.raw.text);
  return first === 0 ? 0 : 1 - sum(others) / (others.length || 1) / first;
}

function titleMatch(title: ReadonlySet<string>, terms: readonly Term[]): number {
  const asked = sum(terms.map((term) => term.wanted * term.worth));
  const common = sum(terms.map((term) => (title.has(term.stem) ? term.wanted * term.worth : 0)));
  if (common === 0) return 0;
  const ofTitle = terms.filter((term) => title.has(term.stem)).length / title.size;
  const ofQuestion = common / asked;
  return (2 * ofTitle * ofQuestion) / (ofTitle + ofQuestion);
}

function neighbours(sequence: readonly Term[], stems: readonly string[]): number {
  const pairs = new Set(stems.slice(1).map((stem, at) => `${stems[at]} ${stem}`));
  const asked = sequence.slice(1).map((term, at) => ({ before: sequence[at], term }));
  const weighed = asked.map(({ before, term }) => ({
    weight: Math.min(before?.asked ?? 0, term.asked),
    together: pairs.has(`${before?.stem} ${term.stem}`),
  }));
  const together = sum(weighed.map((pair) => (pair.together ? pair.weight : 0)));
  return together / (sum(weighed.map((pair) => pair.weight)) || 1);
}

function share(terms: readonly Term[], has: (term: Term) => boolean): number {
  const all = sum(terms.map((term) => term.wanted)) || 1;
  return sum(terms.map((term) => (has(term) ? term.wanted : 0))) / all;
}

function squash(value: number, half: number): number {
  return value / (value + half);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
