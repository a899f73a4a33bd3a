import { countOf, wordOf } from '../../library/passages/segment.logic.ts';
import { listsOf } from '../question/term.logic.ts';
import { idf } from '../index/bm25.logic.ts';
import type { LiveIndex } from '../index/live-index.logic.ts';
import type { ParsedQuestion } from '../question/parsed-question.logic.ts';

export interface NamedDocuments {
  documentIds: Iterable<string>;
  most: number;
}

/**
 * The documents most likely to rank first, with up to `most` passages in total. Scores a document by the question's words
 * in its best passage and, with a tenth of the weight, in all of its passages. Ranking a passage takes a hundred times as
 * long as this.
 */
export function shortlist(index: LiveIndex, read: ParsedQuestion, { documentIds, most }: NamedDocuments): string[] {
  const gains = gainsOf(index, read);
  const scored = [...documentIds].map((id) => ({ id, score: scoreOf(index, gains, id) }));
  scored.sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
  const chosen: string[] = [];
  let passages = 0;
  for (const { id } of scored) {
    passages += index.documentOf(id)?.slots.length ?? 0;
    if (chosen.length > 0 && passages > most) break;
    chosen.push(id);
  }
  return chosen;
}

/** By word: its BM25 gain without length normalisation. `wanted` marks the words with a gain in an eighth of the memory. */
interface Gains {
  ofWord: Float64Array;
  wanted: Uint8Array;
}

function gainsOf({ words, passages, fields }: LiveIndex, { terms }: ParsedQuestion): Gains {
  const gains = new Float64Array(words.stems.size());
  for (const term of terms) {
    for (const list of listsOf(term)) {
      const rarity = idf(passages, fields.text.postings.size(list));
      gains[list] = Math.max(gains[list] ?? 0, term.weight * rarity);
    }
  }
  const ofWord = new Float64Array(words.size());
  const wanted = new Uint8Array(words.size());
  for (let word = 0; word < ofWord.length; word++) {
    const gain = gains[words.stemOf(word)] ?? 0;
    ofWord[word] = gain;
    wanted[word] = gain > 0 ? 1 : 0;
  }
  return { ofWord, wanted };
}

/** The weight of the sum over all passages, relative to the best one (see `shortlist`). */
const shareOfAll = 0.1;

function scoreOf(index: LiveIndex, gains: Gains, documentId: string): number {
  let best = 0;
  let sum = 0;
  for (const slot of index.documentOf(documentId)?.slots ?? []) {
    const passage = index.passageAt(slot);
    if (!passage) continue;
    const score = gainIn(passage.counts, passage.titleAt, gains);
    best = Math.max(best, score);
    sum += score;
  }
  return best + shareOfAll * sum;
}

function gainIn(counts: Uint32Array, titleAt: number, { ofWord, wanted }: Gains): number {
  let score = 0;
  for (let at = 0; at < titleAt; at++) {
    const count = counts[at] ?? 0;
    if (wanted[wordOf(count)] !== 1) continue;
    score += ((ofWord[wordOf(count)] ?? 0) * countOf(count)) / (countOf(count) + 1);
  }
  return score;
}
