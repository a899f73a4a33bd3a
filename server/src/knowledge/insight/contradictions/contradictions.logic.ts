import { alike, alternatives, siblings } from './alternatives.logic.ts';
import type { Claim, Part } from '../claims/claim.logic.ts';
import { denied } from './denials.logic.ts';
import { differ } from './values-differ.logic.ts';
import { excludes } from '../claims/exclusive.logic.ts';
import {
  coverage,
  headOf,
  overlap,
  similarityOf,
  statementOf,
  telling,
  weightOf,
} from '../claims/statement-similarity.logic.ts';
import { sameSubject } from './same-subject.logic.ts';
import type { Value } from '../values/value.logic.ts';

/**
 * Whether two claims are about the same and cannot both hold: their values differ, or one denies what the other says. Meant
 * to be rather silent than wrong, since people look at each.
 */
export function contradict(one: Claim, other: Claim): boolean {
  if (!mayDisagree(one, other)) return false;
  if (alternatives(one.words, other.words) || siblings(one.title, other.title)) return false;
  if ((one.refers || other.refers) && alike(one.title, other.title) < 0.6) return false;
  if (excludes(one, other) || excludes(other, one)) return true;
  if (isStep(one) && isStep(other) && alike(one.context, other.context) < 0.6) return false;
  if (namedApart(one, other) || !belongs(one, other) || !belongs(other, one)) return false;
  if (beginApart(one, other) || askedApart(one, other) || shareLittle(one, other)) return false;
  if (saidAlike(one, other) && valuesDiffer(one, other)) return true;
  if (one.denies === other.denies) return false;
  return one.denies ? denied(one, other) : denied(other, one);
}

/**
 * The same for two sentences of one document, which sets cases apart on purpose: rows and items under one heading differ, and
 * so does what holds under a condition.
 */
export function contradictNearby(one: Claim, other: Claim): boolean {
  if (!mayDisagree(one, other)) return false;
  // Under one heading people explain, step by step, and do not say the opposite.
  if (one.heading.size > 0 && one.under === other.under) return false;
  if (one.isItem && other.isItem) return false;
  if (one.under === other.under && (one.isItem || other.isItem)) return false;
  if (weightOf(one.subject.intersection(other.subject)) < 1) return false;
  if (alike(one.subject, other.subject) < 0.3 && weightOf(one.subject) >= 1 && weightOf(other.subject) >= 1)
    return false;
  if (isConditional(one.quote) || isConditional(other.quote)) return false;
  return contradict(one, other);
}

/**
 * Whether there is no doubt that both are about the same: both are sentences, and neither is hedged, holds in a case, or names a plan,
 * a place or a customer that the other does not name. A cell of a price list may be a price of something else.
 */
export function isCertain(one: Claim, other: Claim): boolean {
  const isQualified = ({ quote, parts, labels, isConditional: inCase }: Claim) =>
    inCase ||
    labels.length > 0 ||
    isConditional(quote) ||
    hedged.test(quote) ||
    parts.some(({ condition }) => condition.size > 0);
  if (isQualified(one) || isQualified(other)) return false;
  const names = (some: Claim, others: Claim) => [...some.names].every((name) => others.words.has(name));
  if (!names(one, other) || !names(other, one)) return false;
  return Math.min(...similarityOf(statementOf(one, one.subject), statementOf(other, other.subject)).covered) >= 0.5;
}

const hedged =
  /\b(?:up to|about|around|approximately|roughly|usually|normally|typically|often|sometimes|some|selected|ca\.|etwa|rund|bis zu|meist|environ|normalement|alrededor)\b/i;

const isConditional = (sentence: string) =>
  /\b(?:if|unless|except|otherwise|instead|when|once|however|but|while|members?|wenn|falls|außer|sonst|jedoch|aber|si|sauf|sinon|mais|excepto|salvo|pero)\b/i.test(
    sentence,
  );

/** Asked first, being quickest: a long document has millions of pairs. */
function mayDisagree(one: Claim, other: Claim): boolean {
  if (one.denies !== other.denies || one.only || other.only) return true;
  return one.parts.length > 0 && other.parts.length > 0 && differ(valuesOf(one), valuesOf(other));
}

