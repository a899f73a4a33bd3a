import { idf } from '../index/bm25.logic.ts';
import type { IndexedDocument } from '../index/indexed-passage.logic.ts';
import type { LiveIndex } from '../index/live-index.logic.ts';
import { slotOf, timesOf } from '../index/postings.logic.ts';
import type { ParsedQuestion } from '../question/parsed-question.logic.ts';
import { listsOf } from '../question/term.logic.ts';
import { scratch } from '../scoring/scratch.logic.ts';

interface ShortlistRequest {
  /** Whether the question may show the document; absent: all of them. */
  includes?: ((documentId: string) => boolean) | undefined;
  /** The number of passages in total. */
  most: number;
}

/**
 * The documents most likely to rank first, with up to `most` passages in total, but at least one document. Scores a document
 * by the question's words in its best passage and, with a tenth of the weight, in all of its passages. Ranking a passage
 * takes a hundred times as long as this.
 */
export function shortlist(index: LiveIndex, read: ParsedQuestion, { includes, most }: ShortlistRequest): string[] {
  return scratch.during(() => {
    const chosen: string[] = [];
    let passages = 0;
    for (const { documentId, slots } of bestFirst(index, scoresOfArticles(index, read))) {
      if (includes?.(documentId) === false) continue;
      passages += slots.length;
      if (chosen.length > 0 && passages > most) break;
      chosen.push(documentId);
    }
    return chosen;
  });
}

/** The weight of the sum over all passages, relative to the best one (see `shortlist`). */
const shareOfAll = 0.1;

/** By the slot that represents the article. Arrays by slot are read in order: following each document took twice as long. */
function scoresOfArticles(index: LiveIndex, read: ParsedQuestion): Float64Array {
  const scores = scoresOfPassages(index, read);
  const best = scratch.zeros(index.slots);
  const sums = scratch.zeros(index.slots);
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot] ?? 0;
    if (score === 0) continue;
    const article = index.articleAt(slot);
    best[article] = Math.max(best[article] ?? 0, score);
    sums[article] = (sums[article] ?? 0) + score;
  }
  for (let slot = 0; slot < best.length; slot++) best[slot] = (best[slot] ?? 0) + shareOfAll * (sums[slot] ?? 0);
  return best;
}

/** By slot: BM25 of the text without length normalisation. */
function scoresOfPassages(index: LiveIndex, { terms }: ParsedQuestion): Float64Array {
  const gains = new Map<number, number>();
  for (const term of terms) {
    for (const list of listsOf(term)) {
      const gain = term.weight * idf(index.passages, index.fields.text.postings.size(list));
      gains.set(list, Math.max(gains.get(list) ?? 0, gain));
    }
  }
  const scores = scratch.zeros(index.slots);
  const postings = index.ofWords();
  for (const [stem, gain] of gains)
    index.words.eachOfStem(stem, (word) => addGain(scores, postings.entries(word), gain));
  return scores;
}

function addGain(scores: Float64Array, entries: Uint32Array, gain: number): void {
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] ?? 0;
    const slot = slotOf(entry);
    const times = timesOf(entry);
    scores[slot] = (scores[slot] ?? 0) + (gain * times) / (times + 1);
  }
}

const firstSorted = 256;

/** The shown documents with a score, the best first. Sorts only as many as are asked for, in steps. */
function* bestFirst(index: LiveIndex, scores: Float64Array): Generator<IndexedDocument> {
  const ascending = scores.filter((score) => score > 0).sort();
  let above = Number.POSITIVE_INFINITY;
  for (let count = firstSorted; above > 0; count *= 4) {
    const least = ascending.at(-count) ?? 0;
    yield* documentsBetween(index, scores, { least, above });
    above = least;
  }
}

function documentsBetween(index: LiveIndex, scores: Float64Array, { least, above }: { least: number; above: number }) {
  const found: { document: IndexedDocument; score: number }[] = [];
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot] ?? 0;
    if (score === 0 || score < least || score >= above) continue;
    const document = index.passageAt(slot)?.document;
    if (document && index.documentOf(document.documentId) === document) found.push({ document, score });
  }
  const idOf = (each: { document: IndexedDocument }) => each.document.documentId;
  found.sort((one, other) => other.score - one.score || (idOf(one) < idOf(other) ? -1 : 1));
  return found.map(({ document }) => document);
}
