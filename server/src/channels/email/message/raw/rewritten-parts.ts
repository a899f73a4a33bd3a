import { isUtf8 } from 'node:buffer';
import { foreignLetters, lettersOfHtml, withReadableHeaders } from './charsets.ts';
import { withWholeWords } from './encoded-words.ts';
import { lettersOf, partFormOf, typeWith, westernType, type PartForm } from './part-headers.logic.ts';
import { unencoded } from './unencoded.ts';

// The parser takes several times as long for unencoded lines as for the same in base64, and gigabytes if millions of them are short.
const smallest = { mail: 256 * 1024, body: 16 * 1024 };
/** The parser refuses mails with more headers or open parts. Each mail within a mail makes the text a third longer. */
const most = { headerBytes: 256 * 1024, open: 32, shownMails: 2 };

/**
 * Returns a large mail with its large unencoded bodies in base64, which says the same, and without what is around the parts of a
 * multipart, which nobody sees; the mails that it shows in itself, too. Returns the mail as it is if its parts are separated in an
 * unusual way.
 */
export function withQuickBodies(raw: Uint8Array, depth = 0): Buffer {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  if (raw.byteLength < smallest.mail) return mail;
  const pieces: Uint8Array[] = [];
  let read = 0;
  for (const part of partsOf(mail)) {
    if (part === 'unusual') return mail;
    const { headers, body, form } = part;
    if (form.kind === 'encoded' || body.to - body.from < smallest.body) continue;
    pieces.push(mail.subarray(read, headers.from));
    // The parser goes by the first of several such headers.
    if (form.kind === 'plain') pieces.push(Buffer.from('Content-Transfer-Encoding: base64\r\n'));
    pieces.push(mail.subarray(headers.from, body.from));
    const written = mail.subarray(body.from, body.to);
    const isMail = form.kind === 'plain' && form.isShownMail && depth < most.shownMails;
    if (form.kind === 'plain') pieces.push(...inBase64(isMail ? withQuickBodies(written, depth + 1) : written));
    read = body.to;
  }
  return pieces.length === 0 ? mail : Buffer.concat([...pieces, mail.subarray(read)]);
}

/** Returns the mail with every text that says to be UTF-8, or nothing, as text in Western letters. */
export function asWesternText(raw: Uint8Array): Uint8Array {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const pieces: Uint8Array[] = [];
  let read = 0;
  for (const part of partsOf(mail)) {
    if (part === 'unusual') return raw;
    const type = part.form.kind === 'around' ? null : westernType(part.form.contentType);
    if (type === null) continue;
    pieces.push(mail.subarray(read, part.headers.from), Buffer.from(`Content-Type: ${type}\r\n`, 'latin1'));
    read = part.headers.from;
  }
  return Buffer.concat([...pieces, mail.subarray(read)]);
}

/** Returns the mail with the headers of its parts as the parser can read them: the names of files are in them. */
export function withReadableParts(raw: Uint8Array): Uint8Array {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const pieces: Uint8Array[] = [];
  let read = 0;
  for (const part of partsOf(mail)) {
    if (part === 'unusual') return raw;
    const { from, to } = part.headers;
    pieces.push(mail.subarray(read, from), withWholeWords(withReadableHeaders(mail.subarray(from, to))));
    read = to;
  }
  return Buffer.concat([...pieces, mail.subarray(read)]);
}

/** Returns the mail with every shown text whose letters only we know, or only its own HTML names, as UTF-8. */
export function withKnownLetters(raw: Uint8Array): Uint8Array {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const pieces: Uint8Array[] = [];
  let read = 0;
  for (const part of partsOf(mail)) {
    if (part === 'unusual') return raw;
    const { headers, body, form } = part;
    const text = form.kind === 'around' ? null : textInOtherLetters(form, mail.subarray(body.from, body.to));
    if (form.kind === 'around' || text === null) continue;
    const type = `Content-Type: ${typeWith(form.contentType, 'utf-8')}\r\nContent-Transfer-Encoding: base64\r\n`;
    pieces.push(mail.subarray(read, headers.from), Buffer.from(type, 'latin1'), mail.subarray(headers.from, body.from));
    pieces.push(...inBase64(Buffer.from(text)));
    read = body.to;
  }
  return read === 0 ? raw : Buffer.concat([...pieces, mail.subarray(read)]);
}

type TextForm = Extract<PartForm, { contentType: string }>;

