import type { Value } from './value.logic.ts';
import words from './words.json' with { type: 'json' };

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

type Groups = Record<string, string | undefined>;
type Reader = [pattern: string, read: (groups: Groups, text: string) => Value | Value[] | null, flags?: string];

/** The words of a table by what they stand for: "zwei" is 2. */
const meanings = (table: Record<string, string>): Map<string, string> =>
  new Map(Object.entries(table).flatMap(([meaning, said]) => said.split(' ').map((word) => [word, meaning])));
const [numbers, months, weekdays] = [meanings(words.numbers), meanings(words.months), meanings(words.weekdays)];
const [seconds, timesAYear, currencies] = [
  meanings(words.seconds),
  meanings(words.timesAYear),
  meanings(words.currencies),
];
const units = new Map(
  Object.entries(words.units).flatMap(([base, each]) =>
    Object.entries(each).map(([unit, times]) => [unit, { base, times }]),
  ),
);
const notCounted = new Set(words.notCounted.split(' '));
const oneOf = (some: Iterable<string>): string =>
  `(?:${[...some]
    .toSorted((one, other) => other.length - one.length)
    .map((each) => each.replace('$', String.raw`\$`))
    .join('|')})`;

// What stands in braces in the patterns below.
const parts: Record<string, string> = {
  n: String.raw`(?<n>\d{1,3}(?:[.,\u00a0]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?)`,
  count: String.raw`(?<n>\d{1,3}(?:[.,\u00a0]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?|\b${oneOf(numbers.keys())}\b)`,
  currency: String.raw`(?<![\p{L}])(?<unit>${oneOf(currencies.keys())})(?!\p{L})`,
  bound: String.raw`(?:\b(?<side>above|over|more than|exceeding|from|at least|a minimum of|below|under|less than|ab|über|unter) (?:(?:an? )?(?:order (?:value )?|basket |total |minimum )of )?)?`,
  rate: String.raw`(?:(?:\s?\/|\s?\bper|(?= an? | each | every | pro | im )\s\p{L}+(?= (?:hour|night|day|week|month|year|person|guest|piece|stunde|nacht|tag|woche|monat|jahr)\b))\s?(?:(?:user|person|member|seat)s? (?:and|per|a) )?(?<per>\p{L}{3,})\b)?`,
  month: `(?<m>${oneOf(months.keys())})\\b\\.?`,
  span: `(?<sort>(?:working|business|calendar)[ -])?(?<span>${oneOf(seconds.keys())})s?\\b`,
  period: oneOf(timesAYear.keys()),
  numbered: oneOf(`${words.numbered} ${words.places}`.split(' ')),
  unit: oneOf(units.keys()),
  noun: String.raw`(?<noun>\p{L}{3,}(?: \p{L}{3,}){0,2})`,
  day: `(?:${oneOf(weekdays.keys())})s?`,
  to: String.raw`\s?(?:to|until|till|and|through|bis|und|[–—-])\s?`,
  least: '(?:at least|(?:a )?minimum(?: of)?|no fewer than|no less than|mindestens)',
  most: '(?:up to|at most|(?:a )?maximum(?: of)?|no more than|not more than|limited to|maximal|höchstens|bis zu)',
  people: String.raw`(?:children|kids|people|persons|patients|customers|guests|visitors|adults|everyone|everybody|anyone|those)`,
  end: String.raw`(?=\s*(?:[.,;)]|$|\b(?:to|can|may|or|and|when|if|for|in order|by|in|on|from|with|at)\b))`,
};
const clock = (at: string) =>
  String.raw`(?<${at}>\b(?:\d{1,2}(?::\d{2})?|noon|midnight|${oneOf(numbers.keys())})(?:\s?[ap]\.?m\b\.?|\s?uhr\b| in the (?:morning|afternoon|evening)| at night| o['’]clock)?)`;

