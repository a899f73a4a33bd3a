import type { Claim, ClaimPart } from '../claims/claim.logic.ts';
import { differ } from '../values/value.logic.ts';
import { alike, coverage, shared, distinctive, weightOf } from '../similarity/similarity.logic.ts';
import { areAlternatives, siblings } from '../similarity/titles.logic.ts';
import words from './words.json' with { type: 'json' };

const anyOf = (some: string): RegExp => new RegExp(`(?<!\\p{L})(?:${some})(?!\\p{L})`, 'iu');
const [hedged, isCase, verb] = [anyOf(words.hedges), anyOf(words.cases), anyOf(words.verbs)];
const [rule, anyTime, all] = [anyOf(words.rules), anyOf(words['any time']), anyOf(words.all)];
const [presses, lasts] = [anyOf(words.steps), anyOf(words['short times'])];
const choice = /\b(?:without|no|or)(?: (?:by|an?|the|any|your))? \||\|(?:,[^.;]*)?\s+or\b/;
const [walking, roles] = [new Set(words.walking.split(' ')), new Set(words.roles.split(' '))];

/**
 * Whether two claims are about the same thing and cannot both be true: their values exclude each other, or one denies the
 * other. Prefers silence to a false alarm, because people check every finding. The shares and weights were found on help
 * centres (server/bench/bases).
 */
export function contradict(one: Claim, other: Claim): boolean {
  if (!mayDisagree(one, other) || apart(one, other)) return false;
  if (excludes(one, other) || excludes(other, one)) return true;
  if (beginApart(one, other)) return false;
  if (one.denies === other.denies) return valuesExclude(one, other);
  return one.denies ? denied(one, other) : denied(other, one);
}

/**
 * The same for two sentences of one document. A document distinguishes cases on purpose: rows and items under one heading
 * differ, and so do statements under a condition.
 */
export function contradictNearby(one: Claim, other: Claim): boolean {
  if (!mayDisagree(one, other) || isCase.test(one.quote) || isCase.test(other.quote)) return false;
  // Text under one heading explains step by step and seldom contradicts itself.
  if (one.under === other.under && (one.heading.size > 0 || one.isItem || other.isItem)) return false;
  return !(one.isItem && other.isItem) && alike(one.subject, other.subject) >= 0.3 && contradict(one, other);
}

/**
 * Whether both claims are certainly about the same thing: both are sentences, and neither is hedged, holds only in a case,
 * or names a plan, a place or a customer that the other does not name. A cell of a price list may be the price of something
 * else.
 */
export function isCertain(one: Claim, other: Claim): boolean {
  const isPlain = ({ quote, labels, condition }: Claim) =>
    labels.length === 0 && condition.size === 0 && !isCase.test(quote) && !hedged.test(quote);
  const isNamed = one.names.isSubsetOf(other.words) && other.names.isSubsetOf(one.words);
  if (!isPlain(one) || !isPlain(other) || !isNamed) return false;
  return Math.min(coverage(one.subject, other.context), coverage(other.subject, one.context)) >= 0.5;
}

/** The fastest check, so it comes first: a long document has millions of pairs. */
const mayDisagree = (one: Claim, other: Claim): boolean =>
  one.denies !== other.denies || (one.only ?? other.only) !== null || differ(one.values, other.values);

/** Whether their qualifiers differ: plans, products, places, table rows, the referents of "it", or guides with a step each. */
function apart(one: Claim, other: Claim): boolean {
  if (areAlternatives(one.alternatives, other.alternatives) || siblings(one.title, other.title)) return true;
  if (!one.names.isSubsetOf(other.words) && !other.names.isSubsetOf(one.words)) return true;
  const lacks = ({ labels }: Claim, { context }: Claim) =>
    labels.some((label, at) => label.size === 0 || coverage(label, context) < (at === 0 ? 0.55 : 0.5));
  if (lacks(one, other) || lacks(other, one)) return true;
  if ((one.refers || other.refers) && alike(one.title, other.title) < 0.6) return true;
  return isStep(one) && isStep(other) && alike(one.context, other.context) < 0.6;
}

/** Whether it is a step that says how long to press or wait, which only applies within its guide. */
const isStep = ({ quote }: Claim): boolean => presses.test(quote) && lasts.test(quote);

/**
 * Whether each begins with a subject that the other does not mention, or they share hardly a word and their headings ask
 * different things.
 */
function beginApart(one: Claim, other: Claim): boolean {
  const isOwn = ([head]: Set<string>, { context }: Claim) =>
    head !== undefined && coverage(new Set([head]), context) === 0;
  const [here, there] = [distinctive(one.subject), distinctive(other.subject)];
  if (isOwn(here, other) && isOwn(there, one)) return true;
  const areShort = here.intersection(there).size < 2 && one.heading.size > 0 && other.heading.size > 0;
  return areShort && alike(one.heading, other.heading) < 0.5;
}

