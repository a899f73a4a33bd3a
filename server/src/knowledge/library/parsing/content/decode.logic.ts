import { legacyEncoding } from './legacy-encoding.logic.ts';

/**
 * Decodes bytes as text: as UTF-8, where a few damaged letters become U+FFFD, as UTF-16 with or without a byte order mark, or in a
 * legacy encoding. Returns null if the bytes are not text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const wide = wideEncodingOf(bytes);
  if (wide !== null) return decodedWide(bytes, wide);
  if (hasControls(bytes)) return null;
  return (
    decodedAs('utf-8', bytes) ?? new TextDecoder(isNearlyUtf8(bytes) ? 'utf-8' : legacyEncoding(bytes)).decode(bytes)
  );
}

// Remove NUL and lone surrogates, which PostgreSQL cannot store. The other encodings cannot contain them.
const decodedWide = (bytes: Uint8Array, encoding: string) =>
  decodedAs(encoding, bytes)?.replaceAll('\0', '').toWellFormed() ?? null;

function decodedAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

// In Latin text, every other byte of UTF-16 is zero; UTF-8 contains no zero bytes.
function wideEncodingOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 4096);
  const even = sample.filter((byte, at) => byte === 0 && at % 2 === 0).length;
  const odd = sample.filter((byte, at) => byte === 0 && at % 2 === 1).length;
  const half = sample.length / 2;
  if (bytes.length % 2 !== 0 || half < 2) return null;
  if (odd > half * 0.6 && even < half * 0.05) return 'utf-16le';
  if (even > half * 0.6 && odd < half * 0.05) return 'utf-16be';
  return null;
}

// Text contains no control characters except tab, line feed, form feed, carriage return and escape.
function hasControls(bytes: Uint8Array): boolean {
  // Use a loop: a function call for each byte of the largest file would block the process.
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) return true;
  }
  return false;
}

// A UTF-8 file edited by several programs may contain a few wrong bytes. In another encoding, hardly any letter would decode.
function isNearlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, 1_048_576));
  const lost = (text.match(/\uFFFD/g) ?? []).length;
  const right = (text.match(/[^\0-\x7f\uFFFD]/gu) ?? []).length;
  return right > lost;
}
