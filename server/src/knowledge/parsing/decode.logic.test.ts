import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText } from './decode.logic.ts';

const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

const cases: [string, Uint8Array, string | null][] = [
  ['UTF-8', Buffer.from('Größe €'), 'Größe €'],
  ['UTF-8 with its mark', Buffer.from('\ufeffGröße'), 'Größe'],
  ['UTF-16 with its mark', Buffer.from('\ufeffGröße', 'utf16le'), 'Größe'],
  ['big-endian UTF-16 with its mark', swapped(Buffer.from('\ufeffGröße', 'utf16le')), 'Größe'],
  ['UTF-16 without its mark', Buffer.from('Opening hours', 'utf16le'), 'Opening hours'],
  ['big-endian UTF-16 without its mark', swapped(Buffer.from('Opening hours', 'utf16le')), 'Opening hours'],
  ['Windows-1252', Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x93, 0x80, 0x94]), 'Größe “€”'],
  ['nothing', Buffer.alloc(0), ''],
  ['something binary', Buffer.from([0x47, 0x00, 0x01, 0x02, 0xff]), null],
  ['a control character in a text', Buffer.from('a\u0007b'), null],
];
for (const [what, bytes, text] of cases) {
  test(`text in bytes: ${what}`, () => assert.equal(decodeText(bytes), text));
}
