import { calendarPatterns } from './calendar.logic.ts';
import { contactPatterns } from './contacts.logic.ts';
import { datePatterns, timePatterns } from './dates.logic.ts';
import { durationPatterns } from './durations.logic.ts';
import { moneyPatterns } from './money.logic.ts';
import { label } from './labels.logic.ts';
import { counted, countOf, number, numberOf } from './numbers.logic.ts';
import type { Value } from './value.logic.ts';

/** A value and where it stands. */
export interface Placed {
  value: Value;
  index: number;
}

/** The values of a sentence, and the sentence without them, in which everything else keeps its place. */
export interface Valued {
  placed: Placed[];
  rest: string;
}

type Reader = (match: RegExpExecArray) => Value | null;

// In this order: what one pattern has read is no longer there for the next one.
const patterns: [RegExp, Reader][] = [
  ...datePatterns,
  ...moneyPatterns,
  [
    new RegExp(
      `${number}\\s?(?:%|percent\\b|per cent\\b|prozent\\b)(?: (?:a|per|pro|im) (?:year|month|jahr|monat)\\b)?`,
      'gi',
    ),
    ([, amount]) => ({ kind: 'percent', unit: '%', amount: numberOf(amount) }),
  ],
  ...contactPatterns,
  ...calendarPatterns,
  ...timePatterns,
  ...durationPatterns,
  [
    new RegExp(String.raw`${number}[ -]?(gb|mb|tb|kb|kg|km|cm|mm|ml|g|m|l|kwh)\b`, 'gi'),
    ([, amount, unit]) => ({ kind: 'amount', unit: unit?.toLowerCase() ?? '', amount: numberOf(amount) }),
  ],
  [
    /\b(?:several|multiple|more than one|any number of) (?=(\p{L}{3,}(?: \p{L}{3,})?))/giu,
    ([, noun]) => thing(Number.POSITIVE_INFINITY, noun),
  ],
  [
    new RegExp(String.raw`(?!${label})(?<!\d)${counted} (?=(\p{L}{3,}(?: \p{L}{3,}){0,2}))`, 'giu'),
    ([, digits, word, noun]) => thing(countOf(digits, word), noun),
  ],
];

/** Reads what can be compared: amounts, times, contacts; in English and in part in German. */
export function valuesIn(sentence: string): Valued {
  const placed: Placed[] = [];
  let rest = sentence;
  for (const [pattern, read] of patterns) {
    for (const match of rest.matchAll(pattern)) {
      const value = read(match);
      if (!value) continue;
      placed.push({ value, index: match.index });
      rest = rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(match.index + match[0].length);
    }
  }
  return { placed, rest };
}

/** Counted things, by the words that follow the number: which of them is the noun, nobody says. */
function thing(amount: number, words = ''): Value | null {
  const nouns = words.toLowerCase().split(' ');
  const end = nouns.findIndex((noun) => noThing.has(noun));
  const unit = (end < 0 ? nouns : nouns.slice(0, end)).map(singular).join(' ');
  return unit === '' ? null : { kind: 'amount', unit, amount };
}

const noThing = new Set(
  `the and for with per are was were will can may you your our but not from that this has have have had before after when until
   each every into while than then more less other others und oder der die das von mit pro ist sind`.split(/\s+/),
);

const singular = (noun: string) => noun.replace(/(?<=\p{L}{3})s$/u, '');
