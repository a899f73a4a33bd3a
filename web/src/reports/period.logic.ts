import { channels } from '@desk/contract/conversations';
import type { granularities } from '@desk/contract/reports';

/** What the address says of the report, as texts. */
export interface ReportSearch extends Record<string, string | undefined> {
  period?: string | undefined;
  channel?: string | undefined;
}

export const periods = ['day', 'week', 'month', 'quarter'] as const;
export type Period = (typeof periods)[number];

const days: Record<Period, number> = { day: 1, week: 7, month: 30, quarter: 90 };
// Some 30 points a picture: fewer say little, more are noise.
const granularity: Record<Period, (typeof granularities)[number]> = {
  day: 'hour',
  week: 'day',
  month: 'day',
  quarter: 'week',
};

export const periodOf = (search: ReportSearch): Period => periods.find((each) => each === search.period) ?? 'month';
export const channelOf = (search: ReportSearch) => channels.find((each) => each === search.channel);

/** The query of the overview. To the minute, so that the same page asks the same for a while. */
export function queryOf(search: ReportSearch, now: number) {
  const period = periodOf(search);
  const minute = Math.floor(now / 60_000) * 60_000;
  const from = new Date(minute - days[period] * 86_400_000).toISOString();
  return { from, channel: channelOf(search), granularity: granularity[period] };
}

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

/** “2.5 hours”: in the largest unit that there is at least one and a half of. */
export function durationText(seconds: number, locale: string): string {
  const { unit, seconds: size } = units.find((each) => seconds >= 1.5 * each.seconds) ?? { unit: 'second', seconds: 1 };
  const value = seconds / size;
  const maximumFractionDigits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits }).format(
    value,
  );
}