const valuesExclude = (one: Claim, other: Claim): boolean =>
  isStep(one) === isStep(other) &&
  differ(one.values, other.values) &&
  one.parts.some((part) => other.parts.some((theirs) => areOfOne([one, part], [other, theirs])));

/** Whether differing values belong to the same thing: each sentence or its context covers most of the other sentence. */
function areOfOne([one, part]: [Claim, ClaimPart], [other, theirs]: [Claim, ClaimPart]): boolean {
  if (!differ(part.values, theirs.values)) return false;
  // A condition that the other does not mention makes an exception; and times may count from different events.
  if (coverage(part.condition, other.context) < 0.55 || coverage(theirs.condition, one.context) < 0.55) return false;
  if (Math.max(coverage(part.since, theirs.since), coverage(theirs.since, part.since)) < 0.5) return false;
  const areOf = (unit: string) => [part, theirs].every(({ values }) => values.some((value) => value.unit === unit));
  if (areOf('path') && !leadTheSame(one, other)) return false;
  if ((areOf('phone') || areOf('mail')) && distinctive(one.context.union(other.context)).size === 0) return true;
  const ours = distinctive(part.subject);
  // "It is valid for 24 hours" refers to the subject of the document.
  const isOfTitle = alike(one.title, other.title) >= 0.6 && coverage(part.subject, theirs.subject) >= 0.5;
  if (ours.symmetricDifference(distinctive(theirs.subject)).size === 0 && (ours.size > 0 || isOfTitle)) return true;
  const [here, there] = [subjectOf(one), subjectOf(other)];
  const covered = [coverage(here, other.context), coverage(there, one.context)];
  const [less, more, common] = [Math.min(...covered), Math.max(...covered), shared(here, there)];
  if (common < 1.3) return common >= 0.8 && less >= 0.65;
  return less >= 0.5 || (common >= 2 && less >= 0.33 && more >= 0.8);
}

const subjectOf = ({ subject, context }: Claim) => (weightOf(subject) < 1 ? context : subject);

/**
 * Whether two menu paths lead to the same goal: the one in the sentence or, if the sentence only describes the path, the
 * one in its heading or title.
 */
function leadTheSame(one: Claim, other: Claim): boolean {
  const goalOf = ({ subject, heading, title }: Claim) =>
    [subject.difference(walking), heading].find(({ size }) => size > 0) ?? title;
  return goalOf(one).isSubsetOf(goalOf(other)) || goalOf(other).isSubsetOf(goalOf(one));
}

/**
 * Whether one claim denies the other. "In case A" and "not in case B" do not contradict each other; "in case A" and "never"
 * do.
 */
function denied(no: Claim, yes: Claim): boolean {
  const isRule = rule.test(no.quote);
  // A list item may itself be a case: "The customer cannot be identified"; and "Payment by card" affirms nothing.
  if ((no.isItem || yes.isItem) && no.labels.length + yes.labels.length === 0 && !isRule) return false;
  if (!verb.test(yes.quote) || coverage(no.condition, yes.context) < 0.95) return false;
  const [ofNo, ofYes] = [coverage(no.main, yes.context), coverage(yes.main, no.context)];
  if (shared(no.main, yes.main) < (isRule && rule.test(yes.quote) ? 1 : 1.2)) return false;
  if (ofYes >= 0.95 && anyTime.test(yes.quote)) return true;
  return (ofNo >= 0.75 && ofYes >= 0.75) || (ofNo >= 0.95 && ofYes >= 0.4);
}

/**
 * Whether one claim is limited to certain people or means, and the other extends it to all or to another role, leaves a
 * choice, or does without.
 */
function excludes({ only, subject }: Claim, other: Claim): boolean {
  if (!only || other.only) return false;
  const rest = subject.difference(only.stems);
  if (shared(rest, other.subject) < 1 || coverage(rest, other.context) < 0.8) return false;
  const quote = other.quote.toLowerCase();
  const [before = '', behind] = quote.split(only.words.toLowerCase());
  if (behind !== undefined) return all.test(quote) || choice.test(`${before}|${behind}`);
  const [role, theirs] = [/^(?:the |an? )?(\p{L}+) (?:can|may)\b/u.exec(quote)?.[1], only.words.split(' ').at(-1)];
  return all.test(quote) || [role, theirs].every((each = '') => roles.has(each.toLowerCase().replace(/s$/, '')));
}
