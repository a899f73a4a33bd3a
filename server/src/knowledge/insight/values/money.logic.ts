import { number, numberOf } from './numbers.logic.ts';
import { free, paid, type Measure, type Value } from './value.logic.ts';

type ValueOfMatch = (match: RegExpExecArray) => Value | null;

const currencies: Record<string, string> = {
  $: 'usd',
  us$: 'usd',
  usd: 'usd',
  dollar: 'usd',
  '€': 'eur',
  eur: 'eur',
  euro: 'eur',
  '£': 'gbp',
  gbp: 'gbp',
  pound: 'gbp',
  '¥': 'jpy',
  chf: 'chf',
  franc: 'chf',
  franken: 'chf',
};
const currency = String.raw`(us\$|[$€£¥]|\b(?:usd|eur|gbp|chf)\b|\b(?:dollar|euro|pound|franc)s?\b|\bfranken\b)`;
// "Above $50" is not a price but the bound of a case.
const bound = String.raw`(?:\b(above|over|more than|exceeding|from|at least|a minimum of|below|under|less than|ab|über|unter)\s+(?:(?:an? )?(?:order (?:value )?|basket |total |minimum )of )?)?`;
const rate = String.raw`(?:\s?(?:\/|\b(?:a|an|each|every|pro|im)\b)\s?(?:(?:user|person|member|seat)s? (?:and|per|a) )?(hour|night|day|week|month|year|person|guest|piece|stunde|nacht|tag|woche|monat|jahr)\b|\s?\bper (?:(?:user|person|member|seat)s? (?:and|per|a) )?(\p{L}{3,})\b)?`;

/** Amounts of money, and that something costs nothing. */
export const moneyPatterns: [RegExp, ValueOfMatch][] = [
  [
    /\b(?:free of charge|(?:at|for) no (?:\w+ )?(?:cost|charge)|(?:no|without(?: a| any)?) (?:\w+ )?(?:charge|fees?|costs?)\b|(?<=\b(?:is|are|it's) (?:\w+ )?)free\b(?! (?:to|from|for \d|in \d))|for free|costs? nothing|kostenlos|kostenfrei|gebührenfrei|gratis)\b|(?<=:\s?)free\b/gi,
    () => ({ kind: 'money', unit: free, amount: 0 }),
  ],
  [
    /(?<=\b(?<!not |tax |taxes |vat )(?:is|are|comes?) )(?=included (?:in|with)\b)/gi,
    () => ({ kind: 'money', unit: free, amount: 0 }),
  ],
  [
    /\bwe (?:will )?(?:pay for|(?:pay|cover|bear)(?= (?:the |your )?(?:return|shipping|postage|delivery|costs?)\b))(?: the costs? of)?(?= \p{L})|\bat our (?:own )?(?:expense|cost)\b/giu,
    () => ({ kind: 'money', unit: free, amount: 0 }),
  ],
  [/(?<=\b(?:is|are) )(?=(?:not included|excluded) (?:in|from)\b)/gi, () => ({ kind: 'money', unit: paid, amount: 1 })],
  [
    /\b(?:costs? extra|(?:for|at|costs?) an (?:extra|additional) (?:charge|fee|cost)|(?:extra|additional) (?:charge|fee|cost)s? (?:applies|apply))\b/gi,
    () => ({ kind: 'money', unit: paid, amount: 1 }),
  ],
  [
    /\b(?:customers?|guests?|buyers?|members?|you) (?:must |have to |need to |will )?(?:pay|cover) for(?= \p{L})|\bat (?:your|their|the (?:customer|buyer|guest)['’]s) (?:own )?(?:expense|cost)\b/giu,
    () => ({ kind: 'money', unit: paid, amount: 1 }),
  ],
  [
    new RegExp(`${bound}${currency}\\s?${number}${rate}`, 'giu'),
    ([, side, unit, amount, each, per]) => money({ side, unit, amount, per: each ?? per }),
  ],
  [
    new RegExp(`${bound}${number}\\s?${currency}${rate}`, 'giu'),
    ([, side, amount, unit, each, per]) => money({ side, unit, amount, per: each ?? per }),
  ],
];

type Written = Record<'side' | 'unit' | 'amount' | 'per', string | undefined>;

function money({ side, unit = '', amount, per }: Written): Measure {
  const key = unit.toLowerCase().replace(/(?<=[a-z]{3})s$/, '');
  const name = [currencies[key] ?? key, side && 'bound'].filter(Boolean).join(' ');
  return { kind: 'money', unit: per ? `${name}/${per.toLowerCase()}` : name, amount: numberOf(amount) };
}
