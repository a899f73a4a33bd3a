/** A number, a logical value, or a text, which a spreadsheet must not interpret as anything else. */
export type CsvValue = string | number | boolean;

/** Writes a line by RFC 4180. A leading apostrophe prevents spreadsheets from evaluating text as a formula or converting it. */
export const csvLine = (cells: readonly CsvValue[]): string => `${cells.map(written).join(',')}\r\n`;

const beginsLikeFormula = /^[=+\-@\t\r\n']/;

// 007, 1/2, 24.12.2026, 50 %, $ 12.50, 3 May, true, 2026-03-02T10:00:00Z: spreadsheets turn them into 7, a date, .5, a time …
// A number of any length: LibreOffice writes forty digits back as 1.23E+039.
const looksLikeValue = (text: string): boolean =>
  logicalValue(text) !== undefined || isIsoTime.test(text) || (/\d/.test(text) && wordsOf(text) <= 1);

// Spreadsheets read and write logical values in the language of their menus.
const truths = new Set(['true', 'yes', '1', 'wahr', 'vrai', 'verdadero', 'verdadeiro', 'vero', 'waar']);
const falsehoods = new Set(['false', 'no', '0', 'falsch', 'faux', 'falso', 'onwaar']);

/** Reads a cell as a logical value; undefined if it is not one. */
export function logicalValue(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (truths.has(word)) return true;
  return falsehoods.has(word) ? false : undefined;
}

const isIsoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

const wordsOf = (text: string): number => text.match(/\p{L}+/gu)?.length ?? 0;

// A text that begins with an apostrophe gets another one, so that reading removes exactly what writing has added.
const needsApostrophe = (text: string): boolean => beginsLikeFormula.test(text) || looksLikeValue(text);

function written(cell: CsvValue): string {
  const safe = typeof cell === 'string' && needsApostrophe(cell) ? `'${cell}` : String(cell);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell as it was before `csvLine` made it safe. */
export const unquoted = (text: string): string =>
  text.startsWith("'") && needsApostrophe(text.slice(1)) ? text.slice(1) : text;

/** Whether a spreadsheet preserves the text of a cell: it drops tabs and other control characters, and turns CRLF into LF. */
export const isKept = (text: string): boolean => !/[^\P{Cc}\n]/u.test(text);

/** The longest text in a cell of an .xlsx file; the rest is silently truncated. */
export const longestCell = 32_767;

/** Detects the delimiter from the header: spreadsheets of some languages write `;`, and some people choose a tab. */
export function delimiterOf(text: string): string {
  const header = text.slice(0, /[\r\n]/.exec(text)?.index ?? text.length);
  const counted = [',', ';', '\t'].map((mark): [string, number] => [mark, header.split(mark).length]);
  return counted.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ',';
}
