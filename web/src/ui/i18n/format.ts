import { i18n } from './i18n.ts';
import { timeZone } from './time-zone.ts';

const steps = [
  { unit: 'second', seconds: 1, until: 60 },
  { unit: 'minute', seconds: 60, until: 3600 },
  { unit: 'hour', seconds: 3600, until: 86_400 },
  { unit: 'day', seconds: 86_400, until: 604_800 },
  { unit: 'week', seconds: 604_800, until: 2_629_800 },
  { unit: 'month', seconds: 2_629_800, until: 31_557_600 },
  { unit: 'year', seconds: 31_557_600, until: Infinity },
] as const;

/** The language of the client as it is written where the reader is: `en-GB` has the day before the month, and 24 hours. */
export const regionalLocale = (): string =>
  navigator.languages.find((tag) => tag.split('-')[0] === i18n.locale) ?? i18n.locale;

/**
 * “2 minutes ago”, “in 3 days”; `narrow` for lists: “2m ago”. German has “vor 2 Min.” there, because its narrow form is “vor 2 m”,
 * as in metres.
 */
export function relativeTime(at: Date | string, now: number, style: 'long' | 'narrow' = 'long'): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  const step = steps.find(({ until }) => Math.abs(seconds) < until) ?? steps[6];
  const brief = i18n.locale === 'de' ? 'short' : 'narrow';
  const format = new Intl.RelativeTimeFormat(i18n.locale, { numeric: 'auto', style: style === 'long' ? style : brief });
  // Clocks differ by a few seconds, and “5 seconds ago” is out of date before anybody reads it.
  if (step.unit === 'second') return format.format(0, 'second');
  return format.format(Math.trunc(seconds / step.seconds), step.unit);
}

export const absoluteTime = (at: Date | string | number): string =>
  new Intl.DateTimeFormat(regionalLocale(), { dateStyle: 'full', timeStyle: 'short', timeZone: timeZone() }).format(
    new Date(at),
  );

export const clockTime = (at: Date | string | number): string =>
  new Intl.DateTimeFormat(regionalLocale(), { timeStyle: 'short', timeZone: timeZone() }).format(new Date(at));

/** The time of today, or the date and time of any other day. */
export function momentTime(at: Date | string): string {
  const format = (style: Intl.DateTimeFormatOptions, of: Date | string | number) =>
    new Intl.DateTimeFormat(regionalLocale(), { ...style, timeZone: timeZone() }).format(new Date(of));
  const isToday = format({ dateStyle: 'short' }, at) === format({ dateStyle: 'short' }, Date.now());
  return isToday ? clockTime(at) : format({ dateStyle: 'medium', timeStyle: 'short' }, at);
}

export const number = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(i18n.locale, options).format(value);

export const percent = (value: number): string => number(value, { style: 'percent', maximumFractionDigits: 0 });

/** The name of a language in the reader's language; an unknown tag is returned as it is. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(i18n.locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

export const listOf = (items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  new Intl.ListFormat(i18n.locale, { type }).format(items);
