import type { Claim, Part } from '../claims/claim.logic.ts';
import { differ, type Value } from '../values/value.logic.ts';
import { alternatives, siblings } from './alternatives.logic.ts';
import { alike, coverage, doing, shared, telling, weightOf } from './similarity.logic.ts';
import words from './words.json' with { type: 'json' };

/**
 * Whether two claims are about the same and cannot both hold: their values exclude each other, or one denies what the other says.
 * Meant to be rather silent than wrong, since people look at each.
 */
export function contradict(one: Claim, other: Claim): boolean {
  if (!mayDisagree(one, other) || apart(one, other)) return false;
  if (excludes(one, other) || excludes(other, one)) return true;
  if (beginApart(one, other)) return false;
  if (one.denies === other.denies || [one, other].every(tellsHours)) return valuesExclude(one, other);
  return one.denies ? denied(one, other) : denied(other, one);
}

/**
 * The same for two sentences of one document, which sets cases apart on purpose: rows and items under one heading differ, and
 * so does what holds under a condition.
 */
export function contradictNearby(one: Claim, other: Claim): boolean {
  if (!mayDisagree(one, other) || isCase(one.quote) || isCase(other.quote)) return false;
  // Under one heading people explain, step by step, and do not say the opposite.
  if (one.under === other.under && (one.heading.size > 0 || one.isItem || other.isItem)) return false;
  if ((one.isItem && other.isItem) || weightOf(one.subject.intersection(other.subject)) < 1) return false;
  return alike(one.subject, other.subject) >= 0.3 && contradict(one, other);
}

/**
 * Whether there is no doubt that both are about the same: both are sentences, and neither is hedged, holds in a case, or names a plan,
 * a place or a customer that the other does not name. A cell of a price list may be a price of something else.
 */
export function isCertain(one: Claim, other: Claim): boolean {
  const isPlain = ({ quote, labels, condition }: Claim) =>
    labels.length === 0 && condition.size === 0 && !isCase(quote) && !hedged.test(quote);
  const names = (some: Claim, others: Claim) => [...some.names].every((name) => others.words.has(name));
  if (!isPlain(one) || !isPlain(other) || !names(one, other) || !names(other, one)) return false;
  return Math.min(coverage(one.subject, other.context), coverage(other.subject, one.context)) >= 0.5;
}

const hedged =
  /\b(?:up to|about|around|approximately|roughly|usually|normally|typically|often|sometimes|some|selected|ca\.|etwa|rund|bis zu|meist|environ|normalement|alrededor)\b/i;
const isCase = (sentence: string): boolean =>
  /\b(?:if|unless|except|otherwise|instead|when|once|however|but|while|members?|wenn|falls|außer|sonst|jedoch|aber|si|sauf|sinon|mais|excepto|salvo|pero)\b/i.test(
    sentence,
  );

const valuesOf = ({ parts }: Claim): Value[] => parts.flatMap(({ values }) => values);
const tellsHours = (claim: Claim): boolean => valuesOf(claim).some(({ kind }) => kind === 'opens' || kind === 'closes');

/** Asked first, being quickest: a long document has millions of pairs. */
const mayDisagree = (one: Claim, other: Claim): boolean =>
  one.denies !== other.denies ||
  (one.only === null) !== (other.only === null) ||
  differ(valuesOf(one), valuesOf(other));

/** Their qualifiers differ: two plans, products, places, rows of tables, or guides with a step each. */
function apart(one: Claim, other: Claim): boolean {
  const namesMore = (some: Claim, others: Claim) => [...some.names].some((name) => !others.words.has(name));
  const speaksOf = (some: Claim, others: Claim) =>
    others.labels.every((label) => label.size > 0 && coverage(label, some.context) >= 0.5);
  if (alternatives(one.words, other.words) || siblings(one.title, other.title)) return true;
  if (namesMore(one, other) && namesMore(other, one)) return true;
  if (!speaksOf(one, other) || !speaksOf(other, one)) return true;
  if ((one.refers || other.refers) && alike(one.title, other.title) < 0.6) return true;
  return isStep(one) && isStep(other) && alike(one.context, other.context) < 0.6;
}