// In this order: what one has read is no longer there for the next one.
const readers: Reader[] = [
  [String.raw`\b(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})\b`, dateOf],
  [String.raw`\b(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})\b`, dateOf],
  [String.raw`\b(?<d>\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?{month}(?:,? (?<y>\d{4})\b)?`, dateOf],
  [String.raw`\b{month} (?<d>\d{1,2})(?:st|nd|rd|th)?\b(?:,? (?<y>\d{4})\b)?`, dateOf],
  [
    String.raw`\b(?:free of charge|(?:at|for) no (?:\w+ )?(?:cost|charge)|(?:no|without(?: a| any)?) (?:\w+ )?(?:charge|fees?|costs?)\b|for free|costs? nothing|kostenlos|kostenfrei|gebührenfrei|gratis)\b`,
    () => money('free', 0),
  ],
  [String.raw`(?<=\b(?:is|are|it's) (?:\w+ )?|:\s?)free\b(?! (?:to|from|for \d|in \d))`, () => money('free', 0)],
  [String.raw`(?<=\b(?<!not |tax |taxes |vat )(?:is|are|comes?) )(?=included (?:in|with)\b)`, () => money('free', 0)],
  [
    String.raw`\bwe (?:will )?(?:pay|cover|bear)(?: for)? (?=(?:the |your )?(?:return|shipping|postage|delivery|costs?)\b)|\bat our (?:own )?(?:expense|cost)\b`,
    () => money('free', 0),
  ],
  [
    String.raw`(?<=\b(?:is|are) )(?=(?:not included|excluded) (?:in|from)\b)|\b(?:costs? extra|(?:for|at|costs?) an (?:extra|additional) (?:charge|fee|cost))\b`,
    () => money('paid', 1),
  ],
  [
    String.raw`\b(?:customers?|guests?|buyers?|members?|you) (?:must |have to |need to |will )?(?:pay|cover) for(?= \p{L})|\bat (?:your|their) (?:own )?(?:expense|cost)\b`,
    () => money('paid', 1),
  ],
  ['{bound}{currency}\\s?{n}{rate}', amountOfMoney],
  ['{bound}{n}\\s?{currency}{rate}', amountOfMoney],
  [
    String.raw`{n}\s?(?:%|percent\b|per cent\b|prozent\b)(?: (?:a|per|pro|im) (?:year|month|jahr|monat)\b)?`,
    ({ n }) => ({ kind: 'percent', unit: '%', amount: numberOf(n) }),
  ],
  [String.raw`[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+`, (_, text) => contact('mail', [text.toLowerCase()])],
  [String.raw`(?<![\p{L}\p{N}])(?:\+|0|1[-. ]?8)[\d()/. -]{4,}\d`, (_, text) => phone(text)],
  [
    String.raw`\p{Lu}[\p{L}\p{N}-]*(?: (?:& )?\p{Lu}[\p{L}\p{N}-]*)*(?:\s*[>→›»]\s*\p{Lu}[\p{L}\p{N}-]*(?: (?:& )?\p{Lu}[\p{L}\p{N}-]*)*)+`,
    (_, text) =>
      contact(
        'path',
        text.split(/[>→›»]/).map((step) => step.trim().toLowerCase()),
      ),
    'gu',
  ],
  [
    String.raw`(?:\b(?:at least|under|below|over) )?{count}[ -]years?[ -](?:old|of age)\b(?: or (?:older|over|above))?`,
    ageOf,
  ],
  [String.raw`{count}(?: years?)? (?:or|and) (?:older|over|above|up)\b`, ageOf],
  [String.raw`\b(?:ages?|aged)(?: of| from| under| over| above| below)? {count}`, ageOf],
  [String.raw`(?<=\b{people} )(?:aged )?(?:under|over|below|above|from|until|up to) {count}\b(?! ?[%€$£])`, ageOf],
  [String.raw`\b(?:under|over)-{count}s\b`, ageOf],
  [
    String.raw`\b(?:(?:turned|turns?|no younger than|not younger than)|(?:must|has to|have to|need to|needs to) be(?: at least)?) {count}{end}`,
    ageOf,
  ],
  [
    String.raw`\b(?:24\s?\/\s?7|(?:a|)round the clock|24 hours a day|rund um die uhr)\b`,
    () => [edge('opens', 0), edge('closes', 1440)],
  ],
  [`${clock('from')}{to}${clock('to')}`, hoursOf],
  [String.raw`\b(?:clos(?:es|ed|e|ing)|shuts?)(?: \p{L}+){0,3} at ${clock('to')}`, hoursOf],
  [String.raw`\b(?:stays? )?open (?:until|till) ${clock('to')}`, hoursOf],
  [String.raw`\bopens?(?: \p{L}+){0,3} at ${clock('from')}`, hoursOf],
  [String.raw`\b(?:seven days a week|every day of the week|daily|täglich)\b`, () => onDays(0b1111111)],
  [String.raw`\b(?<first>{day}){to}(?<last>{day})\b`, ({ first, last }) => onDays(daysFrom(dayOf(first), dayOf(last)))],
  [
    String.raw`(?:\b(?<which>first|second|third|fourth|last) )?\b(?<day>{day})\b`,
    ({ which, day }) => onDays(dayOf(day), which),
  ],
  [
    String.raw`\b(?:on|by|until|till|before|after|from|including) the (?<d>\d{1,2})(?:st|nd|rd|th)\b(?: of (?:the|each|every) month\b|(?! \p{L}{3,}| of \p{L}))`,
    ({ d }) => ({ kind: 'day of month', unit: 'month', amount: Number(d) }),
  ],
  [String.raw`\b(?<times>once|twice) (?:a|an|per|every|each) (?<each>{period})\b`, often],
  [String.raw`{count} times (?:a|an|per|every|each) (?<each>{period})\b`, often],
  [String.raw`\b(?:every|each) (?<each>{period})\b`, often],
  // "Billed monthly" says how often, "the monthly fee" which fee.
  [String.raw`\b(?<each>hourly|weekly|monthly|quarterly|yearly|annually)\b{end}`, often],
  [
    String.raw`${clock('at')}`,
    ({ at = '' }) => (isClock(at) ? { kind: 'time', unit: 'minute', amount: minutesOf(at) } : null),
  ],
  [String.raw`\b(?:next|following) (?:working|business) day\b`, () => duration(86_400, 'working')],
  [
    String.raw`\b(?:immediately|instantly|(?<!\ball [^.]{0,40})at once|right away|straight away|sofort)\b`,
    () => duration(0),
  ],
  [
    String.raw`\bat the end of (?:the|your|each|every) (?:current )?(?:billing (?:period|cycle|month)|month|quarter|year|term|contract|period)\b`,
    () => ({ kind: 'duration', unit: 'end of period', amount: 1 }),
  ],
  [String.raw`\b(?:half an hour|halbe[nr]? stunde)\b`, () => duration(1800)],
  [String.raw`\ba fortnight\b`, () => duration(14 * 86_400)],
  [
    String.raw`(?:{count}[ -]|(?<=\b(?:within|in|after|about|lasts?|takes?) )an? )(?!month old){span}(?:['’]s?(?= ))?`,
    durationOf,
  ],
  [String.raw`{n}[ -]?(?<unit>{unit})(?![\p{L}\p{N}])`, measureOf],
  [
    String.raw`\b(?:no (?:upper )?limit (?:on|to|for)|an unlimited|unlimited)(?: the)?(?: number of| amount of)? (?={noun})`,
    ({ noun }) => counted(Infinity, noun, 'most'),
  ],
  [String.raw`\b{most} {count} (?={noun})`, ({ n, noun }) => counted(numberOf(n), noun, 'most')],
  [String.raw`\b{least} {count} (?={noun})`, ({ n, noun }) => counted(numberOf(n), noun, 'least')],
  [String.raw`\b(?:several|multiple|more than one|any number of) (?={noun})`, ({ noun }) => counted(Infinity, noun)],
  [String.raw`(?<!\b{numbered}\.? )(?<![\d])\b{count} (?={noun})`, ({ n, noun }) => counted(numberOf(n), noun)],
];

