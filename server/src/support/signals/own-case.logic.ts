import { oneOf, phrase } from './text.logic.ts';

/**
 * Whether the customer asks about the state of their own case ("has my refund gone out?", "are my glasses ready?"), or reports one by
 * its number. Articles describe such cases only in general and cannot answer it. Questions about self-service do not count.
 */
export function asksAboutOwnCase(sentences: readonly string[]): boolean {
  if (sentences.some((sentence) => ownWay.test(sentence))) return false;
  return sentences.some(
    (sentence) =>
      reference.test(sentence) || (!conditional.test(sentence) && standings.some((each) => each.test(sentence))),
  );
}

/** Matches decisions about the customer. */
export const refusals: readonly RegExp[] = [
  phrase(
    '\\bwhy (?:was|were|is|has|have|did|are)(?: you)? (?:\\w+ )?(?:my|our) ',
    '(?:\\w+ ){0,3}?(?:application|claim|refund request|request|loan|appeal|account|membership|subscription|',
    'seller account|credit application)(?: \\w+){0,4} (?:been )?(?:rejected|denied|declined|refused|turned down|',
    'suspended|banned|terminated|closed|deleted|cancell?ed|restricted)\\b',
  ),
  phrase(
    '\\bwhy (?:did|have) you (?:reject|den(?:y|i)|declin|refus|suspend|bann?|terminat|clos|delet|cancell?|lock)(?:ed|',
    'e)? (?:my|our|me)\\b|\\byou (?:have |just |wrongly )+(?:rejected|denied|declined|refused|suspended|banned|',
    'terminated|closed|deleted|cancell?ed|locked) (?:my|our|me)\\b',
  ),
];

const conditional = phrase('\\b(?:if|when|once|after|before|until|unless|as soon as|in case)\\b');

const settled = oneOf(
  'checked',
  'approved',
  'processed',
  'received',
  'shipped',
  'dispatched',
  'reviewed',
  'verified',
  'paid(?: out)?',
  'refunded',
  'confirmed',
  'accepted',
  'posted',
  'sent(?: out| off)?',
  'delivered',
  'completed',
  'issued',
  'repaired',
  'registered',
  'sorted(?: out)?',
);
const begins = '^(?:(?:hi|hello|hey|and|so|ok|also|please)\\b[ ,!]*)*';
const mine = "(?:my|our) (?:[\\w'-]+ ){1,5}?";

const didYou = 'did you (?:already )?(?:receive|get|find|ship|send|process|post)';
const theirs =
  "(?:my|our|(?:the|that|those|these|a|an|some)(?: [\\w'-]+){1,6} (?:i|we) " +
  '(?:have )?(?:sent|returned|uploaded|mailed|posted|emailed|handed|dropped))';

/** Matches questions that only a lookup can answer. */
const standings = [
  phrase(
    begins,
    `(?:has|have) ${mine}(?:already |now |just |finally )*(?:been ${settled}|arrived|gone (?:out|through)|come)\\b`,
  ),
  phrase(begins, `(?:was|were) ${mine}(?:already |now |just |finally )*${settled}\\b`),
  phrase(begins, `(?:is|are) ${mine}(?:already |now |finally )*(?:ready|on (?:its|the|their) way|done|finished)\\b`),
  phrase(begins, `(?:have you (?:already )?(?:received|found|shipped|sent|processed|posted)|${didYou}) ${theirs}\\b`),
  phrase(
    '\\b(?:can|could|would|will) (?:you|somebody|someone)(?: please)? (?:send|mail|email|post) ',
    '(?:it|them|this|that|those)(?: out| over)?(?: to me| to us)? ',
    '(?:again|once more|a second time|to (?:this|my (?:new|other|work|private)|another|a different|the following))\\b',
  ),
];

/** Matches the number of a record after the name of such a record; years do not count. */
const reference = phrase(
  '\\b(?:order|booking|invoice|ticket|reservation|shipment|parcel|claim|contract|membership|ref|reference)',
  "(?:'?s)?(?: (?:number|no|nr|id|code|reference))?[ .:]*",
  '(?:#? ?\\d{4,}|[a-z]{1,4}-?\\d{4,})(?<! (?:19|20)\\d\\d)\\b',
);

const ownWay = phrase(
  '\\bhow (?:do|can|could|should|to|would|does)\\b|\\b(?:can|could|may|should) (?:i|we)\\b|',
  '\\b(?:what|where) (?:can|should|must|do) (?:i|we)\\b|',
  '\\bis it possible\\b|\\bis there (?:a|any) way\\b|\\bam i (?:able|allowed)\\b',
);
