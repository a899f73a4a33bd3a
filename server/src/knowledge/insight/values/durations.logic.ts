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
    new RegExp(`${counted}[ -]${span}(?:['’]s?(?= ))?`, 'giu'),
    (match) => {
      const [, digits, word, sort, unit] = match;
      return { ...duration(countOf(digits, word), `${sort ?? ''}${unit ?? ''}`), ...roleOf(match) };
    },
  ],
  [/\b(?:next|following) (?:working|business) day\b/gi, () => duration(1, 'working day')],
  [/\ba fortnight\b/gi, () => duration(2, 'weeks')],
  [
    /\b(?:immediately|instantly|(?<!\ball [^.]{0,40})at once|right away|straight away|sofort)\b/gi,
    () => duration(0, 'seconds'),
  ],
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

/** What the words around a duration make of it: "2 hours early" is no answer to how long something takes. */
function roleOf({ input, index, 0: text }: RegExpExecArray): Pick<Measure, 'role'> {
  const [before, behind] = [input.slice(Math.max(0, index - 30), index), input.slice(index + text.length)];
  if (known.test(before)) return { role: 'known' };
  if (/^ (?:early|earlier|before|beforehand|in advance|ahead|prior)\b/i.test(behind)) return { role: 'before' };
  return /^ later\b/i.test(behind) || /\bafter (?:about |another )?$/i.test(before) ? { role: 'after' } : {};
}

const known =
  /\b(?:these|those|(?<!(?:is|are|takes?|lasts?) )the|(?<!(?:more|less|fewer|later|longer|earlier|older) )than) $/i;
