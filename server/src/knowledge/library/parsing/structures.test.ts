import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdfOf, wordMembers, zipOf } from './fixtures/files.ts';
import { odtOf, slideMembers, xlsxOf } from './fixtures/office-files.ts';
import { passagesOf } from './parse.ts';
import type { Format } from './content/shapes.logic.ts';

async function outlineOf(format: Format, bytes: Buffer | string): Promise<[title: string, ...[string, string][]]> {
  const order = { format, title: null, fallbackTitle: 'file', language: 'en' };
  const { title, chunks } = await passagesOf(Buffer.from(bytes), order);
  return [title, ...chunks.map(({ headingPath, text }): [string, string] => [headingPath.join(' > '), text])];
}

const par = (text: string, properties = '', look = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr>${look}</w:rPr><w:t>${text}</w:t></w:r></w:p>`;
const cell = (inside: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${inside}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
const wordOf = (body: string, { styles = '', more = {} }: { styles?: string; more?: Record<string, string> } = {}) =>
  outlineOf('docx', zipOf({ ...wordMembers(body, styles), ...more }));

test('Word: headings are recognised by outline level, style or base style, in every language', async () => {
  const styles =
    '<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>' +
    '<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="Heading1"/></w:style>' +
    '<w:style w:type="paragraph" w:styleId="Contents"><w:name w:val="TOC Heading"/><w:basedOn w:val="Heading1"/>' +
    '<w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>';
  const style = (id: string) => `<w:pStyle w:val="${id}"/>`;
  const body = [
    par('Returns', '<w:outlineLvl w:val="0"/>') + par('In thirty days.'),
    par('By post', style('berschrift2')) + par('With a label.'),
    par('Costs', style('Own')) + par('Five euros.') + par('Contents', style('Contents')),
  ];
  assert.deepEqual(await wordOf(body.join(''), { styles }), [
    'Returns',
    ['By post', 'In thirty days.\n\nWith a label.'],
    ['Costs', 'Five euros.\n\nContents'],
  ]);
});

test('Word: a nested table, spanning cells, and a layout table', async () => {
  const inner = `<w:tbl>${row(cell(par('Oslo')), cell(par('3 EUR')))}</w:tbl>`;
  const prices =
    row(cell(par('Region')), cell(par('Price')), cell(par('Days'))) +
    row(cell(par('North'), '<w:vMerge w:val="restart"/>'), cell(par('From:') + inner), cell(par('2'))) +
    row(cell('<w:p/>', '<w:vMerge/>'), cell(par('Free for members'), '<w:gridSpan w:val="2"/>'));
  const page = row(
    cell(par('Shops', '<w:pStyle w:val="Heading1"/>') + par('In Bern.')),
    cell(par('Closed on Sundays.')),
  );
  const table =
    '| Region | Price | Days |\n| --- | --- | --- |\n| North | From: Oslo · 3 EUR | 2 |\n| North | Free for members |  |';
  assert.deepEqual(await wordOf(`<w:tbl>${prices}</w:tbl>${par('Closed on Sundays.')}`), [
    'file',
    ['', `${table}\n\nClosed on Sundays.`],
  ]);
  assert.deepEqual(await wordOf(`<w:tbl>${page}</w:tbl>`), ['Shops', ['', 'In Bern.\n\nClosed on Sundays.']]);
});

test('Word: notes and boxes follow their paragraph once; fields and links give their visible text', async () => {
  const box = `<w:txbxContent>${par('Call at noon.')}</w:txbxContent>`;
  const alternatives = `<mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent>`;
  const note = (kind: string) => `<w:${kind}s><w:${kind} w:id="1">${par(`The ${kind}.`)}</w:${kind}></w:${kind}s>`;
  const body =
    '<w:p><w:hyperlink><w:r><w:t>Our guide</w:t></w:r></w:hyperlink><w:r><w:instrText>SECRET</w:instrText></w:r><w:r>' +
    '<w:tab/><w:t>is free.</w:t></w:r>' +
    `<w:r><w:footnoteReference w:id="1"/></w:r><w:r><w:endnoteReference w:id="1"/></w:r><w:r>${alternatives}</w:r>` +
    `</w:p><w:sdt><w:sdtContent>${par('More to come.')}</w:sdtContent></w:sdt>`;
  const more = { 'word/footnotes.xml': note('footnote'), 'word/endnotes.xml': note('endnote') };
  assert.deepEqual(await wordOf(body, { more }), [
    'file',
    ['', 'Our guide\tis free.\n\nCall at noon.\n\nThe footnote.\n\nThe endnote.\n\nMore to come.'],
  ]);
});

test('Word: lists by paragraph and by style, with their numbers; bold questions are headings', async () => {
  const level = (depth: number, format: string) =>
    `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl>`;
  const numbering =
    `<w:numbering><w:abstractNum w:abstractNumId="7">${level(0, 'decimal')}${level(1, 'bullet')}</w:abstractNum>` +
    '<w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num></w:numbering>';
  const list = (depth: number) => `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="3"/></w:numPr>`;
  const styles =
    '<w:style w:type="paragraph" w:styleId="Step"><w:name w:val="Step"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>';
  const bold = '<w:b/>';
  const body = [
    par('Open the box.', list(0)) + par('It is red.', list(1)) + par('Press the button.', '<w:pStyle w:val="Step"/>'),
    par('Is it free?', '', bold) + par('Yes, it is.') + par('Important', '', bold),
  ];
  assert.deepEqual(await wordOf(body.join(''), { styles, more: { 'word/numbering.xml': numbering } }), [
    'file',
    ['', '1. Open the box.\n  - It is red.\n2. Press the button.'],
    ['Is it free?', 'Yes, it is.\n\nImportant'],
  ]);
});

test('Word: any prefix, and parts under any name', async () => {
  const members = {
    '_rels/.rels':
      '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="/word/document2.xml"/></Relationships>',
    'word/_rels/document2.xml.rels':
      '<Relationships><Relationship Id="a" Type="x/styles" Target="looks of mine.xml"/></Relationships>',
    'word/looks of mine.xml': '<x:styles><x:style x:styleId="H"><x:name x:val="heading 1"/></x:style></x:styles>',
    'word/document2.xml':
      '<x:document><x:body><x:p><x:pPr><x:pStyle x:val="H"/></x:pPr><x:r><x:t>Delivery</x:t></x:r></x:p><x:p><x:r>' +
      '<x:t>On Mondays.</x:t></x:r></x:p></x:body></x:document>',
  };
  assert.deepEqual(await outlineOf('docx', zipOf(members)), ['Delivery', ['', 'On Mondays.']]);
});

test('OpenDocument: notes, boxes, nested lists and tables, and bold questions', async () => {
  const styles =
    '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>' +
    '<text:list-style style:name="N"><text:list-level-style-number text:level="1"/>' +
    '<text:list-level-style-bullet text:level="2"/></text:list-style>';
  const p = (text: string) => `<text:p>${text}</text:p>`;
  const c = (inside: string, more = '') => `<table:table-cell ${more}>${inside}</table:table-cell>`;
  const inner = `<table:table><table:table-row>${c(p('Oslo'))}${c(p('3 EUR'))}</table:table-row></table:table>`;
  const body = [
    p(
      'Free<text:s text:c="2"/>of charge<text:line-break/>for all.<text:note><text:note-citation>1</text:note-citation>' +
        '<text:note-body>The note.</text:note-body></text:note>',
    ).replace('The note.', p('The note.')),
    `<text:list text:style-name="N"><text:list-item>${p('Open it.')}<text:list><text:list-item>` +
      `${p('Slowly.')}</text:list-item></text:list></text:list-item><text:list-item>` +
      `${p('Close it.')}</text:list-item></text:list>`,
    `<text:p><draw:frame><draw:text-box>${p('Call at noon.')}</draw:text-box></draw:frame></text:p>`,
    `<table:table><table:table-row>${c(p('Region'))}${c(p('Price'))}</table:table-row><table:table-row>` +
      `${c(p('North'), 'table:number-rows-spanned="2"')}${c(p('From:') + inner)}</table:table-row><table:table-row>` +
      `<table:covered-table-cell/>${c(p('5 EUR'))}</table:table-row></table:table>`,
    p('<text:span text:style-name="B">Is it free?</text:span>') + p('Yes.'),
  ];
  assert.deepEqual(await outlineOf('odt', odtOf(body.join(''), styles)), [
    'file',
    [
      '',
      'Free  of charge\nfor all.\n\nThe note.\n\n1. Open it.\n  - Slowly.\n2. Close it.\n\nCall at noon.\n\n| Region | ' +
        'Price |\n| --- | --- |\n| North | From: Oslo · 3 EUR |\n| North | 5 EUR |',
    ],
    ['Is it free?', 'Yes.'],
  ]);
});

test('slides: groups, merged cells and diagrams; a slide without a title does not name the document', async () => {
  const shape = (text: string) => `<p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const tc = (text: string, more = '') =>
    `<a:tc ${more}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
  const table =
    `<p:graphicFrame><a:graphic><a:tbl><a:tr>${tc('Zone')}${tc('Price')}</a:tr><a:tr>` +
    `${tc('EU', 'rowSpan="2"')}${tc('5 EUR')}</a:tr><a:tr>${tc('', 'vMerge="1"')}${tc('9 EUR')}</a:tr></a:tbl>` +
    '</a:graphic></p:graphicFrame>';
  const diagram = '<p:graphicFrame><a:graphic><dgm:relIds r:dm="d1"/></a:graphic></p:graphicFrame>';
  const members = {
    ...slideMembers([
      { shapes: `<p:grpSp>${shape('In a group.')}<p:grpSp>${shape('Deeper.')}</p:grpSp></p:grpSp>${table}` },
      { title: 'Steps', shapes: diagram },
    ]),
    'ppt/slides/_rels/slide2.xml.rels':
      '<Relationships><Relationship Id="d1" Type="x/diagramData" Target="../diagrams/data1.xml"/></Relationships>',
    'ppt/diagrams/data1.xml':
      '<dgm:dataModel><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>Order</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt><dgm:t>' +
      '<a:p><a:r><a:t>Pay</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>',
  };
  assert.deepEqual(await outlineOf('pptx', zipOf(members)), [
    'file',
    ['Slide 1', 'In a group.\n\nDeeper.\n\n| Zone | Price |\n| --- | --- |\n| EU | 5 EUR |\n| EU | 9 EUR |'],
    ['Steps', '- Order\n- Pay'],
  ]);
});

test('PDF: a running head appears once, page numbers are removed, and numbered headings are kept', async () => {
  const words = ['Parcels', 'Letters', 'Returns', 'Refunds'];
  const pages = words.map((word, at) => [
    'Handbook of the shop',
    `# Chapter ${at + 1}`,
    `${word} are explained here, and it takes one page.`,
    `Page ${at + 1} of 4`,
  ]);
  const [, ...chunks] = await outlineOf('pdf', pdfOf(pages));
  const text = chunks.map((chunk) => chunk.join('\n')).join('\n');
  assert.equal(text.match(/Handbook of the shop/g)?.length, 1, text);
  assert.doesNotMatch(text, /Page \d/);
  for (const [at, word] of words.entries())
    assert.match(text, new RegExp(`Chapter ${at + 1}[^]*${word} are explained`));
});

