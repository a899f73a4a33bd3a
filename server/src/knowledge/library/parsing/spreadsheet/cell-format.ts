import { format, getFormatInfo } from 'numfmt';

/** A number as its cell shows it. Formats that cannot be read show the number itself. */
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

/** Whether a format shows nothing for a text: its fourth section is there, and empty. */
export function hidesText(code: string): boolean {
  try {
    return format(code, 'text', options) === '';
  } catch {
    return false;
  }
}

const options = { nbsp: false, throws: true };

// Fractions, powers of ten, and cells without a format round to what fits their column: the plain number says more.
const wholeNumber = (value: number) => String(Number(value.toPrecision(15)));

// The country of a currency ("[$€-407]") changes nothing of the number beside it; that of a date names its months.
const withoutCountries = (code: string) => code.replace(/\[\$([^\]-]+)-[^\]]*\]/g, '[$$$1]');
