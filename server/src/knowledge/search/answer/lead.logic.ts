import { articleAround, type IndexedPassage } from '../index/indexed-passage.logic.ts';
import type { Searchable } from '../index/searchable.logic.ts';
import type { Question } from '../question/shapes.logic.ts';
import { codeGain } from '../ranking/code-sections.logic.ts';
import type { Candidate } from '../ranking/fusion.logic.ts';
import type { RankingResult } from '../ranking/rank.logic.ts';

/**
 * The lead over another article if there is no other. With a lead of 1, a knowledge base of one article answers three of
 * ten questions that have nothing to do with it (server/bench/README.md).
 */
const unknownLead = 0.6;

/** The lead of the section shown over another article, as a share of its score. A copy of its article is no other. */
export function leadOf(index: Searchable, found: RankingResult, shown: Candidate): number {
  const own = slotsOfArticle(index, found, shown);
  const next = found.candidates.find(({ slot }) => !own.has(slot));
  // A code decides which section is first, and says nothing about whether it answers.
  if (next) return Math.max(0, 1 - next.ranked.score / (shown.ranked.score - codeGain * (shown.aboutCode ?? 0)));
  return hasMoreThan(own.size, index, found.question) ? 1 : unknownLead;
}

// With those of its copies: somebody has uploaded a file twice, or to two collections.
function slotsOfArticle(index: Searchable, { candidates }: RankingResult, shown: Candidate): Set<number> {
  const passage = index.passageAt(shown.slot);
  const same = candidates.flatMap(({ slot }) => {
    const other = index.passageAt(slot);
    return passage && other && hasSameWords(passage, other) ? [...articleAround(other.document, slot).slots] : [];
  });
  return new Set(same);
}

const hasSameWords = ({ counts: one }: IndexedPassage, { counts: other }: IndexedPassage): boolean =>
  one.length === other.length && one.toSorted().join() === other.toSorted().join();

function hasMoreThan(passages: number, index: Searchable, { includes }: Question): boolean {
  let all = 0;
  for (const { documentId, slots } of index.documents()) {
    if (!includes || includes(documentId)) all += slots.length;
    if (all > passages) return true;
  }
  return false;
}