test('HTML: cells that span rows, headings by role, no script links', async () => {
  const page =
    '<div role="heading" aria-level="2">Prices</div><table><tr><th>Zone</th><th>Price</th></tr><tr>' +
    '<td rowspan="2">EU</td><td>5 EUR</td></tr><tr><td>9 EUR</td></tr></table>' +
    '<p><a href="javascript:alert(1)">Pay now</a> or <a href="https://shop.example/later">later</a></p>';
  assert.deepEqual(await outlineOf('html', page), [
    'file',
    [
      'Prices',
      '| Zone | Price |\n| --- | --- |\n| EU | 5 EUR |\n| EU | 9 EUR |\n\nPay now or [later](https://shop.example/later)',
    ],
  ]);
});

test('Markdown: front matter of two kinds, and rules that are not front matter; scripts are not text', async () => {
  assert.deepEqual(await outlineOf('markdown', '+++\ntitle = "Pay"\ndraft = true\n+++\nBy card.'), [
    'Pay',
    ['', 'By card.'],
  ]);
  assert.deepEqual(await outlineOf('markdown', '---\n\nBetween rules.\n\n---\n\nBelow them.'), [
    'file',
    ['', 'Between rules.\n\nBelow them.'],
  ]);
  assert.deepEqual(await outlineOf('markdown', '<script>let a = 1;</script>\n\n<p>Below < 5 kg</p>'), [
    'file',
    ['', 'Below < 5 kg'],
  ]);
});

