import { format, getFormatInfo } from 'numfmt';

/** Formats a number as its cell shows it. Returns the plain number if the format is not supported. */
export function shownNumber(value: number, code: string, from1904: boolean): string {
  if (/^(?:general)?$/i.test(code.trim())) return wholeNumber(value);
  try {
    const plain = withoutCountries(code);
    const { type, isDate } = getFormatInfo(plain);
    if (type === 'fraction' || type === 'scientific') return wholeNumber(value);
    return format(plain, isDate && from1904 ? value + 1462 : value, options).trim();
  } catch {
    return wholeNumber(value);
  }
}

/** Whether a format hides texts: its fourth section exists and is empty. */
export function hidesText(code: string): boolean {
  try {
    return format(code, 'text', options) === '';
  } catch {
    return false;
  }
}

const options = { nbsp: false, throws: true };

// For fractions, scientific notation and unformatted cells, which are rounded to fit: the plain number is more exact.
const wholeNumber = (value: number) => String(Number(value.toPrecision(15)));

// Remove the locale of a currency ("[$€-407]"), which does not affect the number. Keep that of a date, which names its months.
const withoutCountries = (code: string) => code.replace(/\[\$([^\]-]+)-[^\]]*\]/g, '[$$$1]');
