import { wordOf } from '../../library/passages/segment.logic.ts';
import { idf } from '../index/bm25.logic.ts';
import { wordWeight } from '../question/filler-words.logic.ts';
import { steadyIdf } from '../text/common-words.logic.ts';
import type { IndexedDocument, IndexedPassage } from '../index/indexed-passage.logic.ts';
import type { LiveIndex } from '../index/live-index.logic.ts';
import { matchInStems } from '../question/overlap.logic.ts';
import type { ParsedQuestion } from '../question/parsed-question.logic.ts';
import type { Searchable } from '../index/searchable.logic.ts';
import { listsOf, type Term } from '../question/term.logic.ts';

/** Below this similarity a taught question does not count for its document (server/bench/README.md). */
export const minTaughtSimilarity = 0.3;

/** Documents that people taught questions for. */
export const taughtOf = (index: Pick<Searchable, 'documents' | 'passages' | 'sections'>): IndexedDocument[] =>
  index.sections === index.passages
    ? []
    : [...index.documents()].filter(({ slots, sections }) => sections < slots.length);

/** The slots of a document's taught questions. */
export const questionsOf = ({ slots, sections }: IndexedDocument): Uint32Array => slots.subarray(sections);

/** Interpolates linearly: 0 up to `from`, 1 from `to` on. */
export const between = (value: number, from: number, to: number) =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

/**
 * Documents whose taught questions resemble the question, the most similar first. A taught question is short: in the
 * shortlist, long passages with as many of the words come before it.
 */
export function similarTaughtDocuments(index: LiveIndex, read: ParsedQuestion, most: number): string[] {
  const selective = selectiveTermsIn(index, read);
  const near = taughtOf(index).filter((document) =>
    questionsOf(document).some((slot) => {
      const passage = index.passageAt(slot);
      return passage !== null && holdsAny(index, passage, selective);
    }),
  );
  const scored = near.map((document) => ({
    id: document.documentId,
    similarity: maxTaughtSimilarity(index, document, read),
  }));
  return scored
    .filter(({ similarity }) => similarity > minTaughtSimilarity)
    .sort((one, other) => other.similarity - one.similarity || (one.id < other.id ? -1 : 1))
    .slice(0, most)
    .map(({ id }) => id);
}

/** The highest similarity of the question to a taught question of the document; 0 if there is none. */
export function maxTaughtSimilarity(
  index: Pick<Searchable, 'passageAt' | 'words' | 'fields' | 'passages'>,
  document: IndexedDocument,
  read: ParsedQuestion,
): number {
  return [...questionsOf(document)].reduce((most, slot) => {
    const passage = index.passageAt(slot);
    return passage ? Math.max(most, taughtSimilarity(index, passage, read)) : most;
  }, 0);
}

// Words below this weight select nothing. Most taught questions share no heavier word with the question and are not scored.
const minSelectiveWeight = 0.5;

/** By stem: the terms of the question that carry meaning, or all of them if none does. */
export function selectiveTermsIn({ words }: Pick<Searchable, 'words'>, { terms }: ParsedQuestion): Uint8Array {
  const asked = terms.filter((term) => term.asked > 0);
  const selective = asked.filter((term) => term.asked >= minSelectiveWeight);
  const wanted = new Uint8Array(words.stems.size());
  for (const list of (selective.length > 0 ? selective : asked).flatMap(listsOf)) wanted[list] = 1;
  return wanted;
}

export const holdsAny = (
  { words }: Pick<Searchable, 'words'>,
  { counts, titleAt }: IndexedPassage,
  wanted: Uint8Array,
): boolean => counts.some((count, at) => at < titleAt && wanted[words.stemOf(wordOf(count))] === 1);

/** A match of one sentence counts nearly as much as one of the whole message: a long story often asks in one sentence. */
const sentenceShare = 0.95;

/** F1 of the weighted words of both questions, 0..1, for the whole message or for its best sentence. */
export function taughtSimilarity(
  index: Pick<Searchable, 'words' | 'fields' | 'passages'>,
  passage: IndexedPassage,
  { terms, sentences }: ParsedQuestion,
): number {
  const taught = weightsIn(index, passage);
  const whole = similarity(
    terms.filter((term) => term.asked > 0),
    taught,
  );
  const parts =
    sentences.length > 1 ? sentences.map((sentence) => sentenceShare * similarity([...new Set(sentence)], taught)) : [];
  return Math.max(whole, ...parts);
}

function similarity(terms: readonly Term[], taught: ReadonlyMap<string, number>): number {
  const stems = new Set(taught.keys());
  let asked = 0;
  let common = 0;
  for (const term of terms) {
    const weight = term.asked * term.worth;
    asked += weight;
    common += weight * matchInStems(stems, term);
  }
  const own = [...taught.values()].reduce((sum, weight) => sum + weight, 0);
  return asked + own === 0 ? 0 : (2 * common) / (asked + own);
}

function weightsIn(
  { words, fields, passages }: Pick<Searchable, 'words' | 'fields' | 'passages'>,
  { counts, titleAt, document }: IndexedPassage,
): Map<string, number> {
  const weights = new Map<string, number>();
  for (const count of counts.subarray(0, titleAt)) {
    const word = wordOf(count);
    const list = words.stemOf(word);
    const stem = words.stems.nameOf(list);
    const worth = steadyIdf(stem, idf(passages, fields.text.postings.size(list)), passages);
    weights.set(stem, Math.max(weights.get(stem) ?? 0, wordWeight(words.textOf(word), document.language) * worth));
  }
  return weights;
}
