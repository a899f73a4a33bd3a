/** A value that a sentence states. Two of the same kind and unit can be compared. */
export interface Value {
  kind: 'money' | 'percent' | 'date' | 'time' | 'duration' | 'amount';
  unit: string;
  amount: number;
}

/** The values of a sentence, and the sentence without them. */
export interface Valued {
  values: Value[];
  rest: string;
}

const number = String.raw`(\d{1,3}(?:[.,\u00a0]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?)`;
const words: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fourteen: 14,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  zehn: 10,
  zwölf: 12,
  vierzehn: 14,
  dreißig: 30,
};
const counted = `(?:${number}|\\b(${Object.keys(words).join('|')}))`;
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
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const germanMonths: Record<string, number> = { mär: 3, mai: 5, okt: 10, dez: 12 };
const month = String.raw`(jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|ma[yi]|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\b\.?`;
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
const span = String.raw`((?:working|business|calendar)[ -])?(seconds?|secs?|minutes?|mins?|hours?|days?|weeks?|months?|years?|sekunden?|minuten|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|werktage?n?|arbeitstage?n?)\b`;

type Reader = (match: RegExpExecArray) => Value | null;

// In this order: what one pattern has read is no longer there for the next one.
const patterns: [RegExp, Reader][] = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b/g, ([, y, m, d]) => dateOf(y, Number(m), d)],
  [/\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/g, ([, d, m, y]) => dateOf(y, Number(m), d)],
  [
    new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?${month}(?:,? (\d{4})\b)?`, 'gi'),
    ([, d, m, y]) => dateOf(y, monthOf(m), d),
  ],
  [
    new RegExp(String.raw`\b${month} (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (\d{4})\b)?`, 'gi'),
    ([, m, d, y]) => dateOf(y, monthOf(m), d),
  ],
  [new RegExp(`${currency}\\s?${number}`, 'gi'), ([, unit, amount]) => money(unit, amount)],
  [new RegExp(`${number}\\s?${currency}`, 'gi'), ([, amount, unit]) => money(unit, amount)],
  [
    new RegExp(`${number}\\s?(?:%|percent\\b|per cent\\b|prozent\\b)`, 'gi'),
    ([, amount]) => ({ kind: 'percent', unit: '%', amount: numberOf(amount) }),
  ],
  [/\b(\d{1,2})(?::(\d{2}))?\s?([ap])\.?m\b\.?/gi, ([, h, m, half]) => timeOf(h, m, half)],
  [/\b(\d{1,2}):(\d{2})\b/g, ([, h, m]) => timeOf(h, m, undefined)],
  [
    new RegExp(`${counted}[ -]${span}`, 'giu'),
    ([, digits, word, sort, unit]) => duration(digits, word, `${sort ?? ''}${unit ?? ''}`),
  ],
  [
    new RegExp(String.raw`${number}[ -]?(gb|mb|tb|kb|kg|km|cm|mm|ml|g|m|l|kwh)\b`, 'gi'),
    ([, amount, unit]) => ({ kind: 'amount', unit: unit?.toLowerCase() ?? '', amount: numberOf(amount) }),
  ],
  [new RegExp(String.raw`${counted} (?=(\p{L}{3,}))`, 'giu'), ([, digits, word, unit]) => thing(digits, word, unit)],
];

/** Reads amounts of money, shares, dates, times of day, durations and counted things, in English and in part in German. */
export function valuesIn(sentence: string): Valued {
  const values: Value[] = [];
  let rest = sentence;
  for (const [pattern, read] of patterns) {
    for (const match of rest.matchAll(pattern)) {
      const value = read(match);
      if (!value) continue;
      values.push(value);
      rest = rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(match.index + match[0].length);
    }
  }
  return { values, rest };
}

/**
 * Two statements of one kind that share no value; "5 to 7 days" and "7 days" do not differ. Hours from and to differ when
 * either does.
 */
export function differ(some: readonly Value[], others: readonly Value[]): boolean {
  if (rangesDiffer(timesOf(some), timesOf(others))) return true;
  const comparable = some.flatMap((value) => {
    const same = others.filter((other) => other.kind === value.kind && other.unit === value.unit);
    return same.length > 0 ? [same.some((other) => agree(value, other.amount))] : [];
  });
  return comparable.length > 0 && comparable.every((agrees) => !agrees);
}

const timesOf = (values: readonly Value[]) => values.filter(({ kind }) => kind === 'time');

const rangesDiffer = (one: readonly Value[], other: readonly Value[]): boolean =>
  one.length === 2 && other.length === 2 && one.some(({ amount }, at) => amount !== other[at]?.amount);

// A month is 30.4 days here, and 30 days are a month.
const agree = ({ kind, amount }: Value, other: number): boolean =>
  Math.abs(amount - other) <= (kind === 'duration' ? 0.02 * Math.max(amount, other) : 0);

function numberOf(text = ''): number {
  const plain = text.replaceAll('\u00a0', '').replace(/[.,](?=\d{3}(?:\D|$))/g, '');
  return Number(plain.replace(',', '.'));
}

function money(unit = '', amount = ''): Value {
  const key = unit.toLowerCase().replace(/(?<=[a-z]{3})s$/, '');
  return { kind: 'money', unit: currencies[key] ?? key, amount: numberOf(amount) };
}

function monthOf(name = ''): number {
  const key = name.slice(0, 3).toLowerCase();
  return germanMonths[key] ?? months.indexOf(key) + 1;
}

/** Years before dates that name none: those are compared by month and day only, under a unit of their own. */
function dateOf(year: string | undefined, month: number, day = ''): Value | null {
  if (month < 1 || month > 12 || Number(day) < 1 || Number(day) > 31) return null;
  const unit = year ? 'day' : 'day of any year';
  return { kind: 'date', unit, amount: Date.UTC(Number(year ?? 2000), month - 1, Number(day)) / 1000 };
}

function timeOf(hour = '', minute = '0', half: string | undefined): Value | null {
  const afternoon = half?.toLowerCase() === 'p' && Number(hour) < 12;
  const midnight = half?.toLowerCase() === 'a' && Number(hour) === 12;
  const hours = midnight ? 0 : Number(hour) + (afternoon ? 12 : 0);
  return hours > 24 ? null : { kind: 'time', unit: 'minute', amount: hours * 60 + Number(minute) };
}

function duration(digits: string | undefined, word = '', unit: string): Value {
  const name = unit.toLowerCase();
  const working = /^(?:working|business|werk|arbeits)/.test(name);
  const bare = name.replace(/^(?:(?:working|business|calendar)[ -]|werk|arbeits)/, '');
  const seconds = spans.find(([start]) => start.test(bare))?.[1] ?? 0;
  const amount = (digits ? numberOf(digits) : (words[word.toLowerCase()] ?? 0)) * seconds;
  return { kind: 'duration', unit: working ? 'working time' : 'time', amount };
}

function thing(digits: string | undefined, word = '', noun = ''): Value | null {
  if (noThing.has(noun.toLowerCase())) return null;
  return { kind: 'amount', unit: singular(noun), amount: digits ? numberOf(digits) : (words[word.toLowerCase()] ?? 0) };
}

const noThing = new Set(
  'the and for with per are was were will can may you your our but not from that this has have und oder der die das von mit'.split(
    ' ',
  ),
);

const singular = (noun: string) => noun.toLowerCase().replace(/(?<=\p{L}{3})s$/u, '');
