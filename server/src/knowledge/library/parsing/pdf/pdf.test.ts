import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdfOf, type PdfTag } from '../fixtures/files.ts';
import { parsePdf } from './pdf.ts';

async function drawn(content: string, more: { tags?: PdfTag[] } = {}): Promise<[kind: string, text: string][]> {
  const { blocks } = await parsePdf(pdfOf([[]], { drawn: content, ...more }));
  return blocks.map(({ kind, text }) => [kind, text]);
}

const at = (x: number, y: number, text: string, { size = 11, font = 'F1' } = {}) =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${text}) Tj ET`;
const lines = (x: number, y: number, all: readonly string[]) =>
  all.map((text, line) => at(x, y - line * 13, text)).join('\n');
const table = (rows: readonly string[][], columns: readonly number[]) =>
  rows.flatMap((row, line) => row.map((cell, column) => at(columns[column] ?? 0, 600 - line * 20, cell))).join('\n');

test('two columns are read one after the other, after the line above both', async () => {
  const left = ['Parcels leave the house on the', 'day on which you order them,', 'unless it is a holiday.'];
  const right = ['Letters take two days longer,', 'since the post office fetches', 'them once a week.'];
  const above = at(72, 700, 'All that we send is insured, and you may follow it on its way, wherever it goes.');
  const page = [above, lines(72, 650, left), lines(330, 650, right)].join('\n');
  assert.deepEqual(await drawn(page), [
    ['prose', 'All that we send is insured, and you may follow it on its way, wherever it goes.'],
    ['prose', left.join(' ')],
    ['prose', right.join(' ')],
  ]);
});

test('aligned cells are a table, even with two columns if one has numbers', async () => {
  const sizes = [
    ['Size', 'Chest', 'Hips'],
    ['Small', '88-92', '90-94'],
    ['Medium', '98-102'],
    ['Large', '104-108', '106-110'],
  ];
  const places = table(
    sizes.filter(([name]) => name !== 'Medium'),
    [72, 200, 330],
  );
  const [only] = await drawn(`${places}\n${at(72, 540, 'Medium')}\n${at(332, 540, '98-102')}`);
  assert.deepEqual(only, [
    'table',
    '| Size | Chest | Hips |\n| --- | --- | --- |\n| Small | 88-92 | 90-94 |\n| Large | 104-108 | 106-110 |\n| Medium |  | 98-102 |',
  ]);
  const prices = await drawn(
    table(
      [
        ['Service', 'Price'],
        ['Haircut', '35 EUR'],
        ['Wash', '12 EUR'],
      ],
      [72, 300],
    ),
  );
  assert.deepEqual(prices, [['table', '| Service | Price |\n| --- | --- |\n| Haircut | 35 EUR |\n| Wash | 12 EUR |']]);
});

test('lists keep their numbers and levels, even if a number hangs before its text', async () => {
  const page = [
    at(72, 600, '1.'),
    at(110, 600, 'Pack the goods.'),
    at(110, 580, '- Use the box.'),
    at(110, 560, '- Leave the tags on.'),
    at(72, 540, '2.'),
    at(110, 540, 'Call us.'),
  ];
  assert.deepEqual(await drawn(page.join('\n')), [
    ['list', '1. Pack the goods.\n  - Use the box.\n  - Leave the tags on.\n2. Call us.'],
  ]);
});

test('a short bold line above text is a heading, and a hyphenated word is joined', async () => {
  const page = `${at(72, 600, 'Opening hours', { font: 'F2' })}\n${lines(72, 580, ['We open at nine, on holi-', 'days at ten.'])}`;
  assert.deepEqual(await drawn(page), [
    ['heading', 'Opening hours'],
    ['prose', 'We open at nine, on holidays at ten.'],
  ]);
});

test('vertical text and rotated pages are read in order', async () => {
  const turned = ['Valid until', 'the end of May.'].map(
    (text, line) => `BT /F1 11 Tf 0 1 -1 0 ${400 + line * 13} 100 Tm (${text}) Tj ET`,
  );
  const page = `${lines(72, 700, ['Our prices include the tax.'])}\n${turned.join('\n')}`;
  assert.deepEqual(await drawn(page), [
    ['prose', 'Our prices include the tax.'],
    ['prose', 'Valid until the end of May.'],
  ]);
});

test('the border of a cell does not hide text that starts at it', async () => {
  const [only] = await drawn(`0 g 71 590 1 30 re f ${at(72, 600, 'Standard delivery takes two days.')}`);
  assert.deepEqual(only, ['prose', 'Standard delivery takes two days.']);
});

test('a tagged file is read by its tags: headings, tables with gaps, lists, notes; without its running head', async () => {
  const marked = (mark: number, role: string, content: string) => `/${role} <</MCID ${mark}>> BDC ${content} EMC`;
  const content = [
    `/Artifact <</Type /Pagination>> BDC ${at(72, 760, 'Handbook')} EMC`,
    marked(0, 'H2', at(72, 600, 'Prices')),
    marked(1, 'TH', at(72, 580, 'Zone')),
    marked(2, 'TH', at(200, 580, 'Price')),
    marked(3, 'TD', at(72, 560, 'Europe')),
    marked(4, 'TD', at(200, 560, '5 EUR')),
    marked(5, 'TD', at(200, 540, '9 EUR')),
    marked(6, 'Lbl', at(72, 500, '3.')),
    marked(7, 'LBody', at(90, 500, 'Pay by card.')),
    marked(8, 'P', at(72, 480, 'Vouchers are free.')),
    marked(9, 'Note', at(72, 90, 'Until May.')),
  ].join('\n');
  const tags: PdfTag[] = [
    ['H2', 0],
    ['Table', ['TR', ['TH', 1], ['TH', 2]], ['TR', ['TD', 3], ['TD', 4]], ['TR', ['TD', 5]]],
    ['L', ['LI', ['Lbl', 6], ['LBody', 7]]],
    ['P', 8, ['Note', 9]],
  ];
  assert.deepEqual(await drawn(content, { tags }), [
    ['heading', 'Prices'],
    ['table', '| Zone | Price |\n| --- | --- |\n| Europe | 5 EUR |\n|  | 9 EUR |'],
    ['list', '3. Pay by card.'],
    ['prose', 'Vouchers are free.'],
    ['prose', 'Until May.'],
  ]);
});
