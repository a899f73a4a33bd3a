import type { Value } from './value.logic.ts';
import words from './words.json' with { type: 'json' };

/** The words of the tables by what they stand for: among the numbers "zwei" is 2. */
export const meanings = new Map(
  Object.entries<Record<string, string>>(words).map(([table, meant]) => {
    const said = Object.entries(meant).flatMap(([meaning, some]) =>
      some.split(' ').map((word) => [word.replaceAll('_', ' '), meaning] as const),
    );
    return [table, new Map(said)];
  }),
);
const meaningOf = (table: keyof typeof words, word: string): string | undefined =>
  meanings.get(table)?.get(word.toLowerCase()) ?? meanings.get(table)?.get(word.toLowerCase().replace(/s$/, ''));

/** Makes a value of the named groups of a match and of all of it; null where it is none. */
type Reader = (groups: Record<string, string | undefined>, text: string) => Value | Value[] | null;

const contact = (unit: string, at: string[]): Value => ({ kind: 'contact', unit, amount: 0, at });
type Edge = 'opens' | 'closes' | 'time';
const clock = (kind: Edge, said: string): Value => ({ kind, unit: 'minute', amount: minutesOf(said), days: 0 });

export const readers: Record<string, Reader> = {
  // Dates that name no year are compared by month and day only, under a unit of their own. "16 may use" is none.
  date: ({ y, m = '', d }) => {
    const month = m === 'may' ? 0 : Number(meaningOf('months', m.replace('.', '')) ?? m);
    if (!(month >= 1 && month <= 12) || Number(d) < 1 || Number(d) > 31) return null;
    const amount = Date.UTC(Number(y ?? 2000), month - 1, Number(d)) / 1000;
    return { kind: 'date', unit: y ? 'day' : 'day of any year', amount };
  },
  // "Above $50" is not a price but the bound of a case.
  money: ({ unit = '', n, above, per }) => {
    const currency = `${meaningOf('currencies', unit)}${above ? ' bound' : ''}`;
    return { kind: 'money', unit: per ? `${currency}/${per.toLowerCase()}` : currency, amount: numberOf(n) };
  },
  percent: ({ n }) => ({ kind: 'percent', unit: '%', amount: numberOf(n) }),
  mail: (_, text) => contact('mail', [text.toLowerCase()]),
  path: (_, text) => contact('path', text.toLowerCase().split(/\s*[>→›»]\s*/)),
  // The last digits are the same with the country and without.
  phone: (_, text) => {
    const digits = text.replace(/\D/g, '');
    return digits.length < 6 ? null : contact('phone', [digits.slice(-6)]);
  },
  // "Under 12" and "from 6" go together.
  age: ({ n, below, least, more }) => {
    const side = (below && ' below') ?? ((least ?? more) && ' least') ?? '';
    return { kind: 'age', unit: `year${side}`, amount: numberOf(n) };
  },
  // "5 to 7" are days, pieces or anything else.
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
  // 1 kg and 1,000 g are the same; of 0.1 kg binary fractions make 100.00000000000001 g.
  measure: ({ n, unit = '' }) => {
    const [times, base = ''] = meaningOf('units', unit)?.split(' ') ?? [];
    return { kind: 'amount', unit: base, amount: Number((numberOf(n) * Number(times)).toPrecision(12)) };
  },
  // Counted things, by the words that follow the number: which of them is the noun, nobody says.
  counted: ({ n, noun = '', unlimited, most = unlimited, least }) => {
    const said = noun.toLowerCase().split(' ');
    const end = said.findIndex((word) => meaningOf('not counted', word));
    const unit = (end < 0 ? said : said.slice(0, end)).map((word) => word.replace(/(?<=\p{L}{3})s$/u, '')).join(' ');
    const amount = n ? numberOf(n) : Infinity;
    return unit === '' ? null : { kind: 'amount', unit, amount, bound: (most && 'most') ?? (least && 'least') };
  },
};

function numberOf(text = ''): number {
  const plain = text.replaceAll('\u00a0', '').replace(/[.,](?=\d{3}(?:\D|$))/g, '');
  return Number(meaningOf('numbers', plain) ?? plain.replace(',', '.'));
}

const isClock = /:|[ap]\.?m|uhr|noon|midnight|o['’]clock|in the|at night/i;

function minutesOf(said: string): number {
  const [, word = '', minutes = '0'] = /^(\d+|\p{L}+)(?::(\d+))?/u.exec(said) ?? [];
  const hour = { noon: 12, midnight: 24 }[word.toLowerCase()] ?? numberOf(word);
  const isLate = /p\.?m|afternoon|evening|at night$/i.test(said) && hour < 12;
  return (hour === 12 && /a\.?m/i.test(said) ? 0 : hour + (isLate ? 12 : 0)) * 60 + Number(minutes);
}

// What "sat" and "sun" are in a sentence, "Sat" and "Sun" are not.
const dayOf = (said = ''): number => (/^\p{Ll}{3}$/u.test(said) ? 0 : Number(meaningOf('weekdays', said) ?? 0));
/** The bits of all days from one to the other, also over the end of the week. */
const daysFrom = (first: number, last: number): number =>
  first <= last ? (last * 2 - 1) & ~(first - 1) : (127 & ~(first - 1)) | (last * 2 - 1);
