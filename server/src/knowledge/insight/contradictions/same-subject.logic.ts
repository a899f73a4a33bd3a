import type { Claim, Part } from '../claims/claim.logic.ts';
import {
  coverage,
  doesTheSame,
  similarityOf,
  particular,
  statementOf,
  telling,
  tellTheSame,
  weightOf,
  type StatementSimilarity,
  type Statement,
} from '../claims/statement-similarity.logic.ts';

/**
 * Whether the values of two sentences are of the same thing. What holds in a case that the other says nothing of is an
 * exception, and no contradiction.
 */
export function sameSubject(one: Claim, part: Part, other: Claim, theirs: Part): boolean {
  const inCase = ({ condition }: Part, { subject, context }: Claim) =>
    coverage({ stems: condition }, { stems: subject, around: context }) >= 0.55;
  if (!inCase(part, other) || !inCase(theirs, one)) return false;
  if (!fromTheSame(part, theirs) || !doTheSame(one, part, other, theirs)) return false;
  if (isPrice(part) && isPrice(theirs) && bearersApart(one, other)) return false;
  if (isWay(part) && isWay(theirs) && !leadTheSame(one, other)) return false;
  const areTogether = () =>
    areHours(part, theirs) || (one.frame === other.frame && telling(one.subject).size > 1) || !setApart(one, other);
  if (tellTheSame(part.stems, theirs.stems) && areTogether()) return true;
  if (isContact(part) && isContact(theirs) && telling(one.context).size + telling(other.context).size === 0)
    return true;
  return readings(one, part).some((here) =>
    readings(other, theirs).some((there) => areAlike(similarityOf(here, there))),
  );
}

// "The history shows 7 days", "The history is kept for 90 days"; and what is done at once is compared with the same deed only.
function doTheSame(one: Claim, part: Part, other: Claim, theirs: Part): boolean {
  const durations = [...part.values, ...theirs.values].flatMap((value) =>
    value.kind === 'duration' ? [value.amount] : [],
  );
  if (durations.length === 0) return true;
  const isAtOnce = durations.includes(0);
  if (isAtOnce) return doesTheSame(part.stems, theirs.stems) && doesTheSame(theirs.stems, part.stems);
  return doesTheSame(part.stems, other.subject) || doesTheSame(theirs.stems, one.subject);
}

// "Within 90 days after the purchase", "within 45 days after delivery".
function fromTheSame({ since }: Part, { since: theirs }: Part): boolean {
  if (since.size === 0 || theirs.size === 0) return true;
  const covered = (some: Set<string>, others: Set<string>) =>
    coverage({ stems: some }, { stems: others, around: others });
  return covered(since, theirs) >= 0.5 || covered(theirs, since) >= 0.5;
}

// "A city bike costs €14 per day", "The cover costs €3 for a city bike".
function bearersApart(one: Claim, other: Claim): boolean {
  const [here, there] = [particular(one.bearer), particular(other.bearer)];
  const unlike = (some: Set<string>, others: Set<string>) =>
    coverage({ stems: some }, { stems: others, around: others }) === 0;
  return here.size > 0 && there.size > 0 && unlike(here, there) && unlike(there, here);
}

const isWay = ({ values }: Pick<Part, 'values'>) => values.some(({ kind }) => kind === 'path');

/** Ways through menus lead to what the sentence says, or, where it only says how to walk, to what its heading asks. */
function leadTheSame(one: Claim, other: Claim): boolean {
  const goalOf = ({ subject, heading, title }: Claim) => {
    const said = new Set([...subject].filter((stem) => !walking.has(stem)));
    if (said.size > 0) return said;
    return heading.size > 0 ? heading : title;
  };
  const [here, there] = [goalOf(one), goalOf(other)];
  return here.isSubsetOf(there) || there.isSubsetOf(here);
}

// How one gets somewhere, and where one begins.
const walking = new Set(
  'open go login sign choos select click tap find menu set app websit site page shop account under step'.split(' '),
);

const isPrice = ({ values }: Part) => values.some(({ kind }) => kind === 'money');

const areHours = (...parts: Part[]) => parts.every(({ values }) => values.some(({ kind }) => kind === 'hours'));

const isContact = ({ values }: Part) => values.length > 0 && values.every((value) => 'at' in value);

// "Delivery takes 3 days" under "Sofas" and under "Parcels". One of both may well be said of all.
function setApart(one: Claim, other: Claim): boolean {
  const alone = (some: Claim, others: Claim) => {
    const around = new Set([...some.context].filter((stem) => !some.subject.has(stem)));
    return coverage({ stems: telling(around) }, { stems: others.context, around: others.context }) < 0.5;
  };
  return alone(one, other) && alone(other, one);
}

/** What values are of: their piece of the sentence says it, or the whole, or, if that says little, what stands around. */
function readings(claim: Claim, { stems, values }: Part): Statement[] {
  const all = [stems, claim.subject, ...(isWay({ values }) || weightOf(claim.subject) < 1 ? [claim.context] : [])];
  return all.map((each) => statementOf(claim, each));
}

/** Found on planted help centres: most of either is said by the other, or all of one and a good part of the other. */
function areAlike({ score, common, covered }: StatementSimilarity): boolean {
  const [less, more] = [Math.min(...covered), Math.max(...covered)];
  if (score < 1.5 || common < 0.8) return false;
  if (common < 1.5) return less >= 0.65;
  return (
    less >= 0.5 ||
    (common >= 3 && less >= 0.45) ||
    (more >= 0.8 && less >= 0.33) ||
    (common >= 2 && less >= 0.4 && more >= 0.6)
  );
}