function textInOtherLetters({ contentType, encoding, isAttached }: TextForm, body: Buffer): string | null {
  const { type, charset } = lettersOf(contentType);
  const decode = charset === null ? null : foreignLetters(charset);
  const mayName = charset === null && type === 'text/html';
  if (isAttached || !['text/plain', 'text/html'].includes(type) || (!decode && !mayName)) return null;
  const bytes = unencoded(body, encoding);
  if (mayName) return lettersOfHtml(bytes)?.(bytes) ?? null;
  // Some programs write UTF-8 although they name another charset.
  return isUtf8(bytes) && bytes.some((byte) => byte > 127) ? null : (decode?.(bytes) ?? null);
}

/** Whole lines, from the first byte up to before `to`. */
interface Lines {
  from: number;
  to: number;
}

interface Part {
  headers: Lines;
  body: Lines;
  form: PartForm;
}

/** Separates the parts as the parser does, in their order, with what is around them. */
function* partsOf(mail: Buffer): Generator<Part | 'unusual'> {
  const open: Buffer[] = [];
  let line: BoundaryLine | null = { from: 0, to: 0, of: -1, ends: false };
  while (line) {
    const headers = line.ends ? { from: line.to, to: line.to } : headersAt(mail, line.to, open);
    const form = line.ends ? ({ kind: 'around', boundary: null } as const) : headers && formOf(mail, headers);
    if (!headers || !form || open.length > most.open) return yield 'unusual';
    const from = line.ends ? headers.to : afterBlankLine(mail, headers.to);
    // Headers that a boundary cuts off open nothing.
    if (form.kind === 'around' && form.boundary !== null && from > headers.to) open.push(Buffer.from(form.boundary));
    const next: BoundaryLine | null = boundaryFrom(mail, from, open);
    yield { headers, body: { from, to: next?.from ?? mail.length }, form };
    if (next) open.length = next.ends ? next.of : next.of + 1;
    line = next;
  }
}

const formOf = (mail: Buffer, { from, to }: Lines) => partFormOf(mail.subarray(from, to).toString('latin1'));

/** The headers up to a blank line or a boundary; null if they are longer than any. */
function headersAt(mail: Buffer, from: number, open: readonly Buffer[]): Lines | null {
  let to = from;
  while (to < mail.length && !isBlank(mail, to) && !boundaryAt(mail, to, open)) {
    to = nextLine(mail, to);
    if (to - from > most.headerBytes) return null;
  }
  return { from, to };
}

const nextLine = (mail: Buffer, at: number): number => mail.indexOf(10, at) + 1 || mail.length;

function isBlank(mail: Buffer, from: number): boolean {
  let at = from;
  while (mail[at] === 13) at += 1;
  return mail[at] === 10;
}

const afterBlankLine = (mail: Buffer, at: number): number =>
  at < mail.length && isBlank(mail, at) ? nextLine(mail, at) : at;

interface BoundaryLine extends Lines {
  /** The place of its multipart among the open ones. */
  of: number;
  ends: boolean;
}

/** The next boundary of an open multipart. */
function boundaryFrom(mail: Buffer, from: number, open: readonly Buffer[]): BoundaryLine | null {
  let at = from;
  while (open.length > 0 && at >= 0 && at < mail.length) {
    const found = boundaryAt(mail, at, open);
    if (found) return found;
    const next = mail.indexOf('\n--', at);
    at = next < 0 ? next : next + 1;
  }
  return null;
}

function boundaryAt(mail: Buffer, from: number, open: readonly Buffer[]): BoundaryLine | null {
  if (mail[from] !== dash || mail[from + 1] !== dash) return null;
  const to = nextLine(mail, from);
  const line = mail.subarray(from + 2, to);
  for (let of = open.length - 1; of >= 0; of--) {
    const boundary = open[of];
    if (!boundary || !line.subarray(0, boundary.length).equals(boundary)) continue;
    const below = line.subarray(boundary.length);
    const ends = below[0] === dash && below[1] === dash;
    if (below.subarray(ends ? 2 : 0).every((byte) => blanks.has(byte))) return { from, to, of, ends };
  }
  return null;
}

const dash = 45;
const blanks = new Set(Buffer.from(' \t\r\n'));

/** A multiple of three bytes fills its letters. */
const bytesInLine = 48 * 1024;

/** Each line ends with a line feed alone, as the parser reads it. */
function* inBase64(body: Buffer): Generator<Buffer> {
  const lines = Buffer.allocUnsafe(body.length + 1);
  let length = 0;
  // Carriage returns at the end of a line are overwritten by its line feed.
  let end = 0;
  for (const byte of body) {
    if (byte === 10) length = end;
    lines[length++] = byte;
    if (byte !== 13) end = length;
  }
  if (body.at(-1) !== 10) {
    lines[end] = 10;
    length = end + 1;
  }
  for (let at = 0; at < length; at += bytesInLine)
    yield Buffer.from(`${lines.subarray(at, Math.min(length, at + bytesInLine)).toString('base64')}\r\n`);
}
