import patterns from './patterns.json' with { type: 'json' };
import type { Value } from './value.logic.ts';
import words from './words.json' with { type: 'json' };

/** The values of a sentence with their positions, and the rest of the sentence, in which all other text keeps its position. */
export interface Valued {
  placed: { value: Value; index: number }[];
  rest: string;
}

/** Reads comparable values: amounts, times, contacts; in English and in part in German. */
export function valuesIn(sentence: string): Valued {
  const placed: Valued['placed'] = [];
  let rest = sentence;
  for (const { pattern, read } of reading) {
    for (const match of rest.matchAll(pattern)) {
      const values = [read(match.groups ?? {}, match[0]) ?? []].flat();
      if (values.length === 0) continue;
      placed.push(...values.map((value) => ({ value, index: match.index })));
      rest = rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(match.index + match[0].length);
    }
  }
  return { placed, rest };
}

/** The numbered things that a text names: "zone 2". */
export const labelledIn = (text: string): string[] => (text.match(labelled) ?? []).map((each) => each.toLowerCase());

/** The tables' words by meaning: in the table of numbers, "zwei" means 2. */
const meanings = new Map<string, Map<string, string>>();
for (const [table, meant] of Object.entries<Record<string, string>>(words)) {
  const pairWith = (meaning: string) => (word: string) => [word.replaceAll('_', ' '), meaning] as const;
  meanings.set(table, new Map(Object.entries(meant).flatMap(([each, some]) => some.split(' ').map(pairWith(each)))));
}
const meaningOf = (table: keyof typeof words, word: string): string | undefined =>
  meanings.get(table)?.get(word.toLowerCase()) ?? meanings.get(table)?.get(word.toLowerCase().replace(/s$/, ''));

/** Makes a value from the named groups and the whole text of a match; null if it is not a value. */
type ValueReader = (groups: Record<string, string | undefined>, text: string) => Value | Value[] | null;

const contact = (unit: string, at: string[]): Value => ({ kind: 'contact', unit, amount: 0, at });
const clock = (kind: Value['kind'], text: string): Value => ({ kind, unit: 'minute', amount: minutesOf(text) });
const readers: Record<string, ValueReader> = {
  // Dates without a year are compared by month and day only, under a unit of their own. "16 may use" is not a date.
  date: ({ y, m = '', d }) => {
    const month = m === 'may' ? 0 : Number(meaningOf('months', m.replace('.', '')) ?? m);
    if (!(month >= 1 && month <= 12) || Number(d) < 1 || Number(d) > 31) return null;
    const amount = Date.UTC(Number(y ?? 2000), month - 1, Number(d)) / 1000;
    return { kind: 'date', unit: y ? 'day' : 'day of any year', amount };
  },
  // "Above $50" is not a price but the limit of a case.
  money: ({ unit = '', n, above, per }) => {
    const currency = `${meaningOf('currencies', unit)}${above ? ' bound' : ''}`;
    return { kind: 'money', unit: per ? `${currency}/${per.toLowerCase()}` : currency, amount: numberOf(n) };
  },
  percent: ({ n }) => ({ kind: 'percent', unit: '%', amount: numberOf(n) }),
  mail: (_, text) => contact('mail', [text.toLowerCase()]),
  path: (_, text) => contact('path', text.toLowerCase().split(/\s*[>→›»]\s*/)),
  // The last digits are the same with and without the country code.
  phone: (_, text) => contact('phone', [text.replace(/\D/g, '').slice(-6)]),
  // "Under 12" and "from 6" are compatible.
  age: ({ n, below, least }) => {
    const unit = (below && 'year below') ?? (least && 'year least') ?? 'year';
    return { kind: 'age', unit, amount: numberOf(n) };
  },
  // "5 to 7" without a clock word may be days, pieces or anything else.
  hours: ({ from, until, to = until }) => {
    if (![from, to].some((end) => end && isClock.test(end))) return null;
    return [...(from ? [clock('opens', from)] : []), ...(to ? [clock('closes', to)] : [])];
  },
  time: (_, text) => (isClock.test(text) ? clock('time', text) : null),
  days: ({ which = 'each', first = '', last }) => {
    const amount = last ? daysFrom(dayOf(first), dayOf(last)) : dayOf(first);
    return amount === 0 ? null : { kind: 'weekdays', unit: which.toLowerCase(), amount };
  },
  'day of month': ({ n }) => ({ kind: 'day of month', unit: 'month', amount: Number(n) }),
  often: ({ times = '', n, each = '' }) => {
    const count = { once: 1, twice: 2 }[times.toLowerCase()] ?? numberOf(n ?? '1');
    return { kind: 'frequency', unit: 'year', amount: count * Number(meaningOf('times a year', each)) };
  },
  duration: ({ n = '1', working, span = '', once }) => {
    const unit = working || /^(?:werk|arbeits)/i.test(span) ? 'working time' : 'time';
    const amount = once ? Number(meaningOf('at once', once)) : numberOf(n) * Number(meaningOf('seconds', span));
    return { kind: 'duration', unit, amount };
  },
  // 1 kg equals 1,000 g. Rounded, because 0.1 kg in binary fractions makes 100.00000000000001 g.
  measure: ({ n, unit = '' }) => {
    const [times, base = ''] = meaningOf('units', unit)?.split(' ') ?? [];
    return { kind: 'amount', unit: base, amount: Number((numberOf(n) * Number(times)).toPrecision(12)) };
  },
  // Counted things, by the words after the number: it is unknown which of them is the noun.
  counted: ({ n, noun = '', unlimited, most = unlimited, least }) => {
    const nouns = noun.toLowerCase().split(' ');
    const end = nouns.findIndex((word) => meaningOf('not counted', word));
    const unit = (end < 0 ? nouns : nouns.slice(0, end)).map((word) => word.replace(/(?<=\p{L}{3})s$/u, '')).join(' ');
    const amount = n ? numberOf(n) : Infinity;
    return unit === '' ? null : { kind: 'amount', unit, amount, bound: (most && 'most') ?? (least && 'least') };
  },
};

