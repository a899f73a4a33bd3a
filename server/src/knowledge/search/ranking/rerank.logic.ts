import { figureAsked, statesFigure } from '../question/asked-figure.logic.ts';
import { type Article, articleFeaturesIn } from './article-features.logic.ts';
import { codeGain, codeSections } from './code-sections.logic.ts';
import { idf } from '../index/bm25.logic.ts';
import type { Candidate } from './fusion.logic.ts';
import { matchInStems } from '../question/overlap.logic.ts';
import type { RankingResult } from './rank.logic.ts';
import type { Searchable } from '../index/searchable.logic.ts';
import type { Passage } from '../../library/passages/passage.logic.ts';
import { type TermPair, adjacentTerms, proximityOf } from './proximity.logic.ts';
import { between } from './taught-similarity.logic.ts';
import { listOf, type Term } from '../question/term.logic.ts';
import { stemmedPassage } from './stemmed-passage.logic.ts';

/** The number of passages, best first, that are reranked by their texts. */
export const rerankDepth = 20;

/** The weights of what reranking adds to the fused score; the table is in server/bench/README.md. */
const rerankWeights = {
  /** The most that one sentence contains of the question, relative to the passage where this is largest. */
  sentence: 0.6,
  /** The most that one sentence and the headings above it contain together, as a share of the question. */
  underHeading: 0.8,
  /** The share of the question's neighbouring words that are together in a heading or in one sentence. */
  together: 0.6,
  /** The passage states a figure of the kind that the question asks for. */
  figure: 0.4,
  /** The article contains the heaviest word of the question that any passage contains. */
  heaviest: 0.2,
  /** The share of the question that the article contains anywhere. */
  share: 0.5,
  /** The share of the question's names that the article contains. */
  names: 1,
  /** The share of the article's title that is in the question. */
  title: 0.2,
  /** The passage is the first of its article, which introduces the subject. */
  opening: 0.15,
  /** The same, if the question asks for the article's subject: "How do I reset my password?" */
  openingAsked: 1.5,
  /** The cosine reranked: among passages that words have found, it separates better than words do. */
  vector: 1.25,
  /** The passage is about a code that the question names. */
  aboutCode: codeGain,
};

/**
 * Reranks the first passages with their texts: word counts cannot distinguish a passage that states the answer from one
 * that mentions its words here and there.
 */
export function rerank(index: Searchable, found: RankingResult, passages: ReadonlyMap<string, Passage>): RankingResult {
  const head = found.candidates.slice(0, rerankDepth);
  const pairs = adjacentTerms(found.read.sentences);
  const articleFeatures = articleFeaturesIn(index, found.read, articlesOf(index, head, passages));
  const aboutCodes = aboutCodesIn(found, head, passages);
  const features = head.map((candidate) =>
    rerankFeaturesOf(index, found, { candidate, passages, pairs, articleFeatures, aboutCodes }),
  );
  const most = Math.max(Number.EPSILON, ...features.map(({ sentence }) => sentence));
  const reranked = head.map((candidate, at) => {
    const own = features[at] ?? noFeatures;
    return { ...raised(candidate, gainOf(own, most)), aboutCode: own.aboutCode };
  });
  const candidates = [...reranked.sort(byScore), ...found.candidates.slice(rerankDepth)];
  return { ...found, candidates, ranked: candidates.map(({ ranked }) => ranked) };
}

type RerankFeatures = typeof noFeatures;

const noFeatures = {
  sentence: 0,
  underHeading: 0,
  together: 0,
  figure: 0,
  heaviest: 0,
  share: 0,
  names: 0,
  title: 0,
  opening: 0,
  openingAsked: 0,
  vector: 0,
  aboutCode: 0,
};

const featureNames = Object.keys(noFeatures) as (keyof RerankFeatures)[];

function gainOf(features: RerankFeatures, most: number): number {
  const shares = { ...features, sentence: features.sentence / most };
  return featureNames.reduce((sum, feature) => sum + rerankWeights[feature] * shares[feature], 0);
}

interface RerankInput {
  candidate: Candidate;
  passages: ReadonlyMap<string, Passage>;
  pairs: readonly TermPair[];
  articleFeatures: ReturnType<typeof articleFeaturesIn>;
  aboutCodes: ReadonlyMap<string, number>;
}

function aboutCodesIn(
  { question }: RankingResult,
  head: readonly Candidate[],
  passages: ReadonlyMap<string, Passage>,
): Map<string, number> {
  const texts = head.flatMap(({ ranked: { passageId, documentId } }) => {
    const passage = passages.get(passageId);
    return passage ? [{ passage, documentId }] : [];
  });
  return codeSections(question.text, texts);
}

