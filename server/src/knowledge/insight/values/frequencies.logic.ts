import { counted, countOf } from './numbers.logic.ts';
import type { Measure, Value } from './value.logic.ts';

const periods: Record<string, number> = { hour: 8_760, day: 365, week: 52, month: 12, quarter: 4, year: 1 };
const period = `(${Object.keys(periods).join('|')})`;
const adverbs: Record<string, string> = {
  hourly: 'hour',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
  annually: 'year',
};
// "Billed monthly" says how often, "the monthly fee" which fee.
const alone = String.raw`(?=\s*(?:[.,;)]|$|\b(?:and|or|by|in|on|from|to|with|for|at)\b))`;

/** How often something happens: "twice a month", "every hour", "monthly". */
export const frequencyPatterns: [RegExp, (match: RegExpExecArray) => Value | null][] = [
  [
    new RegExp(`\\b(once|twice) (?:a|an|per|every|each) ${period}\\b`, 'gi'),
    ([, word = '', each]) => often(/twice/i.test(word) ? 2 : 1, each),
  ],
  [
    new RegExp(`${counted} times (?:a|an|per|every|each) ${period}\\b`, 'giu'),
    ([, digits, word, each]) => often(countOf(digits, word), each),
  ],
  [new RegExp(`\\b(?:every|each) ${period}\\b`, 'gi'), ([, each]) => often(1, each)],
  [
    new RegExp(`\\b(${Object.keys(adverbs).join('|')})\\b${alone}`, 'gi'),
    ([, adverb = '']) => often(1, adverbs[adverb.toLowerCase()]),
  ],
];

function often(times: number, each = ''): Measure {
  return { kind: 'frequency', unit: 'year', amount: times * (periods[each.toLowerCase()] ?? 0) };
}
