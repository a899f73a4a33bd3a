import { blocksOf } from './blocks.logic.ts';
import type { Candidate } from './fusion.logic.ts';
import { heldBy } from './overlap.logic.ts';
import type { Found } from './search.logic.ts';
import type { Searchable } from './searchable.logic.ts';
import type { Term } from './term.logic.ts';
import { tokensOf } from './tokens.logic.ts';

/** So many passages, best first, are read again: those that a reader would look at. */
export const rereadDepth = 10;

/** What holding the question in one sentence is worth beside the other scores; the table is in server/bench/README.md. */
const sentenceWeight = 0.6;

/**
 * Ranks the first passages again, now with their texts: what the best sentence of each holds of the question is one more
 * max-normalised score. Counts of words cannot tell a passage that says it from one that mentions its words here and there.
 */
export function reread(index: Searchable, found: Found, texts: ReadonlyMap<string, string>): Found {
  const head = found.candidates.slice(0, rereadDepth);
  const held = head.map((candidate) => bestSentence(index, found, { candidate, texts }));
  const most = Math.max(Number.EPSILON, ...held);
  const again = head.map((candidate, at) => raised(candidate, (sentenceWeight * (held[at] ?? 0)) / most));
  const candidates = [...again.sort(byScore), ...found.candidates.slice(rereadDepth)];
  return { ...found, candidates, ranked: candidates.map(({ ranked }) => ranked) };
}

function bestSentence(
  index: Searchable,
  { read }: Found,
  { candidate, texts }: { candidate: Candidate; texts: ReadonlyMap<string, string> },
): number {
  const text = texts.get(candidate.ranked.passageId) ?? '';
  const stem = index.stemFor(index.passageAt(candidate.slot)?.document.language ?? 'en');
  const units = blocksOf(text).flatMap((block) => block.units);
  const scores = units.map(({ start, end }) => {
    const stems = new Set(tokensOf(text.slice(start, end), stem).map((token) => token.stem));
    return weightHeld(stems, read.terms);
  });
  return Math.max(0, ...scores);
}

function weightHeld(stems: ReadonlySet<string>, terms: readonly Term[]): number {
  let sum = 0;
  for (const term of terms) sum += term.weight * term.idf * heldBy(stems, term);
  return sum;
}

function raised(candidate: Candidate, by: number): Candidate {
  return { ...candidate, ranked: { ...candidate.ranked, score: candidate.ranked.score + by } };
}

// Never below the others, whose scores are not raised; equal scores are ordered as `fuse` does it.
function byScore({ ranked: one }: Candidate, { ranked: other }: Candidate): number {
  return other.score - one.score || (one.passageId < other.passageId ? -1 : 1);
}
