import { number, numberOf } from './numbers.logic.ts';
import { free, type Measure, type Value } from './value.logic.ts';

type Reader = (match: RegExpExecArray) => Value | null;

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
const bound = String.raw`(?:\b(above|over|more than|exceeding|from|below|under|less than|ab|über|unter)\s+)?`;
const rate = String.raw`(?:\s?(?:\/|\b(?:per|a|an|each|every|pro|im)\b)\s?(?:(?:user|person|member|seat)s? (?:and|per|a) )?(hour|night|day|week|month|year|stunde|nacht|tag|woche|monat|jahr)\b)?`;

/** Amounts of money, and that something costs nothing. */
export const moneyPatterns: [RegExp, Reader][] = [
  [
    /\b(?:free of charge|(?:at|for) no (?:\w+ )?(?:cost|charge)|(?:no|without(?: a| any)?) (?:\w+ )?(?:charge|fees?|costs?)\b|(?:is|are|it's) (?:\w+ )?free\b(?! (?:to|from|for \d|in \d))|for free|costs? nothing|kostenlos|kostenfrei|gebührenfrei|gratis)\b|(?<=:\s?)free\b/gi,
    () => ({ kind: 'money', unit: free, amount: 0 }),
  ],
  [
    /\b(?:customers?|guests?|buyers?|members?|you) (?:must |have to |need to |will )?(?:pay|cover) for(?= \p{L})|\bat (?:your|their|the (?:customer|buyer|guest)['’]s) (?:own )?(?:expense|cost)\b/giu,
    () => ({ kind: 'money', unit: 'paid', amount: 1 }),
  ],
  [
    new RegExp(`${bound}${currency}\\s?${number}${rate}`, 'gi'),
    ([, side, unit, amount, per]) => money({ side, unit, amount, per }),
  ],
  [
    new RegExp(`${bound}${number}\\s?${currency}${rate}`, 'gi'),
    ([, side, amount, unit, per]) => money({ side, unit, amount, per }),
  ],
];

type Written = Record<'side' | 'unit' | 'amount' | 'per', string | undefined>;

function money({ side, unit = '', amount, per }: Written): Measure {
  const key = unit.toLowerCase().replace(/(?<=[a-z]{3})s$/, '');
  const name = [currencies[key] ?? key, side && 'bound'].filter(Boolean).join(' ');
  return { kind: 'money', unit: per ? `${name}/${per.toLowerCase()}` : name, amount: numberOf(amount) };
}
