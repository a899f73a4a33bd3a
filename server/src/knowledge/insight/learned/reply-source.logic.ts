import { overlapOf } from '../../search/question/overlap.logic.ts';
import { headingOf } from '../../library/passages/segment.logic.ts';
import type { RankingResult } from '../../search/ranking/rank.logic.ts';
import type { Searchable } from '../../search/index/searchable.logic.ts';
import type { Passage } from '../../library/passages/passage.logic.ts';
import type { Term } from '../../search/question/term.logic.ts';
import { stemsOf } from '../../../platform/text/tokens.logic.ts';

interface Searched {
  index: Searchable;
  found: RankingResult;
  passages: readonly Passage[];
}

/** A sentence counts as taken from a section that contains this share of its idf-weighted words. */
const clearShare = 0.6;
/**
 * The least share of the reply that is taken from the section. The rest, up to twice as much, may be specific to this
 * customer.
 */
const leastTaken = 1 / 3;
/** If another document covers more than this share of what the section covers, the source is ambiguous. */
const mostElsewhere = 0.5;
/** In nats: replies such as "You are welcome, please write again" have too little content to have a source. */
const leastWeight = 20;

/** The one section that a reply is clearly taken from, or null. `found` is the search result for the text of the reply. */
export function standsIn({ index, found, passages }: Searched): { documentId: string; chunkId: string } | null {
  const { terms, sentences } = found.read;
  const texts = new Map(passages.map((passage) => [passage.id, passage]));
  const sources = found.candidates.flatMap(({ slot, ranked }) => {
    const passage = texts.get(ranked.passageId);
    if (!passage) return [];
    const stem = index.stemFor(index.passageAt(slot)?.document.language ?? 'en');
    const stems = new Set(stemsOf(`${headingOf(passage)} ${passage.text}`, stem));
    return [{ documentId: ranked.documentId, chunkId: ranked.passageId, weight: takenFrom(stems, sentences) }];
  });
  const [best] = sources.toSorted((one, other) => other.weight - one.weight);
  if (!best || best.weight < leastWeight || best.weight < leastTaken * overlapOf(null, terms)) return null;
  const elsewhere = sources.filter(({ documentId }) => documentId !== best.documentId);
  return elsewhere.some(({ weight }) => weight > mostElsewhere * best.weight)
    ? null
    : { documentId: best.documentId, chunkId: best.chunkId };
}

/** The total weight of the sentences taken from a section; a word in several of them counts once. */
function takenFrom(stems: ReadonlySet<string>, sentences: readonly (readonly Term[])[]): number {
  const taken = sentences.filter((sentence) => {
    const terms = [...new Set(sentence)];
    return overlapOf(stems, terms) >= clearShare * overlapOf(null, terms);
  });
  return overlapOf(null, [...new Set(taken.flat())]);
}
