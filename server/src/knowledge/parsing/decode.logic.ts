/** The text of bytes that hold one, or null: UTF-8, UTF-16 with or without its mark, else Windows-1252 without control characters. */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding = encodingOf(bytes);
  if (encoding === null) return null;
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // PostgreSQL stores neither NUL nor half a surrogate pair.
    return text.replaceAll('\0', '').toWellFormed();
  } catch {
    return null;
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

function encodingOf(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const wide = wideEncoding(bytes);
  if (wide) return wide;
  if (hasControls(bytes)) return null;
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

// Latin text in UTF-16 has a zero in every other byte; UTF-8 has none at all.
function wideEncoding(bytes: Uint8Array): Encoding | null {
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
const hasControls = (bytes: Uint8Array) =>
  bytes.some((byte) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27);

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
