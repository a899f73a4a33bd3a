import { type FigurePattern, statesFigure } from '../question/asked-figure.logic.ts';
import { namesInQuestion, settlesAll } from '../question/asked-names.logic.ts';
import { bestScore } from '../index/bm25.logic.ts';
import { rareIdf } from '../text/common-words.logic.ts';
import type { Candidate } from '../ranking/fusion.logic.ts';
import { matchInLists, listsInDocument } from '../question/document-terms.logic.ts';
import { articleAround } from '../index/indexed-passage.logic.ts';
import { leadOf } from './lead.logic.ts';
import type { Searchable } from '../index/searchable.logic.ts';
import { matchInStems, overlapOf } from '../question/overlap.logic.ts';
import { asksForOffer, asksYesOrNo } from '../question/question-form.logic.ts';
import type { RankingResult } from '../ranking/rank.logic.ts';
import type { Term } from '../question/term.logic.ts';
import { stemsOf } from '../../../platform/text/tokens.logic.ts';

/**
 * The inputs of the confidence model. They are ratios, so that they mean the same for forty articles and for forty
 * thousand.
 */
export interface ConfidenceFeatures {
  /** 4-gram score of the passage, divided by the highest score possible; tolerates inflection and compounds. */
  grams: number;
  /** Share of the question's words that the knowledge base lacks. */
  unknown: number;
  /** Share of the question's words that it has only after spelling repair. */
  repaired: number;
  /** The lead over the next article, as a share of the first score. */
  gap: number;
  /** F1 of the question's terms and the title's. */
  title: number;
  /** Share of the question's pairs of neighbouring words that are neighbours in the passage too. */
  bigrams: number;
  /**
   * Idf in nats of the question's words in the best sentence and the title; squashed, so that a third rare word adds
   * little.
   */
  sentenceEvidence: number;
  /** Share of the question's words that the article contains anywhere. */
  share: number;
  /** How much the question asks: its idf in nats, squashed. A share of a short question means little. */
  asked: number;
  /** Share of the question that the article lacks, if it asks whether something exists ("do you offer …"); otherwise 0. */
  offer: number;
  /** The same, if it is a yes-or-no question. */
  yesNo: number;
  /** The heaviest word of the question that the article lacks, even if it contains a related word. */
  missing: number;
  /**
   * 1 if the question names something that the article lacks, unless the best sentence covers every case ("only",
   * "worldwide").
   */
  unnamed: number;
  /** 1 if it asks for a price, number, time or measure and there is no such figure near the best sentence. */
  figureless: number;
}

export const featureNames = [
  'grams',
  'unknown',
  'repaired',
  'gap',
  'title',
  'bigrams',
  'sentenceEvidence',
  'share',
  'asked',
  'offer',
  'yesNo',
  'missing',
  'unnamed',
  'figureless',
] as const satisfies readonly (keyof ConfidenceFeatures)[];

/** The feature that vectors add, if both the question and the passage shown have one. */
export interface Similarity {
  /** Cosine of the question and the passage. */
  cosine: number;
}

export interface ShownPassage {
  candidate: Candidate;
  title: string;
  text: string;
  /** The best sentence, and its stems. */
  quote: string;
  sentence: readonly string[];
  /** The best sentence with the text near it. */
  around: string;
  /** The kind of figure that the question asks for. */
  figure: FigurePattern | null;
}

export function featuresOf(index: Searchable, found: RankingResult, shown: ShownPassage): ConfidenceFeatures {
  const { terms, sentences } = found.read;
  const document = index.passageAt(shown.candidate.slot)?.document;
  const article = document && articleAround(document, shown.candidate.slot);
  const held = article ? listsInDocument(index, article, terms) : new Set<number>();
  const language = document?.language ?? 'en';
  const stem = index.stemFor(language);
  const titleStems = stemsOf(shown.title, stem);
  const textStems = stemsOf(shown.text, stem);
  const sentence = new Set([...titleStems, ...shown.sentence]);
  const lacked = terms.filter((term) => matchInLists(held, term) === 0);
  const lacking = overlapOf(null, lacked) / (overlapOf(null, terms) || 1);
  return {
    grams: shown.candidate.raw.grams / (bestScore(index.fields.grams, found.read.grams, index.passages) || 1),
    unknown: share(terms, (term) => term.list === null && term.related.size === 0),
    repaired: share(terms, (term) => term.repairedFrom !== null),
    gap: leadOf(index, found, shown.candidate),
    title: titleMatch(new Set(titleStems), terms),
    bigrams: neighbours(sentences.flat(), [...titleStems, ...textStems]),
    sentenceEvidence: squash(overlapOf(sentence, terms), halfOfEvidence),
    share: 1 - lacking,
    asked: squash(overlapOf(null, terms), halfOfQuestion),
    offer: asksForOffer(found.question.text) ? lacking : 0,
    yesNo: asksYesOrNo(found.question.text) ? lacking : 0,
    missing: heaviest(terms.filter((term) => term.list === null || !held.has(term.list))),
    unnamed:
      lacksName(lacked, namesInQuestion(found.question.text, { stem, language })) && !settlesAll(shown.quote) ? 1 : 0,
    figureless: shown.figure && !statesFigure(shown.figure, shown.around) ? 1 : 0,
  };
}

export const similarityOf = ({ compared, raw }: Candidate): Similarity | null =>
  compared ? { cosine: raw.vector } : null;

const lacksName = (lacked: readonly Term[], named: ReadonlySet<string>) =>
  lacked.some(({ stem, repairedFrom }) => repairedFrom === null && named.has(stem));

/** From 0 to 1, where 1 is a word that is rare everywhere. */
function heaviest(terms: readonly Term[]): number {
  return Math.max(0, ...terms.map((term) => term.wanted * term.worth)) / rareIdf;
}

function titleMatch(title: ReadonlySet<string>, terms: readonly Term[]): number {
  const asked = sum(terms.map((term) => term.wanted * term.worth));
  const common = sum(terms.map((term) => matchInStems(title, term) * term.wanted * term.worth));
  if (common === 0) return 0;
  const ofTitle = Math.min(1, sum(terms.map((term) => matchInStems(title, term))) / title.size);
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

/** In nats: the value that is squashed to a half. The weights of the confidence model were fitted with these. */
const halfOfEvidence = 8;
const halfOfQuestion = 20;

/** 0 for 0, a half at `half`, towards 1 beyond. */
function squash(value: number, half: number): number {
  return value / (value + half);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
