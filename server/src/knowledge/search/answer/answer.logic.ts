import { figureAsked } from '../question/asked-figure.logic.ts';
import { bestUnit } from './best-unit.logic.ts';
import { briefOf } from './brief.logic.ts';
import { type MarkdownBlock, blocksOf, type Span } from '../text/blocks.logic.ts';
import { confidenceOf, noConfidence, raised } from './confidence.logic.ts';
import { excerptAround } from './excerpt.logic.ts';
import { featuresOf, similarityOf, type ConfidenceFeatures, type Similarity } from './features.logic.ts';
import type { Candidate } from '../ranking/fusion.logic.ts';
import type { Searchable } from '../index/searchable.logic.ts';
import type { RankingResult } from '../ranking/rank.logic.ts';
import { headingOf } from '../../library/passages/segment.logic.ts';
import { maxTaughtSimilarity, between } from '../ranking/taught-similarity.logic.ts';
import type { AnswerConfidence, DraftedAnswer, NothingRelevant } from '../question/shapes.logic.ts';
import type { Passage } from '../../library/passages/passage.logic.ts';
import { asOneText, type ReadBy, widened } from './widen.logic.ts';

export interface Answerable {
  index: Searchable;
  found: RankingResult;
  passages: readonly Passage[];
  /** The passages around the first one found, including itself, in reading order. The answer may be widened by them. */
  beside?: readonly Passage[];
}

/** Below this confidence no passage is shown, not even as a competing topic: one in twenty is right (server/bench). */
const relevant = 0.15;

export function answerOf(answerable: Answerable): DraftedAnswer | NothingRelevant {
  const evidence = answerable.found.ranked;
  const shown = asksAnything(answerable.found) ? shownSection(answerable) : null;
  if (shown === null) return { kind: 'nothing_relevant', evidence, confidence: noConfidence };
  const confidence = confidenceIn(answerable, shown);
  if (confidence.value < relevant) return { kind: 'nothing_relevant', evidence, confidence };
  return {
    kind: 'draft',
    ...wholeAnswer(answerable, shown),
    brief: shown.brief,
    evidence,
    confidence,
    options: optionsOf(answerable.found, answerable.passages),
  };
}

/** Of a message without words, everything found and its confidence would come from the earlier messages. */
const asksAnything = ({ read }: RankingResult): boolean => read.sentences.some((terms) => terms.length > 0);

function confidenceIn(
  { index, found }: Answerable,
  { candidate, features, similarity }: ShownSection,
): AnswerConfidence {
  const taughtSimilarity = (slot: number) => {
    const document = index.passageAt(slot)?.document;
    return document ? maxTaughtSimilarity(index, document, found.read) : 0;
  };
  const others = found.candidates.filter(({ ranked }) => ranked.documentId !== candidate.ranked.documentId);
  const byModel = confidenceOf(features, similarity);
  return raisedByTaught(
    raisedByCode(byModel, features, candidate),
    taughtSimilarity(candidate.slot),
    Math.max(0, ...others.map(({ slot }) => taughtSimilarity(slot))),
  );
}

/**
 * The shown section with its neighbours. Each is cited by its own best sentence; the section that the confidence rates
 * comes first.
 */
function wholeAnswer({ beside = [] }: Answerable, shown: ShownSection): Pick<DraftedAnswer, 'text' | 'citations'> {
  const { passage, by, quote } = shown;
  const { documentId, version } = shown.candidate.ranked;
  const parts = shown.isWhole ? widened(passage, beside, by) : [passage];
  const citations = [{ passageId: passage.id, documentId, version, quote }];
  for (const part of parts) {
    const best = part.id === passage.id ? null : bestUnit(part.text, blocksOf(part.text), by);
    if (best) citations.push({ passageId: part.id, documentId, version, quote: textOf(part.text, best.span) });
  }
  return { text: parts.length > 1 ? asOneText(passage, parts) : shown.text, citations };
}

export interface ShownSection {
  candidate: Candidate;
  passage: Passage;
  by: ReadBy;
  text: string;
  /** Whether all of the passage is shown. */
  isWhole: boolean;
  quote: string;
  /** The quote as an answer of its own; null if it does not hold what the message itself asks for. */
  brief: string | null;
  features: ConfidenceFeatures;
  /** Null if the question or the passage has no vector. */
  similarity: Similarity | null;
}

