import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

const western = new TextDecoder('windows-1252');
const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [western.decode(Uint8Array.of(byte)), byte] as const));

/**
 * Converts the header fields of a mail to UTF-8: programs that do not use encoded words write subjects and names as raw
 * Latin-1. Converts line by line, because a relay may have added others. The original bytes are kept elsewhere.
 */
export function withReadableHeaders(raw: Uint8Array): Uint8Array {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const end = endOfHeaders(raw);
  const head = mail.subarray(0, end);
  if (isUtf8(head)) return raw;
  const lines = head
    .toString('latin1')
    .split('\n')
    .map((line) => Buffer.from(line, 'latin1'))
    .map((line) => (isUtf8(line) ? line : Buffer.from(western.decode(line))))
    .flatMap((line, at) => (at === 0 ? [line] : [Buffer.from('\n'), line]));
  return Buffer.concat([...lines, mail.subarray(end)]);
}

/** Returns the position of the blank line below the headers; the length of the mail if it has none. */
export function endOfHeaders(raw: Uint8Array): number {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const ends = [mail.indexOf('\r\n\r\n'), mail.indexOf('\n\n')].filter((at) => at >= 0);
  return ends.length > 0 ? Math.min(...ends) : mail.length;
}

// With single quotation marks, the parser does not know the name.
const label = /charset\s{0,9}=\s{0,9}"?([\w.:+'-]{1,40})/gi;
/** Labels are in the headers of parts; in a longer mail, the text is at the beginning. */
const mostLookedAt = 1_000_000;

/** The charsets that the parts are labelled with. */
export function labelsIn(raw: Uint8Array): string[] {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, mostLookedAt)).toString('latin1');
  return [...new Set([...mail.matchAll(label)].map(([, name = '']) => name.toLowerCase()))].slice(0, 20);
}

/** Whether a part is labelled as ASCII, as Western or with an unknown encoding. The parser decodes all of them as Western. */
export const mayBeMislabelled = (labels: readonly string[]): boolean =>
  labels.some((name) => (webDecoder(name) ?? western).encoding === western.encoding);

function webDecoder(name: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(name);
  } catch {
    return null;
  }
}

type Decode = (bytes: Uint8Array) => string;

/** iconv-lite knows these names, but they are no letters. */
const notLetters = new Set(['binary', 'base64', 'hex']);
/** Its first bytes tell the order of the others (RFC 2781), which browsers do not look at. */
const inEitherOrder = 'utf-16';

/** Decodes letters that browsers, and the parser, do not know, such as cp850 and UTF-7; null for all others. */
export function foreignLetters(name: string): Decode | null {
  const isKnown = webDecoder(name) !== null && name.toLowerCase() !== inEitherOrder;
  if (isKnown || notLetters.has(name.toLowerCase()) || !iconv.encodingExists(name)) return null;
  return (bytes) => iconv.decode(Buffer.from(bytes), name);
}

/** HTML names its letters at its beginning. */
const mostBefore = 1_024;
const named = /<meta\b[^>]{0,300}?\bcharset\s{0,9}=\s{0,9}["']?([\w.:+-]{1,40})/i;

/** Returns the decoder of the charset that the HTML names itself. Returns null if it names none, or if its bytes are valid UTF-8. */
export function lettersOfHtml(html: Buffer): Decode | null {
  const name = named.exec(html.toString('latin1', 0, mostBefore))?.[1];
  if (name === undefined || isUtf8(html)) return null;
  const decoder = webDecoder(name);
  // Who could read this name was not reading UTF-16.
  if (decoder) return decoder.encoding.startsWith('utf-') ? null : (bytes) => decoder.decode(bytes);
  return foreignLetters(name);
}

/**
 * Repairs text whose bytes are UTF-8 but that was decoded as Western because of a wrong label. Returns all other text
 * unchanged.
 */
export function asWritten(text: string): string {
  const bytes = Buffer.alloc(text.length);
  let wide = false;
  for (let at = 0; at < text.length; at++) {
    const byte = byteOf.get(text[at] ?? '');
    if (byte === undefined) return text;
    wide ||= byte > 127;
    bytes[at] = byte;
  }
  return wide && isUtf8(bytes) ? bytes.toString() : text;
}

/** Whether something was decoded as UTF-8 that is not. */
export const isTorn = (text: string | null): boolean => text?.includes(torn) ?? false;

const torn = '\ufffd';

/** The text with the lines that are not UTF-8 as they are in Western letters. A line with other letters beyond ASCII is only damaged. */
export function withWesternLines(text: string, westernText: string): string {
  const lines = westernText.split('\n');
  const given = text.split('\n');
  if (lines.length !== given.length) return text;
  return given.map((line, at) => (isTorn(line) && isAsciiBeside(line) ? (lines[at] ?? line) : line)).join('\n');
}

const isAsciiBeside = (line: string): boolean => /^\p{ASCII}*$/u.test(line.replaceAll(torn, ''));
