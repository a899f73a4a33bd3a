import { legacyEncoding } from './legacy-encoding.logic.ts';

/**
 * The text of bytes that hold one, or null: UTF-8, where a few damaged letters are marked as lost; UTF-16 with or without its
 * mark; else an encoding of before Unicode, without control characters.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const wide = wideEncodingOf(bytes);
  if (wide !== null) return decodedWide(bytes, wide);
  if (hasControls(bytes)) return null;
  return (
    decodedAs('utf-8', bytes) ?? new TextDecoder(isNearlyUtf8(bytes) ? 'utf-8' : legacyEncoding(bytes)).decode(bytes)
  );
}

// PostgreSQL stores neither NUL nor half a surrogate pair; neither is in bytes of the other kind.
const decodedWide = (bytes: Uint8Array, encoding: string) =>
  decodedAs(encoding, bytes)?.replaceAll('\0', '').toWellFormed() ?? null;

function decodedAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

// Latin text in UTF-16 has a zero in every other byte; UTF-8 has none at all.
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

// Tab, line feed, form feed, carriage return and escape occur in texts; the others only in something else.
function hasControls(bytes: Uint8Array): boolean {
  // A loop: a function called for each byte of the largest file would keep everybody waiting.
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) return true;
  }
  return false;
}

// What several programs have written into has a wrong byte here and there; in another encoding hardly any letter would be right.
function isNearlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, 1_048_576));
  const lost = (text.match(/\uFFFD/g) ?? []).length;
  const right = (text.match(/[^\0-\x7f\uFFFD]/gu) ?? []).length;
  return right > lost;
}
