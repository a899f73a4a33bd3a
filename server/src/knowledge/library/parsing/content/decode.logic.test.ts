import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText } from './decode.logic.ts';

const hex = (digits: string) => Buffer.from(digits, 'hex');
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

const cases: [string, Uint8Array, string | null][] = [
  ['UTF-8', Buffer.from('Größe €'), 'Größe €'],
  ['UTF-8 with its mark', Buffer.from('\ufeffGröße'), 'Größe'],
  ['UTF-16 with its mark', Buffer.from('\ufeffGröße', 'utf16le'), 'Größe'],
  ['big-endian UTF-16 with its mark', swapped(Buffer.from('\ufeffGröße', 'utf16le')), 'Größe'],
  ['UTF-16 without its mark', Buffer.from('Opening hours', 'utf16le'), 'Opening hours'],
  ['big-endian UTF-16 without its mark', swapped(Buffer.from('Opening hours', 'utf16le')), 'Opening hours'],
  ['Windows-1252', Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x93, 0x80, 0x94]), 'Größe “€”'],
  [
    'UTF-8 with a damaged letter',
    Buffer.concat([Buffer.from('Größe ist “eins”'), Buffer.from([0xc3, 0x28])]),
    'Größe ist “eins”\ufffd(',
  ],
  ['Shift-JIS', hex('95d4956982cc8ff08c8f82cd8e4f8f5c93fa88c893e082c582b78142'), '返品の条件は三十日以内です。'],
  ['EUC-JP', hex('cad6c9caa4cfbbb0bdbdc6fcb0cac6e2a4c7a4b9a1a3'), '返品は三十日以内です。'],
  ['GB 18030', hex('cdcbbbf5d4dac8fdcaaeccecc4dabfc9d2d4a1a3'), '退货在三十天内可以。'],
  [
    'EUC-KR',
    hex('b9ddc7b0c0ba20bbefbdcac0cf20c0ccb3bbbfa120b0a1b4c9c7d5b4cfb4d92e'),
    '반품은 삼십일 이내에 가능합니다.',
  ],
  ['Windows-1251', hex('c2eee7e2f0e0f220f2eee2e0f0e0'), 'Возврат товара'],
  ['KOI8-R', hex('f7cfdad7d2c1d420d4cfd7c1d2c1'), 'Возврат товара'],
  [
    'what a page says of itself',
    Buffer.from('<meta charset="iso-8859-2"><p>Zwrot w ci\xb1gu', 'latin1'),
    '<meta charset="iso-8859-2"><p>Zwrot w ciągu',
  ],
  [
    'a page that says something that is not',
    Buffer.from('<meta charset="none"><p>Gr\xf6\xdfe', 'latin1'),
    '<meta charset="none"><p>Größe',
  ],
  ['nothing', Buffer.alloc(0), ''],
  ['something binary', Buffer.from([0x47, 0x00, 0x01, 0x02, 0xff]), null],
  ['a control character in a text', Buffer.from('a\u0007b'), null],
];
for (const [what, bytes, text] of cases) {
  test(`text in bytes: ${what}`, () => assert.equal(decodeText(bytes), text));
}
