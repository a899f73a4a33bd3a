/** A number or a logical value, or text, which no spreadsheet may take for anything else. */
export type CsvValue = string | number | boolean;

/** One line by RFC 4180. A leading apostrophe keeps a spreadsheet from running text as a formula and from rewriting it. */
export const csvLine = (cells: readonly CsvValue[]): string => `${cells.map(written).join(',')}\r\n`;

const beginsLikeFormula = /^[=+\-@\t\r\n']/;

// 007, 1/2, 24.12.2026, 50 %, $ 12.50, 3 May, true, 2026-03-02T10:00:00Z: spreadsheets turn them into 7, a date, .5, a time …
// A number of any length: LibreOffice writes forty digits back as 1.23E+039.
const looksLikeValue = (text: string): boolean =>
  logicalValue(text) !== undefined || isIsoTime.test(text) || (/\d/.test(text) && wordsOf(text) <= 1);

// Spreadsheets read and write logical values in the language of their menus.
const truths = new Set(['true', 'yes', '1', 'wahr', 'vrai', 'verdadero', 'verdadeiro', 'vero', 'waar']);
const falsehoods = new Set(['false', 'no', '0', 'falsch', 'faux', 'falso', 'onwaar']);

/** What a cell says as a logical value; undefined when it is not one. */
export function logicalValue(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (truths.has(word)) return true;
  return falsehoods.has(word) ? false : undefined;
}

const isIsoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

const wordsOf = (text: string): number => text.match(/\p{L}+/gu)?.length ?? 0;

// The apostrophe itself too, so that reading takes away exactly what writing has added.
const needsApostrophe = (text: string): boolean => beginsLikeFormula.test(text) || looksLikeValue(text);

function written(cell: CsvValue): string {
  const safe = typeof cell === 'string' && needsApostrophe(cell) ? `'${cell}` : String(cell);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell as it was before `csvLine` made it safe. */
export const unquoted = (text: string): string =>
  text.startsWith("'") && needsApostrophe(text.slice(1)) ? text.slice(1) : text;

/** Whether a spreadsheet keeps the text of a cell: it drops tabs and other control characters, and makes CRLF a LF. */
export const isKept = (text: string): boolean => !/[^\P{Cc}\n]/u.test(text);

/** What an .xlsx file holds in one cell; the rest is cut off without a word. */
export const longestCell = 32_767;

/** Spreadsheets of some languages write `;`, and some people choose a tab: the header tells. */
export function delimiterOf(text: string): string {
  const header = text.slice(0, /[\r\n]/.exec(text)?.index ?? text.length);
  const counted = [',', ';', '\t'].map((mark): [string, number] => [mark, header.split(mark).length]);
  return counted.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ',';
}
