import { wordWeight } from './filler-words.logic.ts';
import { gramsOf } from '../text/character-grams.logic.ts';
import { askedSentences } from './question-in-message.logic.ts';
import type { Searchable } from '../index/searchable.logic.ts';
import { type RelatedWords, relatedStems, relatedWordsOf } from '../text/related-words.logic.ts';
import type { Question, PriorMessage } from './shapes.logic.ts';
import { addWeights, listOf, type SpokenBy, type Term, termOf } from './term.logic.ts';
import { type Stem, type WordToken, tokensOf } from '../../../platform/text/tokens.logic.ts';

/** Weights of earlier messages, relative to the question (docs/ranking.md). */
const earlierCustomerWeight = 0.2;
const ourLastAnswerWeight = 0.1;

export interface ParsedQuestion {
  terms: Term[];
  /** The terms of the last message in reading order, sentence by sentence. */
  sentences: Term[][];
  grams: Map<number, number>;
  stem: Stem;
}

interface WeightedText {
  text: string;
  weight: number;
  spokenBy: SpokenBy;
}

interface ParseState {
  index: Searchable;
  stem: Stem;
  language: string;
  related: RelatedWords;
  terms: Map<string, Term>;
  grams: Map<number, number>;
}

export function parseQuestion(index: Searchable, question: Question): ParsedQuestion {
  const language = question.language ?? index.mainLanguage();
  const stem = index.stemFor(language);
  const related = relatedWordsOf(language, stem);
  const reading: ParseState = { index, stem, language, related, terms: new Map(), grams: new Map() };
  const read = sourcesOf(question).map((source) => readSource(reading, source));
  return { terms: [...reading.terms.values()], sentences: read[0] ?? [], grams: reading.grams, stem };
}

// The question itself comes first.
function sourcesOf(question: Question): WeightedText[] {
  const turns = question.history ?? [];
  const ourLast = turns.findLast((turn) => turn.from === 'us');
  const earlier = turns.filter((turn) => turn.from === 'customer').map(earlierSource);
  const answer: WeightedText[] = ourLast
    ? [{ text: ourLast.text, weight: ourLastAnswerWeight, spokenBy: 'by us' }]
    : [];
  return [{ text: question.text, weight: 1, spokenBy: 'now' }, ...earlier, ...answer];
}

function earlierSource(turn: PriorMessage): WeightedText {
  return { text: turn.text, weight: earlierCustomerWeight, spokenBy: 'before' };
}

function readSource(reading: ParseState, { text, weight, spokenBy }: WeightedText): Term[][] {
  return askedSentences(text).map((sentence) => {
    const tokens = tokensOf(sentence, reading.stem);
    return tokens.map((token, at) => {
      const term = termOf(reading, token);
      const own = weight * wordWeight(token.word, reading.language);
      addWeights(term, own, spokenBy);
      if (spokenBy !== 'by us') addGrams(reading, term.word, own);
      addRelated(reading, term, { tokens, at });
      return term;
    });
  });
}

function addGrams({ index, grams }: ParseState, word: string, weight: number): void {
  for (const code of gramsOf(word)) {
    const gram = index.words.grams.find(code);
    if (gram !== undefined) grams.set(gram, Math.max(grams.get(gram) ?? 0, weight));
  }
}

function addRelated(
  { index, related }: ParseState,
  term: Term,
  { tokens, at }: { tokens: readonly WordToken[]; at: number },
): void {
  const repaired = term.repairedFrom === null ? tokens : tokens.with(at, term);
  for (const stem of relatedStems(related, repaired, at)) {
    const list = listOf(index, stem);
    if (list !== null && list !== term.list) term.related.set(stem, list);
  }
}
