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

/** Of what a sentence says, in idf-weighted words: this share must stand in the section for it to be taken from there. */
const clearShare = 0.6;
/** Beside what is taken from the section stands what was looked up, sent or wished for this customer: it may be twice as much. */
const leastTaken = 1 / 3;
/** What is taken from any other document weighs at most this share of it; otherwise the source is ambiguous. */
const mostElsewhere = 0.5;
/** In nats: "You are welcome, please write again" says nothing that could stand anywhere. */
const leastSaid = 20;

/** The one section that a reply is plainly taken from, or null. `found` is what was found for the words of the reply. */
export function standsIn({ index, found, passages }: Searched): { documentId: string; chunkId: string } | null {
  const { terms, sentences } = found.read;
  const texts = new Map(passages.map((passage) => [passage.id, passage]));
  const sources = found.candidates.flatMap(({ slot, ranked }) => {
    const passage = texts.get(ranked.passageId);
    if (!passage) return [];
    const stem = index.stemFor(index.passageAt(slot)?.document.language ?? 'en');
    const stems = new Set(stemsOf(`${headingOf(passage)} ${passage.text}`, stem));
    return [{ documentId: ranked.documentId, chunkId: ranked.passageId, said: takenFrom(stems, sentences) }];
  });
  const [best] = sources.toSorted((one, other) => other.said - one.said);
  if (!best || best.said < leastSaid || best.said < leastTaken * overlapOf(null, terms)) return null;
  const elsewhere = sources.filter(({ documentId }) => documentId !== best.documentId);
  return elsewhere.some(({ said }) => said > mostElsewhere * best.said)
    ? null
    : { documentId: best.documentId, chunkId: best.chunkId };
}

/** What the sentences that stand in a section say together; a word that several of them have counts once. */
function takenFrom(stems: ReadonlySet<string>, sentences: readonly (readonly Term[])[]): number {
  const taken = sentences.filter((sentence) => {
    const terms = [...new Set(sentence)];
    return overlapOf(stems, terms) >= clearShare * overlapOf(null, terms);
  });
  return overlapOf(null, [...new Set(taken.flat())]);
}
