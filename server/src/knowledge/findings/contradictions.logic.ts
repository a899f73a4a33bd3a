import type { Claim } from './claims.logic.ts';
import { differ } from './values.logic.ts';

/**
 * Whether two claims are about the same and cannot both hold: their values differ, or one denies what the other says. Meant
 * to be rather silent than wrong, since people look at each.
 */
export function contradict(one: Claim, other: Claim): boolean {
  const bothTell = one.values.length > 0 && other.values.length > 0;
  const denied = one.denies !== other.denies && one.values.length === 0 && other.values.length === 0;
  // First what is quickest: a long document has millions of pairs.
  if (!denied && !(bothTell && differ(one.values, other.values))) return false;
  if (alternatives(one.words, other.words) || siblings(one.title, other.title)) return false;
  if (isStep(one) && isStep(other) && alike(one.context, other.context) < 0.6) return false;
  return denied ? sameStatement(one, other) : sameSubject(one, other);
}

/**
 * The same for two sentences of one document, which sets cases apart on purpose: rows and items under one heading differ, and
 * so does what holds under a condition.
 */
export function contradictNearby(one: Claim, other: Claim): boolean {
  if (one.under === other.under && (one.isItem || other.isItem)) return false;
  if (isConditional(one.quote) || isConditional(other.quote)) return false;
  return contradict(one, other);
}

const isConditional = (sentence: string) =>
  /\b(?:if|unless|except|otherwise|instead|when|once|however|but|while|members?|wenn|falls|außer|sonst|jedoch|aber|si|sauf|sinon|mais|excepto|salvo|pero)\b/i.test(
    sentence,
  );

/**
 * Shares of common stems, found on the examples beside this file: sentences that share half of their words and at least
 * three of them, or one of which adds nothing; short ones only with the same words around them.
 */
function sameSubject(one: Claim, other: Claim): boolean {
  const common = shared(one.subject, other.subject);
  const likeness = alike(one.subject, other.subject);
  if (telling(one.subject, other.subject) < 2) return around(one, other);
  if (common >= 3 && likeness >= 0.5) return true;
  if (common >= 2 && likeness >= 0.6) return true;
  const within = common === Math.min(one.subject.size, other.subject.size);
  if (common >= 2 && within && likeness >= 0.5) return true;
  return around(one, other);
}

/** A sentence that says little by itself is about what stands around it. */
function around(one: Claim, other: Claim): boolean {
  const within = shared(one.subject, other.subject) === Math.min(one.subject.size, other.subject.size);
  return within && shared(one.context, other.context) >= 2 && alike(one.context, other.context) >= 0.6;
}

// Every guide has a link that is valid, a mail that is sent and a button: which one is meant, its heading says.
const things = new Set(
  'link code email mail messag app owner page button light file screen list step end get sent send valid'.split(' '),
);
const telling = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...some].filter((stem) => others.has(stem) && !things.has(stem)).length;

/** A step of a guide: how long something is held or waited for belongs to that guide. */
const isStep = ({ quote }: Claim): boolean =>
  /\b(?:press|hold|unplug|wait|push|tap|keep holding|let go|restart|drücken|halten|warten)\b/i.test(quote) &&
  /\b(?:seconds?|minutes?|sec|min|s|sekunden?|minuten?)\b/i.test(quote);

// What holds in one case and not in another is no contradiction; what holds in one case and never, is.
// And an item of a list may be a case itself: "The customer cannot be identified".
const sameStatement = (one: Claim, other: Claim): boolean =>
  !one.isItem &&
  !other.isItem &&
  !(one.isConditional && other.isConditional) &&
  telling(one.main, other.main) >= 2 &&
  alike(one.main, other.main) >= 0.75;

function shared(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let count = 0;
  for (const each of some) if (others.has(each)) count++;
  return count;
}

function alike(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const common = shared(some, others);
  const all = some.size + others.size - common;
  return all === 0 ? 0 : common / all;
}

/** Titles made alike for different things: "Gold Account: fees" and "Silver Account: fees" may differ in everything. */
const siblings = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => {
  const common = shared(one, other);
  if (common < Math.min(one.size, other.size)) return common >= 3 && alike(one, other) >= 0.5;
  return common > 0 && [...one, ...other].some((stem) => tiers.has(stem) && one.has(stem) !== other.has(stem));
};

// Of "Gold" and "Gold Plus" one has a name that says more.
const tiers = new Set('plus pro premium elit ultra max mini lite deluxe enterpris busi'.split(' '));

/** One is about one alternative and the other about another: annual and monthly plans may differ. */
function alternatives(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
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
  'weekday weekdays | weekend weekends',
  'monday mondays | tuesday tuesdays | wednesday wednesdays | thursday thursdays | friday fridays | saturday saturdays | sunday sundays',
  'email mail | phone telephone call | chat | post letter',
  'card cards | paypal | invoice | cash | transfer',
  'first | second | third | fourth | last',
  'minimum least | maximum most',
  'personal private | business corporate commercial',
  'checking | savings',
  'debit | credit | prepaid',
  'deposit deposits | withdrawal withdrawals',
  'incoming | outgoing',
  'opened unsealed used | unopened sealed unused new',
  'upgrade upgrades | downgrade downgrades',
  'open opens opening | close closes closing',
  'ios iphone ipad | android | windows | mac macos | linux',
  'germany | austria | switzerland | france | spain | italy | poland | netherlands | belgium | uk britain | us usa | canada | australia | japan',
].map((kind) => kind.split('|').map((names) => names.trim().split(' ')));
