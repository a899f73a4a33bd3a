import { storableBeginning } from '../../platform/text/storable.logic.ts';
import type { OutputFormat } from '../templates/template.logic.ts';

/** The reader that values are formatted for. */
export interface ReaderLocale {
  /** BCP 47; a language that Intl does not support is formatted as English. */
  language: string;
  timezone: string;
}

/** Formats a value for people; returns '' for one that cannot be shown. `currency` is for amounts that name none. */
export function written(value: unknown, format: OutputFormat | null, reader: ReaderLocale, currency?: string): string {
  switch (format ?? formatOf(value)) {
    case 'date':
      return dateText(value, reader, { dateStyle: 'long' });
    case 'datetime':
      return dateText(value, reader, { dateStyle: 'long', timeStyle: 'short' });
    case 'money':
      return moneyText(value, reader, currency);
    case 'number':
      return numberText(value, reader);
    case 'text':
      return plainText(value, reader);
  }
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

function formatOf(value: unknown): OutputFormat {
  if (typeof value === 'string' && day.test(value)) return 'date';
  if (typeof value === 'string' && moment.test(value)) return 'datetime';
  return isAmount(value) ? 'money' : 'text';
}

const localeOf = ({ language }: ReaderLocale): string => {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
};

function dateText(value: unknown, reader: ReaderLocale, style: Intl.DateTimeFormatOptions): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  // A date is the same day everywhere; a point in time is shown in the organization's time zone.
  const isDay = typeof value === 'string' && day.test(value);
  const date = new Date(typeof value === 'number' && value < 1e11 ? value * 1000 : value);
  if (Number.isNaN(date.getTime())) return plainText(value, reader);
  const { timeStyle: _time, ...dateOnly } = style;
  const shown = isDay ? { ...dateOnly, timeZone: 'UTC' } : { ...style, timeZone: reader.timezone };
  return new Intl.DateTimeFormat(localeOf(reader), shown).format(date);
}

interface Amount {
  amount: number;
  currency: string;
}

function isAmount(value: unknown): value is Amount {
  if (typeof value !== 'object' || value === null) return false;
  const { amount, currency } = value as Record<string, unknown>;
  return Number.isFinite(Number(amount)) && typeof currency === 'string' && /^[A-Za-z]{3}$/.test(currency);
}

function moneyText(value: unknown, reader: ReaderLocale, currency: string | undefined): string {
  const amount = isAmount(value) ? Number(value.amount) : Number(value);
  const unit = isAmount(value) ? value.currency : currency;
  if (!Number.isFinite(amount) || value === null || value === '') return '';
  if (!unit || !/^[A-Za-z]{3}$/.test(unit)) return numberText(amount, reader);
  return new Intl.NumberFormat(localeOf(reader), { style: 'currency', currency: unit.toUpperCase() }).format(amount);
}

function numberText(value: unknown, reader: ReaderLocale): string {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isFinite(number) && value !== '' ? new Intl.NumberFormat(localeOf(reader)).format(number) : '';
}

const longest = 300;

// Text of another system is data: it must neither format the reply nor contain links.
function plainText(value: unknown, reader: ReaderLocale): string {
  if (typeof value === 'string') return withoutMarkup(value);
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : numberText(value, reader);
  if (typeof value === 'boolean') return value ? '✓' : '✗';
  if (!Array.isArray(value)) return '';
  return value
    .slice(0, 10)
    .map((each) => written(each, null, reader))
    .filter(Boolean)
    .join(', ');
}

const withoutMarkup = (text: string): string =>
  storableBeginning(text, longest)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\b[a-z][a-z0-9+.-]{0,20}:\/\//gi, '')
    .replace(/[\\`*_[\]<>#|!~]/g, '\\$&')
    .replace(/ {2,}/g, ' ')
    .trim();