function numberOf(text = ''): number {
  const plain = text.replaceAll('\u00a0', '').replace(/[.,](?=\d{3}(?:\D|$))/g, '');
  return Number(meaningOf('numbers', plain) ?? plain.replace(',', '.'));
}

const isClock = /:|[ap]\.?m|uhr|noon|midnight|o['’]clock|in the|at night/i;

function minutesOf(text: string): number {
  const [, word = '', minutes = '0'] = /^(\d+|\p{L}+)(?::(\d+))?/u.exec(text) ?? [];
  const hour = { noon: 12, midnight: 24 }[word.toLowerCase()] ?? numberOf(word);
  const isLate = /p\.?m|afternoon|evening|at night$/i.test(text) && hour < 12;
  return (hour === 12 && /a\.?m/i.test(text) ? 0 : hour + (isLate ? 12 : 0)) * 60 + Number(minutes);
}

// "sat" and "sun" in lower case are ordinary words, not weekdays.
const dayOf = (day = ''): number => (/^\p{Ll}{3}$/u.test(day) ? 0 : Number(meaningOf('weekdays', day) ?? 0));
const daysFrom = (first: number, last: number): number =>
  first <= last ? (last * 2 - 1) & ~(first - 1) : (127 & ~(first - 1)) | (last * 2 - 1);

const parts: Record<string, string> = patterns.parts;
const constants = patterns.constants as Record<string, Value[]>;
const longestFirst = (one: string, other: string): number => other.length - one.length;
const listed = (table: string): string =>
  [...(meanings.get(table)?.keys() ?? [])].toSorted(longestFirst).join('|').replaceAll('$', '[$]');
/** Replaces each name in braces by the pattern's part or the table's words of that name. */
const filled = (pattern: string): string =>
  pattern
    .replace(/\{([a-z ]+|0+)\}/g, (_, name: string) => (parts[name] ? filled(parts[name]) : `(${listed(name)})`))
    .replace(/\((?!\?)/g, '(?:');
const withinWord = String.raw`(?<![\p{L}\p{N}](?=[\p{L}\p{N}]))`;

// The order matters: text that one pattern has read is removed for the next. Capitals mark a menu path.
const reading = patterns.readers.map(([reader = '', pattern = '']) => ({
  read: readers[reader] ?? (() => constants[reader] ?? []),
  pattern: new RegExp(`${withinWord}(?:${filled(pattern)})${withinWord}`, reader === 'path' ? 'gu' : 'giu'),
}));

const labelled = new RegExp(filled('{named by number}{point}? [0-9]+'), 'gi');