const patterns = readers.map(([pattern, read, flags = 'giu']) => ({
  pattern: new RegExp(
    pattern.replace(/\{(\w+)\}/g, (braced, name: string) => parts[name] ?? braced),
    flags,
  ),
  read,
}));
const labelled = new RegExp(String.raw`\b${oneOf(words.numbered.split(' '))}\.? \d+\b`, 'gi');

/** Reads what can be compared: amounts, times, contacts; in English and in part in German. */
export function valuesIn(sentence: string): Valued {
  const placed: Placed[] = [];
  let rest = sentence;
  for (const { pattern, read } of patterns) {
    for (const match of rest.matchAll(pattern)) {
      const values = [read(match.groups ?? {}, match[0]) ?? []].flat();
      if (values.length === 0) continue;
      placed.push(...values.map((value) => ({ value, index: match.index })));
      rest = rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(match.index + match[0].length);
    }
  }
  return { placed, rest };
}

/** The things of a kind that a text names by their numbers: "zone 2". */
export const labelledIn = (text: string): string[] => (text.match(labelled) ?? []).map((each) => each.toLowerCase());

function numberOf(text = ''): number {
  const plain = text.replaceAll('\u00a0', '').replace(/[.,](?=\d{3}(?:\D|$))/g, '');
  return Number(numbers.get(plain.toLowerCase()) ?? plain.replace(',', '.'));
}

const money = (unit: string, amount: number): Value => ({ kind: 'money', unit, amount });

// "Above $50" is not a price but the bound of a case.
function amountOfMoney({ unit = '', n, side, per }: Groups): Value {
  const currency = [currencies.get(unit.toLowerCase()), side && 'bound'].filter(Boolean).join(' ');
  return money(per ? `${currency}/${per.toLowerCase()}` : currency, numberOf(n));
}

const contact = (unit: string, at: string[]): Value => ({ kind: 'contact', unit, amount: 0, at });

// The last digits are the same with the country and without.
function phone(text: string): Value | null {
  const digits = text.replace(/\D/g, '');
  return digits.length < 6 ? null : contact('phone', [digits.slice(-6)]);
}

