import { minutesOf } from './calendar.logic.ts';
import type { Measure, Value } from './value.logic.ts';

type ValueOfMatch = (match: RegExpExecArray) => Value | null;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const germanMonths: Record<string, number> = { mär: 3, mai: 5, okt: 10, dez: 12 };
const month = String.raw`(jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|ma[yi]|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\b\.?`;

/** Dates and times of day, in English and German. */
export const datePatterns: [RegExp, ValueOfMatch][] = [
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
];

export const timePatterns: [RegExp, ValueOfMatch][] = [
  [/\b(\d{1,2})(?::(\d{2}))?\s?([ap])\.?m\b\.?/gi, ([, h, m, half]) => timeOf(h, m, half)],
  [/\b(\d{1,2}):(\d{2})\b/g, ([, h, m]) => timeOf(h, m)],
];

// "16 may use" is no day: as a month it has a capital.
function monthOf(name = ''): number {
  if (name === 'may') return 0;
  const key = name.slice(0, 3).toLowerCase();
  return germanMonths[key] ?? months.indexOf(key) + 1;
}

/** Years before dates that name none: those are compared by month and day only, under a unit of their own. */
function dateOf(year: string | undefined, month: number, day = ''): Measure | null {
  if (month < 1 || month > 12 || Number(day) < 1 || Number(day) > 31) return null;
  const unit = year ? 'day' : 'day of any year';
  return { kind: 'date', unit, amount: Date.UTC(Number(year ?? 2000), month - 1, Number(day)) / 1000 };
}

function timeOf(hour?: string, minute?: string, half?: string): Measure | null {
  const amount = minutesOf(hour, minute, half);
  return amount > 1440 ? null : { kind: 'time', unit: 'minute', amount };
}
