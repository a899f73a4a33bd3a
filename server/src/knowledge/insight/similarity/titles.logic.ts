import { onlyWords } from '../../../platform/text/plain-words.logic.ts';
import { alike, coverage } from './similarity.logic.ts';
import words from './words.json' with { type: 'json' };

type TitleWords = ReadonlySet<string>;

// A bar separates alternatives, a blank separates names of the same alternative.
const kinds = words.alternatives.map((kind) => kind.split('|').map((names) => names.trim().split(' ')));
const tiers = new Set(words.tiers.split(' '));

/** The alternatives that a text names, by their kind: which plan, and which period. */
export type Alternatives = ReadonlyMap<number, readonly number[]>;

/** Each name's alternative and its kind. A name may be of several. */
const named = new Map<string, { kind: number; alternative: number }[]>();
for (const [kind, alternatives] of kinds.entries())
  for (const [alternative, names] of alternatives.entries())
    for (const name of names) named.set(name, [...(named.get(name) ?? []), { kind, alternative }]);

export function alternativesIn(some: TitleWords): Alternatives {
  const found = new Map<number, number[]>();
  for (const word of some)
    for (const { kind, alternative } of named.get(word) ?? [])
      found.set(kind, [...(found.get(kind) ?? []), alternative]);
  return found;
}

/** Whether each is about a different alternative: annual and monthly plans may differ. */
export const areAlternatives = (some: Alternatives, others: Alternatives): boolean =>
  [...some].some(([kind, here]) => {
    const there = others.get(kind);
    return there !== undefined && here.every((each) => !there.includes(each));
  });

/**
 * Whether similar titles are for different things: "Gold Account: fees" and "Silver Account: fees" may differ in
 * everything.
 */
export function siblings(one: TitleWords, other: TitleWords): boolean {
  const common = one.intersection(other).size;
  if (common < Math.min(one.size, other.size)) return common >= 3 && alike(one, other) >= 0.5;
  // "Gold Plus" is a different thing from "Gold", although it contains its name.
  return common > 0 && [...one.symmetricDifference(other)].some((stem) => tiers.has(stem));
}

/** A document: its title as written, and the stems of its title and its text. */
interface Titled {
  name: string;
  title: TitleWords;
  text: TitleWords;
}

/**
 * Whether two titles differ in exactly one word and each document is about its own: "Flex fare" and "Classic fare", "Lisbon
 * airport" and "Vienna airport". Related words make no such pair.
 */
export function slotted(one: Titled, other: Titled): boolean {
  const [words, others] = [one, other].map(({ name }) => onlyWords(name.toLowerCase()).split(' '));
  if (!words || !others || words.length !== others.length || words.length < 2) return false;
  if (words.filter((word, at) => word !== others[at]).length !== 1) return false;
  const [own, theirs] = [one.title.difference(other.title), other.title.difference(one.title)];
  return own.isDisjointFrom(other.text) && theirs.isDisjointFrom(one.text) && coverage(own, theirs) === 0;
}
