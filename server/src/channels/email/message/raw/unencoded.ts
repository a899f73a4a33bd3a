/** The bytes of a body as they were before its transfer encoding; unknown encodings are taken for none, as the parser does. */
export function unencoded(body: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64');
  return encoding === 'quoted-printable' ? unquoted(body) : body;
}

function unquoted(body: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(body.length);
  let length = 0;
  let at = 0;
  while (at < body.length) {
    const byte = body[at] ?? 0;
    const code = byte === equals ? body.toString('latin1', at + 1, at + 3) : '';
    if (/^[0-9a-f]{2}$/i.test(code)) {
      bytes[length++] = Number.parseInt(code, 16);
      at += 3;
    } else if (byte === equals && endOfSoftBreak(body, at + 1) > 0) {
      at = endOfSoftBreak(body, at + 1);
    } else {
      bytes[length++] = byte;
      at += 1;
    }
  }
  return bytes.subarray(0, length);
}

const equals = 61;
const mostBlanks = 80;

/** Returns the offset of the line after a soft line break. Returns 0 if no soft line break is here. */
function endOfSoftBreak(body: Buffer, from: number): number {
  let at = from;
  while (at - from < mostBlanks && (body[at] === 32 || body[at] === 9 || body[at] === 13)) at += 1;
  return body[at] === 10 ? at + 1 : 0;
}