/** Years before dates that name none: those are compared by month and day only, under a unit of their own. */
function dateOf({ y, m = '', d }: Groups): Value | null {
  const [month, day] = [m === 'may' ? 0 : Number(months.get(m.toLowerCase()) ?? m), Number(d)];
  if (!(month >= 1 && month <= 12) || day < 1 || day > 31) return null;
  const unit = y ? 'day' : 'day of any year';
  return { kind: 'date', unit, amount: Date.UTC(Number(y ?? 2000), month - 1, day) / 1000 };
}

// "Under 12" and "from 6" go together.
function ageOf({ n }: Groups, text: string): Value {
  const isBelow = /\b(?:under|below|until|up to)\b/i.test(text);
  const isLeast = /\b(?:from|over|above|older|least|turn\p{L}*|younger|must|ha[sv]e?|needs?)\b/iu.test(text);
  return { kind: 'age', unit: (isBelow && 'year below') || (isLeast && 'year least') || 'year', amount: numberOf(n) };
}

const edge = (kind: 'opens' | 'closes', amount: number): Value => ({ kind, unit: 'minute', amount, days: 0 });

// "5 to 7" are days, pieces or anything else.
function hoursOf({ from, to }: Groups): Value[] {
  const ends = [from, to].filter((end) => end !== undefined);
  if (!ends.some(isClock) || ends.some((end) => minutesOf(end) > 1440)) return [];
  return [...(from ? [edge('opens', minutesOf(from))] : []), ...(to ? [edge('closes', minutesOf(to))] : [])];
}

const isClock = (said: string): boolean =>
  /:|[^\d\s]\s?m\b|\.m|uhr|noon|midnight| /i.test(said) && !/^\d+ $/.test(said);

function minutesOf(said: string): number {
  const [, word = '', minutes = '0'] = /^(\d+|\p{L}+)(?::(\d+))?/u.exec(said) ?? [];
  const hour = { noon: 12, midnight: 24 }[word.toLowerCase()] ?? numberOf(word);
  const isLate = /p\.?m|afternoon|evening|night$/i.test(said) && hour < 12;
  const isMidnight = /a\.?m/i.test(said) && hour === 12;
  return (isMidnight ? 0 : hour + (isLate ? 12 : 0)) * 60 + Number(minutes);
}

const onDays = (amount: number, which = 'each'): Value[] =>
  amount === 0 ? [] : [{ kind: 'weekdays', unit: which.toLowerCase(), amount }];

// What "sat" and "sun" are in a sentence, "Sat" and "Sun" are not.
const dayOf = (said = ''): number =>
  /^\p{Ll}{3}$/u.test(said) ? 0 : Number(weekdays.get(said.toLowerCase().replace(/s$/, '')) ?? 0);

function daysFrom(first: number, last: number): number {
  let days = last;
  for (let day = first; day !== last && day !== 0; day = day === 64 ? 1 : day * 2) days |= day;
  return days;
}

function often({ times, n, each = '' }: Groups): Value {
  const count = times ? { once: 1, twice: 2 }[times.toLowerCase()] : numberOf(n ?? '1');
  return { kind: 'frequency', unit: 'year', amount: (count ?? 1) * Number(timesAYear.get(each.toLowerCase())) };
}

const duration = (amount: number, sort = ''): Value => ({
  kind: 'duration',
  unit: /^(?:working|business)/i.test(sort) ? 'working time' : 'time',
  amount,
});

function durationOf({ n = '1', sort = '', span = '' }: Groups): Value {
  const isWorking = /^(?:werk|arbeits)/i.test(span);
  return duration(numberOf(n) * Number(seconds.get(span.toLowerCase())), isWorking ? 'working' : sort);
}

/** 1 kg and 1,000 g are the same; of 0.1 kg binary fractions make 100.00000000000001 g. */
function measureOf({ n, unit = '' }: Groups): Value | null {
  const { base, times } = units.get(unit.toLowerCase().replace(' ', '')) ?? { base: '', times: 0 };
  return { kind: 'amount', unit: base, amount: Number((numberOf(n) * times).toPrecision(12)) };
}

/** Counted things, by the words that follow the number: which of them is the noun, nobody says. Null: no thing follows. */
function counted(amount: number, nouns = '', bound?: 'most' | 'least'): Value | null {
  const said = nouns.toLowerCase().split(' ');
  const end = said.findIndex((noun) => notCounted.has(noun));
  const unit = (end < 0 ? said : said.slice(0, end)).map((noun) => noun.replace(/(?<=\p{L}{3})s$/u, '')).join(' ');
  return unit === '' ? null : { kind: 'amount', unit, amount, ...(bound && { bound }) };
}
