import { relatedStems } from '../../search/text/related-words.logic.ts';

/** Titles made alike for different things: "Gold Account: fees" and "Silver Account: fees" may differ in everything. */
export const siblings = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => {
  const common = shared(one, other);
  if (common < Math.min(one.size, other.size)) return common >= 3 && alike(one, other) >= 0.5;
  return common > 0 && [...one, ...other].some((stem) => tiers.has(stem) && one.has(stem) !== other.has(stem));
};

// Of "Gold" and "Gold Plus" one has a name that says more.
const tiers = new Set('plus pro premium elit ultra max mini lite deluxe enterpris busi'.split(' '));

/** One is about one alternative and the other about another: annual and monthly plans may differ. */
export function alternatives(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return kinds.some((kind) => {
    const here = kind.filter((names) => names.some((name) => some.has(name)));
    const there = kind.filter((names) => names.some((name) => others.has(name)));
    return here.length > 0 && there.length > 0 && here.every((each) => !there.includes(each));
  });
}

// Alternatives are separated by a bar, names of the same one by a blank.
const kinds = [
  'annual annually yearly year | monthly | weekly | daily | quarterly | lifetime',
  'express | standard | economy | priority overnight',
  'domestic national | international abroad overseas',
  'free | basic starter | plus | pro professional | premium | business | enterprise | team',
  'adult adults | child children kids | student students | senior seniors',
  'email mail | phone telephone call | chat | post letter',
  'card cards | paypal | invoice | cash | transfer',
  'first initial | second | third | fourth | last | further additional subsequent following',
  'minimum least | maximum most',
  'personal private | business corporate commercial',
  'checking | savings',
  'debit | credit | prepaid',
  'deposit deposits | withdrawal withdrawals',
  'incoming | outgoing',
  'opened unsealed used | unopened sealed unused new',
  'online web app | desk desks counter counters kiosk',
  'upgrade upgrades | downgrade downgrades',
  'open opens opening | close closes closing',
  'start starts begin begins | end ends finish finishes',
  'ios iphone ipad | android | windows | mac macos | linux',
  'germany | austria | switzerland | france | spain | italy | poland | netherlands | belgium | uk britain | us usa | canada | australia | japan',
].map((kind) => kind.split('|').map((names) => names.trim().split(' ')));

/** A document by its title and what it says: stems, and the title as it is written. */
interface Titled {
  name: string;
  title: ReadonlySet<string>;
  said: ReadonlySet<string>;
}

/**
 * Titles of one form with another word in one place, each about its own: "Flex fare" and "Classic fare", "Lisbon airport" and
 * "Vienna airport". Words that may stand for each other make no such pair.
 */
export function slotted(one: Titled, other: Titled): boolean {
  const [words, others] = [one, other].map(({ name }) => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  if (!words || !others || words.length !== others.length || words.length < 2) return false;
  if (words.filter((word, at) => word !== others[at]).length !== 1) return false;
  const own = [...one.title].filter((stem) => !other.title.has(stem));
  const theirs = [...other.title].filter((stem) => !one.title.has(stem));
  const isApart = own.every((stem) => !other.said.has(stem)) && theirs.every((stem) => !one.said.has(stem));
  return isApart && !own.some((stem) => theirs.some((each) => relatedStems([{ word: stem, stem }], 0).has(each)));
}

function shared(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let count = 0;
  for (const each of some) if (others.has(each)) count++;
  return count;
}

export function alike(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const common = shared(some, others);
  const all = some.size + others.size - common;
  return all === 0 ? 0 : common / all;
}
