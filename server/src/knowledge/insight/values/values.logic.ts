import patterns from './patterns.json' with { type: 'json' };
import {
  currencies,
  listed,
  months,
  numbers,
  readers,
  seconds,
  spans,
  timesAYear,
  units,
  weekdays,
} from './readers.logic.ts';
import type { Value } from './value.logic.ts';
import words from './words.json' with { type: 'json' };

/** The values of a sentence and where they stand, and the sentence without them, in which everything else keeps its place. */
export interface Valued {
  placed: { value: Value; index: number }[];
  rest: string;
}

const raw = String.raw;
const oneOf = (some: Iterable<string>): string =>
  `(?:${[...some]
    .toSorted((one, other) => other.length - one.length)
    .join('|')
    .replaceAll('$', raw`\$`)})`;
/** Not within a word. */
const boundary = raw`(?<![\p{L}\p{N}](?=[\p{L}\p{N}]))`;
const digits = raw`\d{1,3}(?:[.,\u00a0]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?`;
const step = raw`\p{Lu}[\p{L}\p{N}-]*(?: (?:& )?\p{Lu}[\p{L}\p{N}-]*)*`;
const hour = raw`(?:\d{1,2}(?::\d{2})?|noon|midnight|${oneOf(numbers.keys())})`;

/** What stands in braces in the patterns. */
const parts: Record<string, string> = {
  '0000': raw`\d{4}`,
  '00': raw`\d{1,2}`,
  digit: raw`\d`,
  point: raw`\.`,
  word: raw`\p{L}+`,
  n: `(?<n>${digits})`,
  count: `(?<n>${digits}|${oneOf(numbers.keys())})`,
  currency: oneOf(currencies.keys()),
  rate: raw`(?:(?: ?/ ?| per | (?:an?|each|every|pro|im) (?=hour|night|day|week|month|year|person|piece|stunde|tag|monat|jahr))(?:(?:user|person|member|seat)s? (?:and|per|a) )?(?<per>\p{L}{3,}))?`,
  month: raw`${oneOf(months.keys())}\b\.?`,
  period: oneOf(timesAYear.keys()),
  span: `${oneOf(seconds.keys())}s?`,
  'at once': oneOf(spans.keys()),
  day: `${oneOf(weekdays.keys())}s?`,
  to: raw`\s?(?:to|until|till|and|through|bis|und|[–—-])\s?`,
  clock: raw`${hour}(?:\s?[ap]\.?m\b\.?|\s?uhr| in the (?:morning|afternoon|evening)| at night| o['’]clock)?`,
  unit: oneOf(units.keys()),
  noun: raw`(?<noun>\p{L}{3,}(?: \p{L}{3,}){0,2})`,
  // "At least 18 to rent", "billed monthly.": these stand alone, what is counted has its noun behind it.
  end: raw`(?=\s*(?:[.,;)]|$|(?:to|can|may|or|and|when|if|for|by|in|on|from|with|at)\b))`,
  address: raw`[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+`,
  telephone: raw`(?:\+|0|1[-. ]?8)[\d()/. -]{4,}\d`,
  way: raw`${step}(?:\s*[>→›»]\s*${step})+`,
  above: raw`(?<above>${oneOf(listed(words.above))})(?: (?:an? )?(?:order (?:value )?|basket |total )of)?`,
  most: oneOf(listed(words.most)),
  least: oneOf(listed(words.least)),
  people: oneOf(listed(words.people)),
  numbered: oneOf(listed(`${words.numbered} ${words.places}`)),
};

// In their order: what one has read is no longer there for the next one.
const reading = patterns.map(([reader = '', pattern = '']) => {
  const source = pattern
    .replace(/\((?!\?)/g, '(?:')
    .replace(/\{([a-z ]+|0+)\}/g, (_, name: string) => parts[name] ?? '');
  // A way through menus is told by its capitals.
  const flags = reader === 'path' ? 'gu' : 'giu';
  return { read: readers[reader], pattern: new RegExp(`${boundary}(?:${source})${boundary}`, flags) };
});

/** Reads what can be compared: amounts, times, contacts; in English and in part in German. */
export function valuesIn(sentence: string): Valued {
  const placed: Valued['placed'] = [];
  let rest = sentence;
  for (const { pattern, read } of reading) {
    for (const match of rest.matchAll(pattern)) {
      const values = [read?.(match.groups ?? {}, match[0]) ?? []].flat();
      if (values.length === 0) continue;
      placed.push(...values.map((value) => ({ value, index: match.index })));
      rest = rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(match.index + match[0].length);
    }
  }
  return { placed, rest };
}

const labelled = new RegExp(raw`\b${oneOf(listed(words.numbered))}\.? \d+\b`, 'gi');
/** The things of a kind that a text names by their numbers: "zone 2". */
export const labelledIn = (text: string): string[] => (text.match(labelled) ?? []).map((each) => each.toLowerCase());
