import { relatedStems } from '../retrieval/related-words.logic.ts';

/** A question by the words that matter in it. */
export interface Asked {
  id: string;
  stems: ReadonlySet<string>;
  gapId: string | null;
}

/** From this share of common words on, two questions ask the same; found on the examples beside this file. */
const same = 0.4;

/**
 * Gives each new question the gap of the known one that is most like it, or makes it the first of a gap of its own. Known
 * ones keep theirs, so a gap keeps its id.
 */
export function gapsFor(fresh: readonly Asked[], known: readonly Asked[]): Map<string, string> {
  const gaps = new Map<string, string>();
  const compared = known.filter(({ gapId }) => gapId !== null);
  for (const asked of fresh) {
    const nearest = nearestTo(asked, compared);
    const gapId = nearest?.gapId ?? asked.id;
    gaps.set(asked.id, gapId);
    compared.push({ ...asked, gapId });
  }
  return gaps;
}

function nearestTo(asked: Asked, others: readonly Asked[]): Asked | null {
  let best: { other: Asked; share: number } | null = null;
  for (const other of others) {
    const share = likeness(asked.stems, other.stems);
    if (share >= same && share > (best?.share ?? 0)) best = { other, share };
  }
  return best?.other ?? null;
}

/** A word that may stand for another one counts in part: "buy" and "purchase". */
const related = 0.7;

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const here = [...one].filter((stem) => !other.has(stem));
  const there = new Set([...other].filter((stem) => !one.has(stem)));
  let common = one.size - here.length;
  for (const stem of here) {
    const match = [...relatedStems([{ word: stem, stem }], 0)].find((each) => there.delete(each));
    if (match !== undefined) common += related;
  }
  const all = one.size + other.size - common;
  return all === 0 ? 0 : common / all;
}

/** The shortest question of a gap that is a sentence names it best. */
export function labelOf(questions: readonly string[]): string {
  const lines = questions.map((question) => question.replace(/\s+/g, ' ').trim());
  const sentences = lines.filter((line) => line.split(' ').length >= 3);
  const [shortest = ''] = (sentences.length > 0 ? sentences : lines).toSorted(
    (one, other) => one.length - other.length,
  );
  return shortest.length <= 120 ? shortest : `${shortest.slice(0, 119).trimEnd()}…`;
}
