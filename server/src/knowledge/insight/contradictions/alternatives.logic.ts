import { alike } from './similarity.logic.ts';
import words from './words.json' with { type: 'json' };

type Words = ReadonlySet<string>;

// Alternatives are separated by a bar, names of the same one by a blank.
const kinds = words.alternatives.map((kind) => kind.split('|').map((names) => names.trim().split(' ')));
const tiers = new Set(words.tiers.split(' '));

/** One is about one alternative and the other about another: annual and monthly plans may differ. */
export function alternatives(some: Words, others: Words): boolean {
  return kinds.some((kind) => {
    const here = kind.filter((names) => names.some((name) => some.has(name)));
    const there = kind.filter((names) => names.some((name) => others.has(name)));
    return here.length > 0 && there.length > 0 && here.every((each) => !there.includes(each));
  });
}

/** Titles made alike for different things: "Gold Account: fees" and "Silver Account: fees" may differ in everything. */
export function siblings(one: Words, other: Words): boolean {
  const common = one.intersection(other).size;
  if (common < Math.min(one.size, other.size)) return common >= 3 && alike(one, other) >= 0.5;
  // Of "Gold" and "Gold Plus" one has a name that says more.
  return common > 0 && [...one.symmetricDifference(other)].some((stem) => tiers.has(stem));
}
