import { counted, countOf } from './numbers.logic.ts';
import type { Measure, Value } from './value.logic.ts';

type Reader = (match: RegExpExecArray) => Value | null;

const day = 86_400;
const spans: [RegExp, number][] = [
  [/^(?:s|sec|sek)/, 1],
  [/^min/, 60],
  [/^(?:h|stunde)/, 3_600],
  [/^(?:day|tag)/, day],
  [/^(?:week|woche)/, 7 * day],
  [/^(?:month|monat)/, (365 / 12) * day],
  [/^(?:year|jahr)/, 365 * day],
];
const span = String.raw`((?:working|business|calendar)[ -])?(seconds?|secs?|minutes?|mins?|hours?|days?|weeks?|months?|years?|sekunden?|minuten|stunden?|tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?|werktag(?:en?)?|arbeitstag(?:en?)?)\b`;

const people = String.raw`(?:children|kids|people|persons|patients|customers|guests|adults|everyone|everybody|anyone|those|young \w+)`;

/** How long something takes or holds, and how old somebody must be. */
export const durationPatterns: [RegExp, Reader][] = [
  [new RegExp(`${counted}[ -]years?[ -](?:old|of age)\\b`, 'giu'), ([, digits, word]) => age(digits, word)],
  [new RegExp(`\\b(?:ages?|aged)(?: of| from)? ${counted}\\b`, 'giu'), ([, digits, word]) => age(digits, word)],
  [
    new RegExp(
      `(?<=\\b${people} )(?:aged )?(?:under|over|below|above|from|until|up to) ${counted}\\b(?! ?[%€$£])`,
      'giu',
    ),
    ([, digits, word]) => age(digits, word),
  ],
  [
    new RegExp(`${counted}[ -]${span}`, 'giu'),
    ([, digits, word, sort, unit]) => duration(countOf(digits, word), `${sort ?? ''}${unit ?? ''}`),
  ],
  [/\b(?:next|following) (?:working|business) day\b/gi, () => duration(1, 'working day')],
  [/\b(?:half an hour|halbe[nr]? stunde)\b/gi, () => duration(30, 'minutes')],
  [/\bquarter of an hour\b/gi, () => duration(15, 'minutes')],
  [
    new RegExp(`(?<=\\b(?:within|in|after|about|lasts?|takes?) )an? ${span}`, 'gi'),
    ([, sort, unit]) => duration(1, `${sort ?? ''}${unit ?? ''}`),
  ],
];

const age = (digits: string | undefined, word: string | undefined): Measure => ({
  kind: 'age',
  unit: 'year',
  amount: countOf(digits, word),
});

function duration(count: number, unit: string): Measure {
  const name = unit.toLowerCase();
  const working = /^(?:working|business|werk|arbeits)/.test(name);
  const bare = name.replace(/^(?:(?:working|business|calendar)[ -]|werk|arbeits)/, '');
  const seconds = spans.find(([start]) => start.test(bare))?.[1] ?? 0;
  return { kind: 'duration', unit: working ? 'working time' : 'time', amount: count * seconds };
}
