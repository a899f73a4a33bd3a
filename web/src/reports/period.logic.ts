import { channels } from '@desk/contract/conversations';
import type { granularities } from '@desk/contract/reports';

/** The report's query parameters, as strings. */
export interface ReportSearch extends Record<string, string | undefined> {
  period?: string | undefined;
  channel?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export const periods = ['day', 'week', 'month', 'quarter', 'dates'] as const;
export type Period = (typeof periods)[number];
type Rolling = Exclude<Period, 'dates'>;

const days: Record<Rolling, number> = { day: 1, week: 7, month: 30, quarter: 90 };
const oneDay = 86_400_000;
// The longest period that the API accepts.
const mostDays = 400;

// About 30 points a chart: fewer show little, more are noise.
function granularityOf(length: number): (typeof granularities)[number] {
  if (length <= 2) return 'hour';
  return length <= 62 ? 'day' : 'week';
}

export const periodOf = (search: ReportSearch): Period => periods.find((each) => each === search.period) ?? 'month';
export const channelOf = (search: ReportSearch) => channels.find((each) => each === search.channel);

/** The query of the overview. Times are rounded to the minute, so that a page repeats the same query and uses the cache. */
export function queryOf(search: ReportSearch, now: number) {
  const period = periodOf(search);
  const channel = channelOf(search);
  const minute = Math.floor(now / 60_000) * 60_000;
  const chosen = period === 'dates' ? datesOf(search) : null;
  if (chosen) {
    const [from, to] = chosen;
    const granularity = granularityOf((to.getTime() - from.getTime()) / oneDay);
    return { from: from.toISOString(), to: to.toISOString(), channel, granularity };
  }
  const length = days[period === 'dates' ? 'month' : period];
  const from = new Date(minute - length * oneDay).toISOString();
  return { from, to: undefined, channel, granularity: granularityOf(length) };
}

/** From the beginning of the first day to the end of the last one; null if the address has no valid period. */
function datesOf({ from, to }: ReportSearch): [from: Date, to: Date] | null {
  const [first, last] = [startOf(from), startOf(to)];
  if (!first || !last || first > last) return null;
  last.setDate(last.getDate() + 1);
  return last.getTime() - first.getTime() > mostDays * oneDay ? null : [first, last];
}

function startOf(day: string | undefined): Date | null {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(day ?? '') ? new Date(`${day}T00:00`) : null;
  return start && !Number.isNaN(start.getTime()) ? start : null;
}

/** The values of the two date fields for a query. */
export function daysOf({ from, to }: ReturnType<typeof queryOf>): { from: string; to: string } {
  // `to` is the beginning of the day after the last one.
  const last = to === undefined ? new Date() : new Date(Date.parse(to) - 1);
  return { from: dayText(new Date(from)), to: dayText(last) };
}

const two = (value: number) => String(value).padStart(2, '0');
const dayText = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

/** “2.5 hours”: in the largest unit of which the duration is at least one and a half. */
export function durationText(seconds: number, locale: string): string {
  const { unit, seconds: size } = units.find((each) => seconds >= 1.5 * each.seconds) ?? { unit: 'second', seconds: 1 };
  const value = seconds / size;
  const maximumFractionDigits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits }).format(
    value,
  );
}
