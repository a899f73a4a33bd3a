import { isUtf8 } from 'node:buffer';

const western = new TextDecoder('windows-1252');
const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [western.decode(Uint8Array.of(byte)), byte] as const));

/**
 * A mail whose header fields are all UTF-8: programs that know nothing of encoded words write subjects and names as raw
 * Latin-1. Field by field, as a relay may have added others. The bytes that came are kept as they are elsewhere.
 */
export function withReadableHeaders(raw: Uint8Array): Uint8Array {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const end = endOfHeaders(mail);
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

function endOfHeaders(mail: Buffer): number {
  const ends = [mail.indexOf('\r\n\r\n'), mail.indexOf('\n\n')].filter((at) => at >= 0);
  return ends.length > 0 ? Math.min(...ends) : mail.length;
}

const label = /charset\s{0,9}=\s{0,9}["']?([\w.:+-]{1,40})/gi;
/** Labels stand in the headers of parts; of a mail that is longer the beginning has the words. */
const mostLookedAt = 1_000_000;

/** Does a part of it say that it is ASCII, or in an encoding that nobody knows? Both are read as Western. */
export function mayBeMislabelled(raw: Uint8Array): boolean {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, mostLookedAt)).toString('latin1');
  const labels = new Set([...mail.matchAll(label)].map(([, name = '']) => name.toLowerCase()));
  return [...labels].slice(0, 20).some((name) => name === 'us-ascii' || !isKnown(name));
}

function isKnown(name: string): boolean {
  try {
    return Boolean(new TextDecoder(name));
  } catch {
    return false;
  }
}

/** Text that was labelled wrongly, and therefore read as Western, although its bytes were UTF-8. Else as it is. */
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