test('JSON: numbers stay as they are written, and a file may have one value per line', async () => {
  const [, [, number] = []] = await outlineOf('json', '{"order":12345678901234567890123,"price":1.10,"count":7}');
  assert.equal(number, '{\n  "order": "12345678901234567890123",\n  "price": "1.10",\n  "count": 7\n}');
  const lines = '{"question":"Is it free?","answer":"Yes."}\n\n{"question":"Is it new?","answer":"No."}\n';
  assert.deepEqual(await outlineOf('json', lines), ['file', ['Is it free?', 'Yes.'], ['Is it new?', 'No.']]);
});

test('question columns lose nothing: a lone question is kept, a lone answer continues the one above', async () => {
  const rows = [
    ['Question', 'Answer'],
    ['Orders', ''],
    ['Can I cancel?', 'Yes,'],
    ['', 'within an hour.'],
    ['Is it free?', 'No.'],
  ];
  const expected = [
    ['Can I cancel?', 'Yes,\nwithin an hour.'],
    ['Is it free?', 'No.'],
  ];
  const csv = rows.map((cells) => cells.map((each) => `"${each}"`).join(',')).join('\n');
  for (const [format, bytes] of [
    ['csv', csv],
    ['xlsx', xlsxOf([{ name: 'FAQ', rows }])],
  ] as const) {
    const [, ...chunks] = await outlineOf(format, bytes);
    assert.ok(
      chunks.some(([, text]) => text === 'Orders'),
      JSON.stringify(chunks),
    );
    assert.deepEqual(
      chunks.slice(-2).map(([path, text]) => [path.replace('FAQ > ', ''), text]),
      expected,
    );
  }
});