/** How long something is pressed or waited for belongs to the guide that says so. */
const isStep = ({ quote }: Claim): boolean =>
  /\b(?:press|hold|unplug|wait|push|tap|keep holding|restart|drücken|halten|warten)\b/i.test(quote) &&
  /\b(?:seconds?|minutes?|sec|min|s|sekunden?|minuten?)\b/i.test(quote);

/** Each begins with something that the other does not speak of: gates that close, and a check-in that does. */
function beginApart(one: Claim, other: Claim): boolean {
  const isOwn = (some: Claim, others: Claim) => {
    const [head] = telling(some.subject);
    return head !== undefined && coverage(new Set([head]), others.context) === 0;
  };
  if (isOwn(one, other) && isOwn(other, one)) return true;
  // What shares hardly a word is about what its heading asks.
  const common = telling(one.subject).intersection(telling(other.subject)).size;
  return common < 2 && one.heading.size > 0 && other.heading.size > 0 && alike(one.heading, other.heading) < 0.5;
}

const valuesExclude = (one: Claim, other: Claim): boolean =>
  isStep(one) === isStep(other) &&
  differ(valuesOf(one), valuesOf(other)) &&
  one.parts.some((part) =>
    other.parts.some(
      (theirs) =>
        differ(part.values, theirs.values) &&
        inTheSameCase(one, part, other, theirs) &&
        isSame(one, part, other, theirs),
    ),
  );

/** What holds in a case that the other says nothing of is an exception; and times may count from something else. */
function inTheSameCase(one: Claim, part: Part, other: Claim, theirs: Part): boolean {
  if (coverage(part.condition, other.context) < 0.55 || coverage(theirs.condition, one.context) < 0.55) return false;
  if (part.since.size === 0 || theirs.since.size === 0) return true;
  return Math.max(coverage(part.since, theirs.since), coverage(theirs.since, part.since)) >= 0.5;
}

/** Whether values are of the same: most of what either says of them, in its piece or all of it, the other says or has around it. */
function isSame(one: Claim, part: Part, other: Claim, theirs: Part): boolean {
  const areWays = [part, theirs].every(({ values }) => values.some(({ kind }) => kind === 'contact'));
  if (areWays && telling(one.context).size + telling(other.context).size === 0) return true;
  if (isOf('path', part, theirs) && !leadTheSame(one, other)) return false;
  if (isOf('time', part, theirs) && !doTheSame(part, theirs)) return false;
  const [ours, others] = [telling(part.subject), telling(theirs.subject)];
  if (ours.size > 0 && ours.symmetricDifference(others).size === 0 && !setApart(one, other)) return true;
  const readings = (claim: Claim, { subject }: Part) => [
    subject,
    claim.subject,
    ...(areWays || weightOf(claim.subject) < 1 ? [claim.context] : []),
  ];
  return readings(one, part).some((here) =>
    readings(other, theirs).some((there) => {
      const covered = [coverage(here, other.context), coverage(there, one.context)];
      const [less, more] = [Math.min(...covered), Math.max(...covered)];
      const common = shared(here, there);
      if (common < 0.8) return false;
      return common < 1.3 ? less >= 0.65 : less >= 0.5 || (common >= 2 && more >= 0.8 && less >= 0.33);
    }),
  );
}

const isOf = (unit: string, ...parts: Part[]): boolean =>
  parts.every(({ values }) => values.some((value) => value.unit === unit));

// "The history shows 7 days", "The history is kept for 90 days".
function doTheSame({ subject }: Part, { subject: theirs }: Part): boolean {
  const [does, others] = [doing(subject), doing(theirs)];
  return does.size === 0 || others.size === 0 || shared(does, others) > 0;
}

