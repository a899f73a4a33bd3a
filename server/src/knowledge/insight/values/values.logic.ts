import { agePatterns } from './ages.logic.ts';
import { calendarPatterns } from './calendar.logic.ts';
import { contactPatterns } from './contacts.logic.ts';
import { datePatterns, timePatterns } from './dates.logic.ts';
import { durationPatterns } from './durations.logic.ts';
import { moneyPatterns } from './money.logic.ts';
import { frequencyPatterns } from './frequencies.logic.ts';
import { label } from './labels.logic.ts';
import { limitPatterns } from './limits.logic.ts';
import { counted, countOf, number, numberOf } from './numbers.logic.ts';
import { thing } from './things.logic.ts';
import { unitPatterns } from './units.logic.ts';
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

type ValueOfMatch = (match: RegExpExecArray) => Value | null;

// In this order: what one pattern has read is no longer there for the next one.
const patterns: [RegExp, ValueOfMatch][] = [
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
  ...agePatterns,
  ...calendarPatterns,
  ...frequencyPatterns,
  ...timePatterns,
  ...durationPatterns,
  ...unitPatterns,
  ...limitPatterns,
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
