import type { Hours, Value, Weekdays } from './value.logic.ts';

type ValueOfMatch = (match: RegExpExecArray) => Value | null;

const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const germanNames: Record<string, number> = { die: 1, mit: 2, don: 3, fre: 4, sam: 5, son: 6 };
const name = String.raw`\b((?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?=\.?\s?[–-]|\b))\b`;
const ordinal = String.raw`(?:\b(first|second|third|fourth|last)\s)?`;
const clock = String.raw`\b(\d{1,2})(?:[:.](\d{2}))?(?:\s?([ap])\.?m\b\.?)?(?:\s?uhr\b)?`;
const moment = String.raw`(?=\d{1,2}(?::\d|\s?[ap]\.?m|\s?uhr))${clock}`;
const between = String.raw`\s?(?:to|until|till|and|through|bis|und|[–—-])\s?`;
const allWeek = 0b1111111;
const sets: Record<string, number> = { weekday: 0b0011111, weekend: 0b1100000 };

/** Hours of opening, weekdays and days of the month, in English and German. */
export const calendarPatterns: [RegExp, ValueOfMatch][] = [
  [/\b(?:24\s?\/\s?7|(?:a|)round the clock|24 hours a day|rund um die uhr)\b/gi, () => hours(0, 1440)],
  [new RegExp(`${clock}${between}${clock}`, 'gi'), (match) => range(match)],
  [new RegExp(`\\b(?:clos(?:es|ed|e|ing)|shuts?)(?: \\p{L}+){0,3} at ${moment}`, 'giu'), (match) => edge('to', match)],
  [new RegExp(`\\b(?:stays? )?open (?:until|till) ${moment}`, 'giu'), (match) => edge('to', match)],
  [new RegExp(`\\bopens?(?: \\p{L}+){0,3} at ${moment}`, 'giu'), (match) => edge('from', match)],
  [/\b(?:seven days a week|every day of the week|daily|täglich)\b/gi, () => weekdays(allWeek)],
  [/\b(weekday|weekend)s?\b/gi, ([, set = '']) => weekdays(sets[set.toLowerCase()] ?? 0)],
  [
    new RegExp(`${name}${between}${name}`, 'gi'),
    ([, first, last]) => (isDay(first) && isDay(last) ? weekdays(span(dayOf(first), dayOf(last))) : null),
  ],
  [
    new RegExp(`${ordinal}${name}`, 'gi'),
    ([, which = 'each', day]) => (isDay(day) ? { ...weekdays(1 << dayOf(day)), which: which.toLowerCase() } : null),
  ],
  [
    /\b(?:on|by|until|till|before|after|from|including) the (\d{1,2})(?:st|nd|rd|th)\b(?: of (?:the|each|every) month\b|(?! \p{L}{3,}| of \p{Lu}))/giu,
    ([, day]) => ({ kind: 'day of month', unit: 'month', amount: Number(day) }),
  ],
];

/** The days of the hours that stand beside them, and of "closed": what is said of one day says nothing of another. */
export function onTheirDays(values: readonly Value[], text: string): Value[] {
  const days = values.filter((value) => value.kind === 'weekdays').reduce((all, value) => all | value.days, 0);
  const open = values.filter((value) => value.kind === 'hours');
  const isClosed = days !== 0 && open.length === 0 && /\b(?:closed|geschlossen)\b/i.test(text);
  if (open.length === 0 && !isClosed) return [...values];
  const others = values.filter(({ kind }) => kind !== 'weekdays' && kind !== 'hours');
  const dated = isClosed ? [{ ...hours(0, 0), days }] : open.map((value) => ({ ...value, days }));
  return [...others, ...dated];
}

const weekdays = (days: number): Weekdays => ({ kind: 'weekdays', days, which: 'each' });
const hours = (from: number | null, to: number | null): Hours => ({ kind: 'hours', from, to, days: 0 });

// What "sat" and "sun" are in a sentence, "Sat" and "Sun" are not.
const isDay = (word = '') => !/^\p{Ll}{3}$/u.test(word);

const dayOf = (word = '') => {
  const key = word.slice(0, 3).toLowerCase();
  const found = names.indexOf(key);
  return found >= 0 ? found : (germanNames[key] ?? 0);
};

function span(first: number, last: number): number {
  let days = 0;
  for (let day = first; day !== last; day = (day + 1) % 7) days |= 1 << day;
  return days | (1 << last);
}

function range([text, hour, minute, half, endHour, endMinute, endHalf]: RegExpExecArray): Hours | null {
  // "5 to 7" are days, pieces or anything else.
  if (![minute, half, endMinute, endHalf].some(Boolean) && !/uhr/i.test(text)) return null;
  const from = minutesOf(hour, minute, half);
  const to = minutesOf(endHour, endMinute, endHalf);
  return from > 1440 || to > 1440 ? null : hours(from, to);
}

/** One end of the hours: "closes at 6 pm". */
function edge(end: 'from' | 'to', [, hour, minute, half]: RegExpExecArray): Hours | null {
  const at = minutesOf(hour, minute, half);
  return at > 1440 ? null : { ...hours(null, null), [end]: at };
}

export function minutesOf(hour = '', minute = '0', half?: string): number {
  const afternoon = half?.toLowerCase() === 'p' && Number(hour) < 12;
  const midnight = half?.toLowerCase() === 'a' && Number(hour) === 12;
  const hours = midnight ? 0 : Number(hour) + (afternoon ? 12 : 0);
  return hours * 60 + Number(minute);
}