/** Ways through menus lead to what the sentence says, or, where it only says how to walk, to what its heading asks. */
function leadTheSame(one: Claim, other: Claim): boolean {
  const goalOf = ({ subject, heading, title }: Claim) => {
    const said = subject.difference(walking);
    if (said.size > 0) return said;
    return heading.size > 0 ? heading : title;
  };
  const [here, there] = [goalOf(one), goalOf(other)];
  return here.isSubsetOf(there) || there.isSubsetOf(here);
}

const walking = new Set(words.walking.split(' '));

// "Delivery takes 3 days" under "Sofas" and under "Parcels". One of both may well be said of all.
function setApart(one: Claim, other: Claim): boolean {
  const alone = (some: Claim, others: Claim) =>
    coverage(telling(some.context.difference(some.subject)), others.context) < 0.5;
  return alone(one, other) && alone(other, one);
}

/** Whether one denies what the other says. What holds in one case and not in another is no contradiction; what holds in a case and never, is. */
function denied(no: Claim, yes: Claim): boolean {
  if ((no.isItem || yes.isItem) && no.labels.length + yes.labels.length === 0 && !isRule.test(no.quote)) return false;
  if (instruction.test(yes.quote) || !verb.test(yes.quote) || coverage(no.condition, yes.context) < 0.95) return false;
  const [ofNo, ofYes] = [coverage(no.main, yes.context), coverage(yes.main, no.context)];
  if (shared(no.main, yes.main) < (isRule.test(no.quote) && isRule.test(yes.quote) ? 1 : 1.2)) return false;
  return (ofNo >= 0.95 && ofYes >= 0.4) || Math.min(ofNo, ofYes) >= 0.75 || (ofYes >= 0.95 && anyTime.test(yes.quote));
}

const anyTime = /\b(?:always|any ?time|whenever|jederzeit|immer)\b/i;
const isRule = /\b(?:allow|permit|forbid|prohibit|includ|accept|support|may\b|must\b)/i;
// Instructions and mere lists affirm nothing that could be denied: "Take the valve off", "Payment by card".
const instruction =
  /\bplease\b|^(?:[^:.]{1,40}: )?(?:take|pull|put|push|press|hold|open|close|choose|check|remove|move|wait|reset|unplug|switch|sign in|add|go to|look|enter|ask)\b/i;
const verb =
  /\b(?:is|are|be|can|may|must|will|has|have|need|we|you|they|yes|ja|sind|ist|wird|darf|gibt|kann|können|est|sont|es|son|\p{L}{2,}(?:s|en|ed))\b/iu;

/** One says that it holds for these alone; the other gives it to all, to another role, leaves the choice, or does without. */
function excludes({ only, subject }: Claim, other: Claim): boolean {
  if (!only || other.only) return false;
  const rest = subject.difference(only.stems);
  if (weightOf(rest) < 1 || coverage(rest, other.context) < 0.8 || shared(rest, other.subject) < 1) return false;
  const [said, quote] = [only.words.toLowerCase(), other.quote.toLowerCase()];
  const at = quote.indexOf(said);
  if (givesToAll.test(quote)) return true;
  if (at >= 0)
    return (
      /^(?:,[^.;]*)?\s+or\b/.test(quote.slice(at + said.length)) ||
      /\b(?:without|no|or)(?: (?:by|an?|the|any|your))? $/.test(quote.slice(0, at))
    );
  const role = /^(?:the |an? )?(\p{L}+?)s? (?:can|may|are allowed to)\b/u.exec(quote)?.[1];
  return role !== undefined && roles.has(role) && roles.has(said.split(' ').at(-1)?.replace(/s$/, '') ?? '');
}

const givesToAll = /^(?:every|any|all|anyone|anybody|everyone|everybody|both|each)\b/;
const roles = new Set(words.roles.split(' '));
