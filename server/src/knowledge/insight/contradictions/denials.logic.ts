import { alike } from './alternatives.logic.ts';
import type { Claim } from '../claims/claim.logic.ts';
import {
  coverage,
  doesTheSame,
  similarityOf,
  statementOf,
  telling,
  particular,
  tellTheSame,
} from '../claims/statement-similarity.logic.ts';

/**
 * Whether one denies what the other says. What holds in one case and not in another is no contradiction; what holds in one
 * case and never, is. And an item of a list may be a case itself: "The customer cannot be identified".
 */
export function denied(no: Claim, yes: Claim): boolean {
  if ((no.isConditional && yes.isConditional) || !affirms(yes.quote) || forAWhile.test(no.quote)) return false;
  const affirmed = withRequirement(yes, ofOneListed(yes, no));
  if (isListed(no) || isListed(yes)) return isRule.test(no.quote) && alike(no.main, affirmed) >= 0.75;
  const similarity = similarityOf(statementOf(no, no.main), statementOf(yes, affirmed));
  if (extendsTo(no, yes)) return true;
  if (agesApart(no, yes)) return false;
  if (isOffer(no) && isOffer(yes) && similarity.common >= 1 && (similarity.covered[0] ?? 0) >= 0.95) return true;
  const isSame = tellTheSame(no.main, affirmed) && doesTheSame(no.main, affirmed);
  if (similarity.common >= 1.3 && (isSame || deniesOneListed(no, yes))) return true;
  if (similarity.common < 1.8) return false;
  if (alike(no.main, affirmed) >= 0.75) return true;
  const [ofNo = 0, ofYes = 0] = similarity.covered;
  if (ofYes >= 0.95 && anyTime.test(yes.quote)) return true;
  if (similarity.common >= 3 && Math.min(ofNo, ofYes) >= 0.75) return true;
  const isWhole = coverage({ stems: no.whole }, statementOf(yes, withRequirement(yes, yes.subject))) >= 0.95;
  return ofNo >= 0.95 && ofYes >= 0.42 && (isWhole || always.test(yes.quote));
}

/** Instructions and mere lists affirm nothing that could be denied: "Take the valve off", "Payment by card". */
const affirms = (quote: string): boolean => !instruction.test(quote) && verb.test(quote);
const instruction =
  /\bplease\b|^(?:[^:.]{1,40}: )?(?:take|pull|put|push|press|hold|open|close|choose|check|remove|move|wait|reset|unplug|switch|sign in|add|go to|look)\b/i;
const verb =
  /\b(?:is|are|be|can|may|must|will|has|have|need|we|you|they|yes|ja|sind|ist|wird|darf|gibt|kann|können|est|sont|es|son|\p{L}{2,}(?:s|en|ed))\b/iu;
const forAWhile = /\b(?:(?:in|during|at) that time|meanwhile|then)\b/i;

// "Children under 8 cannot join", and from 8 years they can.
function agesApart(no: Claim, yes: Claim): boolean {
  const [theirs, ours] = [no, yes].map(({ parts }) =>
    parts.flatMap(({ values }) => values.flatMap((value) => (value.kind === 'age' ? [value.unit] : []))),
  );
  return theirs !== undefined && ours !== undefined && ours.length > 0 && theirs.some((side) => !ours.includes(side));
}

/** What must be done is required. */
const withRequirement = ({ quote }: Claim, stems: Set<string>): Set<string> =>
  /\b(?:must|(?:has|have) to|needs? to)\b/i.test(quote) ? new Set([...stems, 'requir']) : stems;

/** Of several things in a row, those that the other speaks of: what is said of all is said of each. */
function ofOneListed({ main, listed }: Claim, { subject }: Claim): Set<string> {
  if (![...listed].some((stem) => subject.has(stem))) return main;
  return new Set([...main].filter((stem) => !listed.has(stem) || subject.has(stem)));
}

// "PNG files are not supported" and "You can upload PDF and PNG files".
function deniesOneListed(no: Claim, yes: Claim): boolean {
  if (!isOffer(no)) return false;
  const denied = telling(no.main).difference(new Set(['support']));
  return denied.size > 0 && denied.isSubsetOf(yes.listed);
}

// "Smoking is forbidden, not even on the balcony" is said against "You may smoke on the balcony".
const extendsTo = ({ even, main }: Claim, yes: Claim): boolean =>
  telling(even).size > 0 &&
  telling(even).isSubsetOf(yes.main) &&
  [...particular(main)].some((stem) => !even.has(stem) && yes.main.has(stem));

/** What is offered is offered or not, whatever else is. */
const isOffer = ({ quote }: Claim): boolean => /\b(?:accept|support|offer|provide|allow|available)/i.test(quote);

/** An item of a list that says what goes, and is no case: "Filming is not allowed." */
const isRule = /\b(?:allow|permit|forbid|prohibit|includ|accept|support|may\b|must\b)/i;

const isListed = ({ isItem, labels }: Claim) => isItem && labels.length === 0;

const always = /\b(?:always|at any time|any ?time|whenever|without|even if|jederzeit|immer|ohne|toujours|siempre)\b/i;
const anyTime = /\b(?:always|any ?time|whenever|jederzeit|immer)\b/i;
