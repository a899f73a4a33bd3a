import { placed } from '../content/drafts.logic.ts';
import type { ParsedDocument } from '../content/shapes.logic.ts';
import { tableDrafts } from '../content/tables.logic.ts';

/** Parses a CSV file as one table, or as questions and answers. Throws `Unreadable` if it is too large. */
export function parseCsv(source: string): ParsedDocument {
  const { delimiter, start } = dialectOf(source);
  return { title: null, blocks: placed(tableDrafts([...recordsOf(source, { delimiter, start })])) };
}

type Delimiter = ',' | ';' | '\t' | '|';
const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];
const sampled = 50;

interface Dialect {
  delimiter: Delimiter;
  /** The offset of the first record: after Excel's `sep=;`, or 0. */
  start: number;
}

function dialectOf(source: string): Dialect {
  const named = /^\ufeff?"?sep=([,;\t|])"?\r?\n/.exec(source.slice(0, 20));
  if (named) return { delimiter: named[1] as Delimiter, start: named[0].length };
  const fits = delimiters.map((delimiter) => ({ delimiter, fit: fitOf(source, delimiter) }));
  const best = fits.reduce((a, b) => (b.fit.score > a.fit.score ? b : a));
  return { delimiter: best.delimiter, start: 0 };
}

/** Scores a delimiter by the share of the first records that are as wide as the first one, and by their width. */
function fitOf(source: string, delimiter: Delimiter): { score: number; rows: string[][]; width: number } {
  const rows: string[][] = [];
  for (const row of recordsOf(source.slice(0, 65_536), { delimiter, start: 0 })) {
    if (row.some((cell) => cell !== '')) rows.push(row);
    if (rows.length === sampled) break;
  }
  const width = rows[0]?.length ?? 0;
  const alike = rows.filter((row) => row.length === width).length / Math.max(1, rows.length);
  return { score: width > 1 ? alike * alike * Math.min(width, 20) : 0, rows, width };
}

/**
 * Whether an undeclared text is CSV: several records of the same width under short, different column names. In prose, a space
 * follows each comma.
 */
export function looksLikeCsv(source: string): boolean {
  const { delimiter, start } = dialectOf(source);
  if (start > 0) return true;
  const { rows, width } = fitOf(source, delimiter);
  const [header = []] = rows;
  const named = header.every((cell) => cell.length > 0 && cell.length <= 60 && !/^\s|[.!?:]$/.test(cell));
  const different = new Set(header).size === header.length;
  const even = rows.every((row) => row.length === width);
  return width >= 2 && rows.length >= 3 && named && different && even && !source.trimStart().startsWith('|');
}

/**
 * Reads the records of RFC 4180 in one pass. Tolerates any line end, a quote inside an unquoted field, and a quoted field that is
 * never closed (it ends with the text).
 */
function* recordsOf(source: string, { delimiter, start }: Dialect): Generator<string[]> {
  let at = source.startsWith('\ufeff', start) ? start + 1 : start;
  let record: string[] = [];
  while (at < source.length) {
    const field = source[at] === '"' ? quotedField(source, at) : plainField(source, at, delimiter);
    record.push(field.text);
    at = field.end;
    if (source[at] === delimiter) {
      at++;
      if (at < source.length) continue;
      record.push('');
    }
    at = afterLineEnd(source, at);
    yield record;
    record = [];
  }

  function quotedField(text: string, from: number): { text: string; end: number } {
    const parts: string[] = [];
    for (let open = from + 1; ;) {
      const close = text.indexOf('"', open);
      if (close < 0) return { text: parts.join('') + text.slice(open), end: text.length };
      if (text[close + 1] === '"') {
        parts.push(text.slice(open, close + 1));
        open = close + 2;
        continue;
      }
      // Text between the closing quote and the delimiter belongs to the field.
      const rest = plainField(text, close + 1, delimiter);
      return { text: parts.join('') + text.slice(open, close) + rest.text, end: rest.end };
    }
  }
}

function plainField(text: string, from: number, delimiter: string): { text: string; end: number } {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
  return { text: text.slice(from, end), end };
}

function afterLineEnd(text: string, at: number): number {
  if (text[at] === '\r') return text[at + 1] === '\n' ? at + 2 : at + 1;
  return text[at] === '\n' ? at + 1 : at;
}
