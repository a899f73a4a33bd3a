import { overlapOf } from '../retrieval/overlap.logic.ts';
import { headingOf } from '../retrieval/segment.logic.ts';
import type { Found } from '../retrieval/search.logic.ts';
import type { Searchable } from '../retrieval/searchable.logic.ts';
import type { Passage } from '../retrieval/shapes.logic.ts';
import { tokensOf } from '../retrieval/tokens.logic.ts';

interface Searched {
  index: Searchable;
  found: Found;
  passages: readonly Passage[];
}

/** Of what the reply says, in idf-weighted words: this share must stand in the section … */
const clearShare = 0.6;
/** … and so much more of it than in a section of any other document. */
const clearLead = 0.15;
/** In nats: "You are welcome, please write again" says nothing that could stand anywhere. */
const leastSaid = 20;

/** The one section that a reply is plainly taken from, or null. `found` is what was found for the words of the reply. */
export function standsIn({ index, found, passages }: Searched): { documentId: string; chunkId: string } | null {
  const said = overlapOf(null, found.read.terms);
  if (said < leastSaid) return null;
  const texts = new Map(passages.map((passage) => [passage.id, passage]));
  const held = found.candidates.flatMap(({ slot, ranked }) => {
    const passage = texts.get(ranked.passageId);
    if (!passage) return [];
    const stem = index.stemFor(index.passageAt(slot)?.document.language ?? 'en');
    const stems = new Set(tokensOf(`${headingOf(passage)} ${passage.text}`, stem).map((token) => token.stem));
    const share = overlapOf(stems, found.read.terms) / said;
    return [{ documentId: ranked.documentId, chunkId: ranked.passageId, share }];
  });
  const [best] = held.toSorted((one, other) => other.share - one.share);
  if (!best || best.share < clearShare) return null;
  const others = held.filter(({ documentId }) => documentId !== best.documentId);
  const next = Math.max(0, ...others.map(({ share }) => share));
  return best.share - next < clearLead ? null : { documentId: best.documentId, chunkId: best.chunkId };
}
