import { counted, countOf } from './numbers.logic.ts';
import { clockTime, endOfPeriod, workingTime, type Measure, type Value } from './value.logic.ts';

type ValueOfMatch = (match: RegExpExecArray) => Value | null;

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

/** How long something takes or holds. */
export const durationPatterns: [RegExp, ValueOfMatch][] = [
  [
    new RegExp(`(?<!\\bthan )${counted}[ -]${span}(?:['’]s?(?= ))?`, 'giu'),
    ([, digits, word, sort, unit]) => duration(countOf(digits, word), `${sort ?? ''}${unit ?? ''}`),
  ],
  [/\b(?:next|following) (?:working|business) day\b/gi, () => duration(1, 'working day')],
  [/\ba fortnight\b/gi, () => duration(2, 'weeks')],
  [/\b(?:immediately|instantly|right away|straight away|sofort)\b/gi, () => duration(0, 'seconds')],
  [
    /\bat the end of (?:the|your|each|every) (?:current )?(?:billing (?:period|cycle|month)|month|quarter|year|term|contract|period)\b/gi,
    () => ({ kind: 'duration', unit: endOfPeriod, amount: 1 }),
  ],
  [/\b(?:half an hour|halbe[nr]? stunde)\b/gi, () => duration(30, 'minutes')],
  [/\bquarter of an hour\b/gi, () => duration(15, 'minutes')],
  [
    new RegExp(`(?<=\\b(?:within|in|after|about|lasts?|takes?) )an? ${span}`, 'gi'),
    ([, sort, unit]) => duration(1, `${sort ?? ''}${unit ?? ''}`),
  ],
  [
    new RegExp(`\\ban? ${span}(?= (?:in advance|before|beforehand|ahead|later|earlier|long)\\b)`, 'gi'),
    ([, sort, unit]) => duration(1, `${sort ?? ''}${unit ?? ''}`),
  ],
];

function duration(count: number, unit: string): Measure {
  const name = unit.toLowerCase();
  const working = /^(?:working|business|werk|arbeits)/.test(name);
  const bare = name.replace(/^(?:(?:working|business|calendar)[ -]|werk|arbeits)/, '');
  const seconds = spans.find(([start]) => start.test(bare))?.[1] ?? 0;
  return { kind: 'duration', unit: working ? workingTime : clockTime, amount: count * seconds };
}