test('attached mails are read under their subjects, three levels deep, and other attachments are named', async () => {
  const mail = (subject: string, words: string, inside: string) =>
    `From: wim@shop.example\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; ` +
    `boundary=${subject}\r\n\r\n--${subject}\r\nContent-Type: ` +
    `text/plain\r\n\r\n${words}\r\n${inside}--${subject}--\r\n`;
  const attached = (subject: string, message: string) =>
    `--${subject}\r\nContent-Type: message/rfc822\r\n\r\n${message}\r\n`;
  const file =
    '--D\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="plan.pdf"\r\n\r\nx\r\n';
  const nested = ['C', 'B', 'A'].reduce(
    (inner, each) => mail(each, `Words of ${each}.`, attached(each, inner)),
    mail('D', 'Words of D.', file),
  );
  const [title, ...chunks] = await outlineOf('eml', nested);
  const whole = chunks.map((chunk) => chunk.join('\n')).join('\n');
  assert.equal(title, 'A');
  assert.match(whole, /Words of A\.[^]*Words of B\.[^]*Words of C\.[^]*not read: without a name/);
  assert.deepEqual(chunks.at(-1)?.[0], 'B > C');
  assert.doesNotMatch(whole, /Words of D|plan/);
  const [, ...only] = await outlineOf('eml', mail('E', '', attached('E', mail('D', 'Words of D.', file))));
  assert.match(only.map(([, text]) => text).join('\n'), /Words of D\.[^]*plan\.pdf/);
});

test('a mail whose lines end with carriage returns alone is read', async () => {
  const mail =
    'Message-ID: <a@x.test>\nFrom: wim@shop.example\nSubject: Lamps\n\nThe lamps burn for years.\n\nThe wick lasts.\n';
  const [title, ...chunks] = await outlineOf('eml', mail.replaceAll('\n', '\r'));
  assert.equal(title, 'Lamps');
  assert.match(chunks.map(([, text]) => text).join('\n'), /burn for years\.[^]*wick lasts/);
});
