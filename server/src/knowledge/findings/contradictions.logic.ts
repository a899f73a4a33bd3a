import { alike, alternatives, siblings } from './alternatives.logic.ts';
import type { Claim, Part } from './claims.logic.ts';
import { differ } from './differ.logic.ts';
import type { Value } from './value.logic.ts';
import { excludes } from './exclusive.logic.ts';
import {
  coverage,
  headOf,
  likenessOf,
  statementOf,
  tellTheSame,
  weightOf,
  type Likeness,
  type Statement,
} from './likeness.logic.ts';

/**
 * Whether two claims are about the same and cannot both hold: their values differ, or one denies what the other says. Meant
 * to be rather silent than wrong, since people look at each.
 */
export function contradict(one: Claim, other: Claim): boolean {
  if (!mayDisagree(one, other)) return false;
  if (alternatives(one.words, other.words) || siblings(one.title, other.title)) return false;
  if (excludes(one, other) || excludes(other, one)) return true;
  if (isStep(one) && isStep(other) && alike(one.context, other.context) < 0.6) return false;
  if (namedApart(one, other) || !belongs(one, other) || !belongs(other, one)) return false;
  if (beginApart(one, other)) return false;
  if (valuesDiffer(one, other)) return true;
  if (one.denies === other.denies) return false;
  return one.denies ? denied(one, other) : denied(other, one);
}

/**
 * The same for two sentences of one document, which sets cases apart on purpose: rows and items under one heading differ, and
 * so does what holds under a condition.
 */
export function contradictNearby(one: Claim, other: Claim): boolean {
  if (!mayDisagree(one, other)) return false;
  if (one.isItem && other.isItem) return false;
  if (one.under === other.under && (one.isItem || other.isItem)) return false;
  if (alike(one.subject, other.subject) < 0.3 && weightOf(one.subject) >= 1 && weightOf(other.subject) >= 1)
    return false;
  if (isConditional(one.quote) || isConditional(other.quote)) return false;
  return contradict(one, other);
}

const isConditional = (sentence: string) =>
  /\b(?:if|unless|except|otherwise|instead|when|once|however|but|while|members?|wenn|falls|außer|sonst|jedoch|aber|si|sauf|sinon|mais|excepto|salvo|pero)\b/i.test(
    sentence,
  );

/** Asked first, being quickest: a long document has millions of pairs. */
function mayDisagree(one: Claim, other: Claim): boolean {
  if (one.denies !== other.denies || one.only || other.only) return true;
  return one.parts.length > 0 && other.parts.length > 0 && differ(valuesOf(one), valuesOf(other));
}

const valuesOf = ({ parts }: Claim) => parts.flatMap(({ values }) => values);

/** Each is about something that the other is not about: two products, two places, two plans. */
function namedApart(one: Claim, other: Claim): boolean {
  const alone = (some: Claim, others: Claim) => [...some.names].some((name) => !others.words.has(name));
  return alone(one, other) && alone(other, one);
}

/** Both begin with something that the other does not speak of: gates that close, and a check-in that does. */
function beginApart(one: Claim, other: Claim): boolean {
  const speaksOf = ({ context }: Claim, head: string | undefined) =>
    head === undefined || coverage({ stems: new Set([head]) }, { stems: context, around: context }) > 0;
  const { common } = likenessOf(statementOf(one, one.subject), statementOf(other, other.subject));
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
});

const onlyTimes = (values: readonly Value[]) => values.every(({ kind }) => kind === 'time') && values.length > 1;

// What holds in a case that the other says nothing of is an exception, and no contradiction.
function sameSubject(one: Claim, part: Part, other: Claim, theirs: Part): boolean {
  const inCase = ({ condition }: Part, { subject, context }: Claim) =>
    coverage({ stems: condition }, { stems: subject, around: context }) >= 0.55;
  if (!inCase(part, other) || !inCase(theirs, one)) return false;
  const areHours = [part, theirs].every(({ values }) => values.some(({ kind }) => kind === 'hours'));
  if (areHours && tellTheSame(part.stems, theirs.stems)) return true;
  return readings(one, part).some((here) => readings(other, theirs).some((there) => areAlike(likenessOf(here, there))));
}

/** What values are of: their piece of the sentence says it, or the whole, or, if that says little, what stands around. */
function readings(claim: Claim, { stems, values }: Part): Statement[] {
  const isWay = values.some(({ kind }) => kind === 'path');
  const all = [stems, claim.subject, ...(isWay || weightOf(claim.subject) < 1 ? [claim.context] : [])];
  return all.map((each) => statementOf(claim, each));
}

/** Found on planted help centres: most of either is said by the other, or all of one and a good part of the other. */
function areAlike({ score, common, covered }: Likeness): boolean {
  const [less, more] = [Math.min(...covered), Math.max(...covered)];
  if (score < 1.5 || common < 0.8) return false;
  if (common < 1.5) return less >= 0.65;
  return less >= 0.5 || (more >= 0.8 && less >= 0.33) || (common >= 2 && less >= 0.4 && more >= 0.6);
}

/** A step of a guide: how long something is held or waited for belongs to that guide. */
const isStep = ({ quote }: Claim): boolean =>
  /\b(?:press|hold|unplug|wait|push|tap|keep holding|let go|restart|drücken|halten|warten)\b/i.test(quote) &&
  /\b(?:seconds?|minutes?|sec|min|s|sekunden?|minuten?)\b/i.test(quote);

// What holds in one case and not in another is no contradiction; what holds in one case and never, is. And an item of a
// list may be a case itself: "The customer cannot be identified".
function denied(no: Claim, yes: Claim): boolean {
  if (isListed(no) || isListed(yes) || (no.isConditional && yes.isConditional)) return false;
  const likeness = likenessOf(statementOf(no, no.main), statementOf(yes, yes.main));
  if (isOffer(no) && isOffer(yes) && likeness.common >= 1 && (likeness.covered[0] ?? 0) >= 0.95) return true;
  if (likeness.common < 1.8) return false;
  if (alike(no.main, yes.main) >= 0.75) return true;
  const [ofNo = 0, ofYes = 0] = likeness.covered;
  if (ofYes >= 0.95 && anyTime.test(yes.quote)) return true;
  if (likeness.common >= 3 && Math.min(ofNo, ofYes) >= 0.75) return true;
  const isWhole = coverage({ stems: no.subject }, statementOf(yes, yes.subject)) >= 0.95;
  return ofNo >= 0.95 && ofYes >= 0.42 && (isWhole || always.test(yes.quote));
}

/** What is offered is offered or not, whatever else is. */
const isOffer = ({ quote }: Claim): boolean => /\b(?:accept|support|offer|provide|allow|available)/i.test(quote);

const isListed = ({ isItem, labels }: Claim) => isItem && labels.length === 0;

const always = /\b(?:always|at any time|any ?time|whenever|without|even if|jederzeit|immer|ohne|toujours|siempre)\b/i;
const anyTime = /\b(?:always|any ?time|whenever|jederzeit|immer)\b/i;