const tellsHours = (claim: Claim) => valuesOf(claim).some(({ kind }) => kind === 'hours');

const valuesOf = ({ parts }: Claim) => parts.flatMap(({ values }) => values);

/** Each is about something that the other is not about: two products, two places, two plans. */
function namedApart(one: Claim, other: Claim): boolean {
  const alone = (some: Claim, others: Claim) => [...some.names].some((name) => !others.words.has(name));
  return alone(one, other) && alone(other, one);
}

/** The least share of their words, weighted, that planted contradictions have in common; contacts and ways stand for themselves. */
const leastShared = 0.24;

function shareLittle(one: Claim, other: Claim): boolean {
  if ([one, other].every((claim) => valuesOf(claim).some((value) => 'at' in value))) return false;
  if ([one, other].some(({ subject }) => telling(subject).size === 0)) return false;
  const parts = one.parts.flatMap((part) => other.parts.map((theirs) => overlap(part.stems, theirs.stems)));
  return Math.max(overlap(one.subject, other.subject), ...parts) < leastShared;
}

/**
 * Sentences that share hardly a word are about what their headings ask: "It is valid for 48 hours" under "I got no mail" and "The link
 * is valid for 24 hours" under "How do I change my address?".
 */
function askedApart(one: Claim, other: Claim): boolean {
  if (one.heading.size === 0 || other.heading.size === 0) return false;
  const shared = telling(one.subject).intersection(telling(other.subject));
  return (shared.size < 2 || one.refers || other.refers) && alike(one.heading, other.heading) < 0.5;
}

/** Both begin with something that the other does not speak of: gates that close, and a check-in that does. */
function beginApart(one: Claim, other: Claim): boolean {
  const speaksOf = ({ context }: Claim, head: string | undefined) =>
    head === undefined || coverage({ stems: new Set([head]) }, { stems: context, around: context }) > 0;
  const { common } = similarityOf(statementOf(one, one.subject), statementOf(other, other.subject));
  return common < 3 && !speaksOf(other, headOf(one.subject)) && !speaksOf(one, headOf(other.subject));
}

/** A cell of a table is about its row and its column: the other must speak of both. */
const belongs = ({ labels }: Claim, other: Claim): boolean =>
  labels.every((label) => coverage({ stems: label }, { stems: other.subject, around: other.context }) >= 0.5);

function valuesDiffer(one: Claim, other: Claim): boolean {
  const [all, others] = [valuesOf(one), valuesOf(other)];
  if (onlyTimes(all) && onlyTimes(others) && differ(all, others))
    return sameSubject(one, wholeOf(one, all), other, wholeOf(other, others));
  return one.parts.some((part) =>
    other.parts.some(
      (theirs) => differ(part.values, theirs.values) && differ(all, others) && sameSubject(one, part, other, theirs),
    ),
  );
}

const wholeOf = ({ subject, parts }: Claim, values: Value[]): Part => ({
  values,
  stems: subject,
  condition: new Set(parts.flatMap(({ condition }) => [...condition])),
  since: new Set(parts.flatMap(({ since }) => [...since])),
});

const onlyTimes = (values: readonly Value[]) => values.every(({ kind }) => kind === 'time') && values.length > 1;

// What one denies, it states no value for; a day on which a shop is closed has its hours.
const saidAlike = (one: Claim, other: Claim): boolean =>
  (one.denies === other.denies || [one, other].every(tellsHours)) &&
  isStep(one) === isStep(other) &&
  givesCases(one) === givesCases(other);

// "7 days, or 24 months with Plus".
const givesCases = ({ quote }: Claim): boolean => /,? or (?:up to |about )?\d/i.test(quote);

/** A step of a guide: how long something is held or waited for belongs to that guide. */
const isStep = ({ quote }: Claim): boolean =>
  /\b(?:press|hold|unplug|wait|push|tap|keep holding|let go|restart|drücken|halten|warten)\b|(?:^|[:;,.] |\b(?:then|and) )(?:take|pull|remove) (?:the|it|out|off)\b/i.test(
    quote,
  ) && /\b(?:seconds?|minutes?|sec|min|s|sekunden?|minuten?)\b/i.test(quote);
