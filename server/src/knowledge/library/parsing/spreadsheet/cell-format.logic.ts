/** The number formats that a workbook need not spell out (ECMA-376 part 1, §18.8.30); dates of the reader's place are ISO. */
const builtIn: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
};

export const formatCode = (id: number, own: ReadonlyMap<number, string>): string =>
  own.get(id) ?? builtIn[id] ?? 'General';

/** A number as its cell shows it. Formats that we do not know show the number itself. */
export function shownNumber(value: number, code: string, from1904: boolean): string {
  const section = sectionFor(value, code);
  if (/^(?:general)?$/i.test(code.trim()) || /^general$/i.test(section.code.trim())) return generalNumber(value);
  if (section.code === '') return '';
  const tokens = tokensOf(section.code);
  if (tokens.some(({ kind }) => kind === 'date')) return shownDate(value + (from1904 ? 1462 : 0), tokens);
  return shownDecimal(section.value, tokens);
}

const generalNumber = (value: number) => String(Number(value.toPrecision(15)));

/** Whether a format shows nothing for a text: its fourth section is there, and empty. */
export const hidesText = (code: string): boolean => sectionsOf(code)[3] === '';

// A semicolon in quotes or behind a backslash separates nothing.
function sectionsOf(code: string): string[] {
  const sections = [''];
  for (const [part] of code.matchAll(/"[^"]*"?|\\.?|[^;"\\]+|;/g)) {
    if (part === ';') sections.push('');
    else sections.push(`${sections.pop()}${part}`);
  }
  return sections;
}

// `positive;negative;zero`: a section of its own has its own sign, and one that is empty shows nothing.
function sectionFor(value: number, code: string): { code: string; value: number } {
  const [positive = '', negative, zero] = sectionsOf(code);
  if (value < 0 && negative !== undefined) return { code: negative, value: -value };
  return { code: value === 0 && zero !== undefined ? zero : positive, value };
}

interface Token {
  kind: 'literal' | 'date' | 'digits' | 'percent';
  text: string;
}

const tokenPattern =
  /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|(\[[hms]+\])|\[[^\]]*\]|[_*].|(AM\/PM|A\/P|y+|m+|d+|h+|s+(?:\.0+)?)|([#0?][#0?,.]*(?:E[+-]0+)?)|(%)|([\s\S])/gi;

function tokensOf(code: string): Token[] {
  return [...code.matchAll(tokenPattern)].flatMap(
    ([, quoted, escaped, currency, elapsed, date, digits, percent, other]): Token[] => {
      const literal = quoted ?? escaped ?? currency ?? other;
      if (elapsed ?? date) return [{ kind: 'date', text: (elapsed ?? date ?? '').toLowerCase() }];
      if (digits) return [{ kind: 'digits', text: digits }];
      if (percent) return [{ kind: 'percent', text: '%' }];
      return literal === undefined || literal === '@' ? [] : [{ kind: 'literal', text: literal }];
    },
  );
}

function shownDecimal(value: number, tokens: readonly Token[]): string {
  const at = tokens.findIndex(({ kind }) => kind === 'digits');
  if (at < 0) return tokens.length === 0 ? generalNumber(value) : textOf(tokens).trim();
  const pattern = tokens[at]?.text ?? '0';
  // Fractions and powers of ten: the plain number says the same.
  if (/e/i.test(pattern) || tokens.some(({ text }) => text === '/')) return generalNumber(value);
  const scaled = tokens.some(({ kind }) => kind === 'percent') ? value * 100 : value;
  const [whole = '', decimals = ''] = pattern.split('.');
  const thousands = /,+$/.exec(pattern)?.[0].length ?? 0;
  const number = (Math.abs(scaled) / 1000 ** thousands).toLocaleString('en-US', {
    minimumFractionDigits: Math.min(20, decimals.replace(/[^0?]/g, '').length),
    maximumFractionDigits: Math.min(20, decimals.replace(/[^0?#]/g, '').length),
    minimumIntegerDigits: Math.min(20, Math.max(1, whole.replace(/[^0]/g, '').length)),
    useGrouping: whole.replace(/,+$/, '').includes(','),
  });
  const rest = tokens.map((token, index) => (index === at ? number : textOf(token.kind === 'digits' ? [] : [token])));
  return `${scaled < 0 ? '-' : ''}${rest.join('')}`.trim();
}

const textOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join('');

const months = 'January February March April May June July August September October November December'.split(' ');
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

// Day 60 of the calendar that Excel took over from Lotus is a 29 February 1900 that never was: from then on it is a day ahead.
function shownDate(serial: number, tokens: readonly Token[]): string {
  const days = serial < 60 ? serial + 1 : serial;
  const date = new Date(Math.round((days - 25_569) * 86_400) * 1000);
  if (Number.isNaN(date.getTime())) return generalNumber(serial);
  const twelve = tokens.some(({ text }) => text === 'am/pm' || text === 'a/p');
  return tokens
    .map((token, at) =>
      token.kind === 'date'
        ? datePart(token.text, date, { serial, twelve, minutes: isMinutes(tokens, at) })
        : token.text,
    )
    .join('')
    .trim();
}

// `m` is a month, but beside hours or seconds it is minutes.
function isMinutes(tokens: readonly Token[], at: number): boolean {
  if (!tokens[at]?.text.startsWith('m') || (tokens[at]?.text.length ?? 0) > 2) return false;
  const before = tokens.slice(0, at).findLast(({ kind }) => kind === 'date');
  const after = tokens.slice(at + 1).find(({ kind }) => kind === 'date');
  return /^\[?h/.test(before?.text ?? '') || (after?.text ?? '').startsWith('s');
}

interface DateContext {
  serial: number;
  twelve: boolean;
  minutes: boolean;
}

function datePart(part: string, date: Date, { serial, twelve, minutes }: DateContext): string {
  const padded = (value: number) => String(value).padStart(part.length === 1 ? 1 : 2, '0');
  const hours = date.getUTCHours();
  if (minutes) return padded(date.getUTCMinutes());
  switch (part.charAt(0)) {
    case 'y':
      return part.length > 2 ? String(date.getUTCFullYear()) : padded(date.getUTCFullYear() % 100);
    case 'm':
      return part.length > 2 ? nameOf(months[date.getUTCMonth()], part.length) : padded(date.getUTCMonth() + 1);
    case 'd':
      return part.length > 2 ? nameOf(weekdays[date.getUTCDay()], part.length) : padded(date.getUTCDate());
    case 'h':
      return padded(twelve ? hours % 12 || 12 : hours);
    case 's':
      return padded(date.getUTCSeconds());
    case 'a':
      return hours < 12 ? 'AM' : 'PM';
    default:
      // `[h]`: hours that go on beyond a day.
      return String(Math.floor(serial * (part === '[h]' || part === '[hh]' ? 24 : 1440)));
  }
}

const nameOf = (name = '', length: number) => (length === 3 ? name.slice(0, 3) : name);
