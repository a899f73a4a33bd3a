import { isUtf8 } from 'node:buffer';

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

const label = /charset\s{0,9}=\s{0,9}["']?([\w.:+-]{1,40})/gi;
/** Labels are in the headers of parts; in a longer mail, the text is at the beginning. */
const mostLookedAt = 1_000_000;

/** Whether a part is labelled as ASCII, as Western or with an unknown encoding. The parser decodes all of them as Western. */
export function mayBeMislabelled(raw: Uint8Array): boolean {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, mostLookedAt)).toString('latin1');
  const labels = new Set([...mail.matchAll(label)].map(([, name = '']) => name.toLowerCase()));
  return [...labels].slice(0, 20).some(isDecodedAsWestern);
}

function isDecodedAsWestern(name: string): boolean {
  try {
    return new TextDecoder(name).encoding === western.encoding;
  } catch {
    return true;
  }
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