/** The section that an answer would show, and the features for the confidence model. The bench trains on the same features. */
export function shownSection({ index, found, passages }: Answerable): ShownSection | null {
  const texts = new Map(passages.map((passage) => [passage.id, passage]));
  const candidate = found.candidates.find(({ ranked }) => texts.has(ranked.passageId));
  const passage = candidate && texts.get(candidate.ranked.passageId);
  if (!candidate || !passage) return null;
  const blocks = blocksOf(passage.text);
  const stem = index.stemFor(index.passageAt(candidate.slot)?.document.language ?? 'en');
  const by = { terms: found.read.terms, stem };
  const figure = figureAsked(found.question.text);
  const best = bestUnit(passage.text, blocks, { ...by, figure });
  if (best === null) return null;
  const text = textOf(passage.text, excerptAround(passage.text, blocks, best.span));
  return {
    candidate,
    passage,
    by,
    text,
    isWhole: text.length === passage.text.trim().length,
    quote: textOf(passage.text, best.span),
    brief: briefOf(passage.text, blocks, best, found.read.terms),
    features: featuresOf(index, found, {
      candidate,
      title: headingOf(passage),
      text: passage.text,
      quote: textOf(passage.text, best.span),
      sentence: best.stems,
      around: around(passage.text, blocks, best.span),
      figure,
    }),
    similarity: similarityOf(candidate),
  };
}

/** The unit, its neighbours and all tables: a table's rows may hold a figure that only its head or the text before it names. */
function around(text: string, blocks: readonly MarkdownBlock[], { start }: Span): string {
  const units = blocks.flatMap((block) => block.units);
  const at = units.findIndex((unit) => unit.start === start);
  const beside = units.slice(Math.max(0, at - 1), at + 2);
  return [...beside, ...blocks.filter(({ kind }) => kind === 'table')].map((span) => textOf(text, span)).join('\n');
}

const textOf = (text: string, { start, end }: Span) => text.slice(start, end);

/** From this share on, a question about a code asks for little that the article lacks; measured in server/bench/README.md. */
const codeFrom = 0.6;
const codeAt = 0.95;
const surestByCode = 0.8;

/** Raises the confidence in a section about the code that the question names, if the article has the question's other words too. */
function raisedByCode(
  confidence: AnswerConfidence,
  { share }: ConfidenceFeatures,
  { aboutCode = 0 }: Candidate,
): AnswerConfidence {
  return aboutCode > 0 ? raised(confidence, surestByCode * between(share, codeFrom, codeAt), 'code-1') : confidence;
}

/** How likely the document is to be right at a given similarity, from the measured share (server/bench/README.md). */
const sureFrom = 0.4;
const sureAt = 0.9;
const surest = 0.97;

/** If two documents were taught nearly the same question, neither is certain. */
const minSimilarityLead = 0.05;

/** Raises the confidence where people taught the question. This is a term of its own, next to the calibrated one. */
function raisedByTaught(confidence: AnswerConfidence, similarity: number, othersSimilarity: number): AnswerConfidence {
  const alone = similarity - othersSimilarity >= minSimilarityLead;
  const sureness = alone ? surest * between(similarity, sureFrom, sureAt) : 0;
  return raised(confidence, sureness, 'learned-1');
}

/** A section competes when it scores at least this share of the first. */
const competing = 0.75;
const mostOptions = 3;

/** Names of the two or three sections that compete for the question, best first; empty if there is only one. */
function optionsOf(found: RankingResult, passages: readonly Passage[]): string[] {
  const best = found.ranked[0]?.score ?? 0;
  const near = found.ranked.filter((ranked) => ranked.score >= competing * best);
  const sections = near.flatMap((ranked) => passages.filter((passage) => passage.id === ranked.passageId));
  const distinct = new Map(sections.map((section) => [headingOf(section), section]));
  const offered = [...distinct.values()].slice(0, mostOptions);
  return offered.length > 1 ? offered.map((section) => nameAmong(section, offered)) : [];
}

// Sections of one article differ by their last heading; articles differ by their title. A heading such as "How long does it take?"
// says nothing beside the titles of other articles.
function nameAmong(section: Passage, offered: readonly Passage[]): string {
  const ofArticle = offered.filter(({ title }) => title === section.title);
  if (ofArticle.length === 1) return section.title;
  return ofArticle.length === offered.length ? (section.headingPath.at(-1) ?? section.title) : headingOf(section);
}
