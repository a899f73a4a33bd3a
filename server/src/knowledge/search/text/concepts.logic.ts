const some = String.raw`(?:[\p{L}\p{N}'’-]+ ){0,4}?`;
const things = '(?:parcels?|packages?|orders?|goods|items?|articles?|products?|deliver(?:y|ies))';

/**
 * Maps the several wordings of a support concept to one word. In addition to related single words (`relatedStems`), these
 * are phrases and words so common in help pages that two sentences about the same thing would otherwise share none.
 */
const concepts: [RegExp, string][] = [
  [
    new RegExp(
      String.raw`\b(?:pay|pays|paid|paying|give|giving|get|gets|have|receive|want) ${some}money back\b`,
      'giu',
    ),
    'refund',
  ],
  [new RegExp(String.raw`\b(?:pay|pays|paid|paying) (?:(?:it|you|them|the [\p{L}]+) )?back\b`, 'giu'), 'refund'],
  [/\b(?:money back|reimburse(?:d|s|ment)?|repaid|repayment)\b/gi, 'refund'],
  [
    new RegExp(
      String.raw`\b(?:send|sends|sent|sending|ship|shipping|give|giving|bring|bringing|hand|take|takes|taken|taking|go|goes) ${some}back\b`,
      'giu',
    ),
    'return',
  ],
  [
    new RegExp(
      String.raw`\b(${things}) (?:(?:has|have|is|are) )?(?:arrives?|arrived|gets? there|got there|reach(?:es|ed)?(?: you)?)\b`,
      'gi',
    ),
    '$1 deliver',
  ],
  [/\b(?:arrival|handed over to you)\b/gi, 'deliver'],
  [/\b(?:shipping|delivery|postage) (?:cost|costs|charge|charges|fee|fees)\b|\bpostage\b/gi, 'delivery'],
  [/\b(?:terminate[sd]?|termination|terminating|call(?:ed|ing)? off)\b/gi, 'cancel'],
  [
    /\b(?:sign(?:ing|s|ed)? up|registration|registers?|registered|(?:creat|open)(?:e|es|ed|ing)? an account)\b/gi,
    'register',
  ],
  [/\b(?:log(?:ging|s|ged)? ?(?:in|on)|sign(?:ing|s|ed)? in)\b/gi, 'login'],
  [
    /\b(?:ends?|expires?|runs? out) (?:[\p{L}\p{N}]+ ){0,4}(?:on its own|by itself|by themselves|automatically)/giu,
    'not renew automatically',
  ],
  [/\b(?:goods|articles?|things?|products?|merchandise)\b/gi, 'item'],
  [/\b(?:buyers?|shoppers?|clients?|purchasers?)\b/gi, 'customer'],
  [/\b(?:admission|entrance|entry)\b/gi, 'entry'],
  [/\b(?:pictures?|images?|photographs?)\b/gi, 'photo'],
  [/\b(?:kids?|children)\b/gi, 'child'],
];

/** Replaces each wording in the text by its one word. */
export const inOneWord = (text: string): string =>
  concepts.reduce((replaced, [phrase, word]) => replaced.replace(phrase, word), text);