function articlesOf(index: Searchable, head: readonly Candidate[], passages: ReadonlyMap<string, Passage>): Article[] {
  return head.flatMap(({ slot, ranked }) => {
    const document = index.passageAt(slot)?.document;
    const passage = passages.get(ranked.passageId);
    return document && passage ? [{ document, title: passage.title }] : [];
  });
}

function rerankFeaturesOf(
  index: Searchable,
  found: RankingResult,
  { candidate, passages, pairs, articleFeatures, aboutCodes }: RerankInput,
): RerankFeatures {
  const { read, question } = found;
  const vector = vectorSimilarity(found, candidate);
  const passage = passages.get(candidate.ranked.passageId);
  const document = index.passageAt(candidate.slot)?.document;
  if (!passage || !document) return { ...noFeatures, vector };
  const { title, heading, sentences } = stemmedPassage(passage, index.stemFor(document.language));
  const isOpening = document.slots[0] === candidate.slot;
  const asked = figureAsked(question.text);
  const figure = asked && statesFigure(asked, passage.text);
  return {
    ...articleFeatures(document),
    vector,
    aboutCode: aboutCodes.get(passage.id) ?? 0,
    ...bestOf(sentences, heading, read.terms),
    together: proximityOf([heading, ...sentences], pairs),
    title: titleAsked(index, read.terms, title),
    opening: isOpening ? 1 : 0,
    openingAsked: isOpening && figure !== false ? between(shareIn(title, read.terms), subjectFrom, 1) : 0,
    figure: figure ? 1 : 0,
  };
}

function vectorSimilarity({ question, candidates }: RankingResult, { compared, ranked }: Candidate): number {
  // The vector covers the last message only, which means little if it depends on earlier ones.
  if (question.history?.length) return 0;
  if (compared) return ranked.parts.vector;
  // While vectors are being made, a passage without one keeps the rank that its words give it.
  return candidates.some((other) => other.compared) ? ranked.score / (candidates[0]?.ranked.score || 1) : 0;
}

/**
 * Words of our last answer and common words of earlier messages weigh less than this: the question does not ask for a title
 * that contains only them.
 */
const saidInPassing = 0.15;

function titleAsked(index: Searchable, terms: readonly Term[], title: readonly string[]): number {
  const asked = stemsOfTerms(terms.filter((term) => term.weight > saidInPassing));
  let all = 0;
  let held = 0;
  for (const stem of new Set(title)) {
    const list = listOf(index, stem);
    const rarity = idf(index.passages, list === null ? 0 : index.fields.text.postings.size(list));
    all += rarity;
    if (asked.has(stem)) held += rarity;
  }
  return all === 0 ? 0 : held / all;
}

/** The most that one sentence contains of the question: alone, and together with the headings above it (as a share). */
function bestOf(sentences: readonly (readonly string[])[], heading: readonly string[], terms: readonly Term[]) {
  const weights = weightsOf(terms);
  const inHeading = heldOf(heading, terms);
  const whole = sumOf(weights) || 1;
  const asked = stemsOfTerms(terms);
  let sentence = 0;
  let underHeading = 0;
  for (const stems of sentences) {
    let alone = 0;
    let together = 0;
    const askedHere = stems.filter((stem) => asked.has(stem));
    for (const [at, held] of heldOf(askedHere, terms).entries()) {
      const weight = weights[at] ?? 0;
      alone += weight * held;
      together += weight * Math.max(held, inHeading[at] ?? 0);
    }
    sentence = Math.max(sentence, alone);
    underHeading = Math.max(underHeading, together);
  }
  return { sentence, underHeading: underHeading / whole };
}

/** If the title contains more of the question than this share, the question asks for little beyond the article's subject. */
const subjectFrom = 0.7;

function shareIn(stems: readonly string[], terms: readonly Term[]): number {
  const weights = weightsOf(terms);
  const whole = sumOf(weights) || 1;
  return heldOf(stems, terms).reduce((sum, held, at) => sum + held * (weights[at] ?? 0), 0) / whole;
}

const stemsOfTerms = (terms: readonly Term[]) =>
  new Set(terms.flatMap(({ stem, related }) => [stem, ...related.keys()]));

const weightsOf = (terms: readonly Term[]) => terms.map((term) => term.weight * term.idf);

const sumOf = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + weight, 0);

function heldOf(stems: readonly string[], terms: readonly Term[]): number[] {
  const known = new Set(stems);
  return terms.map((term) => matchInStems(known, term));
}

function raised(candidate: Candidate, by: number): Candidate {
  return { ...candidate, ranked: { ...candidate.ranked, score: candidate.ranked.score + by } };
}

// Reranked passages never fall below the others, whose scores are not raised. Equal scores are ordered as in `fuse`.
function byScore({ ranked: one }: Candidate, { ranked: other }: Candidate): number {
  return other.score - one.score || (one.passageId < other.passageId ? -1 : 1);
}
