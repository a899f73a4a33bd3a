import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { examined } from '../../../../test/examined.ts';
import { startServer, type TestServer } from '../../../../test/server.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { encryptedDocx, pdfOf, wordMembers, zipOf } from '../parsing/fixtures/files.ts';
import { hiding, order, shown } from '../parsing/fixtures/hidden-files.ts';
import { odtOf, pptxOf, slideMembers, xlsxOf } from '../parsing/fixtures/office-files.ts';
import { mediaTypes, type Format } from '../parsing/index.ts';

let server: TestServer;
let world: World;
let collection: string;
before(async () => {
  server = await startServer({ working: 'jobs' });
  world = await createWorld(server);
  collection = (await world.wim.posts('/api/knowledge/collections', { name: 'Help centre' })).id;
});
after(() => server.close());

const path = '/api/knowledge/documents';

function upload(name: string, bytes: Buffer) {
  const edge = 'edge-of-the-form';
  const part = (what: string) => `--${edge}\r\nContent-Disposition: form-data; ${what}\r\n`;
  const file = `${part(`name="file"; filename="${name}"`)}Content-Type: application/octet-stream\r\n\r\n`;
  const head = `${part('name="collection_id"')}\r\n${collection}\r\n${file}`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]);
  return world.wim.calls('POST', `${path}/upload`, body, { 'content-type': `multipart/form-data; boundary=${edge}` });
}

/** Uploads a file and returns its document after ingestion has ended. */
async function settled(name: string, bytes: Buffer): Promise<any> {
  const answer = await upload(name, bytes);
  assert.equal(answer.status, 202, answer.text);
  for (;;) {
    const document = await world.wim.gets(`${path}/${answer.body.id}`);
    if (['ready', 'failed', 'cancelled'].includes(document.status)) return document;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

interface Example {
  /** A name without a useful extension, or with a wrong one. */
  name: string;
  bytes: Buffer;
  title: string;
  question: string;
  answer: RegExp;
  under: string[];
}

const examples: Partial<Record<Format, Example>> = {
  pptx: {
    name: 'talk.bin',
    bytes: pptxOf([
      { title: 'Bicycle rental' },
      { title: 'Helmets', bullets: ['A helmet is included with every bicycle.'] },
    ]),
    title: 'Bicycle rental',
    question: 'is a helmet included with the bicycle',
    answer: /helmet is included/,
    under: ['Helmets'],
  },
  xlsx: {
    name: 'prices.pdf',
    bytes: xlsxOf([
      {
        name: 'Canoes',
        rows: [
          ['Canoe', 'Price per day'],
          ['Single canoe', { value: 24.5, style: 2 }],
          ['Family canoe', { value: 39, style: 2 }],
        ],
      },
    ]),
    title: 'prices',
    question: 'price per day of a family canoe',
    answer: /\| Family canoe \| 39\.00 € \|/,
    under: ['Canoes'],
  },
  odt: {
    name: 'camp.docx',
    bytes: odtOf(
      '<text:h text:outline-level="1">Campground</text:h><text:h ' +
        'text:outline-level="2">Fires</text:h><text:p>Campfires are allowed in the marked fire pits only.</text:p>',
    ),
    title: 'Campground',
    question: 'are campfires allowed',
    answer: /marked fire pits/,
    under: ['Fires'],
  },
  csv: {
    name: 'faq.txt',
    bytes: Buffer.from(
      'Question;Answer\r\nIs the sauna heated in summer?;"The sauna is heated; every day from May"\r\nAre towels ' +
        'free?;Towels cost two euros\r\n',
    ),
    title: 'faq',
    question: 'is the sauna heated in summer',
    answer: /heated; every day from May/,
    under: ['Is the sauna heated in summer?'],
  },
  json: {
    name: 'export',
    bytes: Buffer.from(
      JSON.stringify({
        articles: [
          { title: 'Kayak lessons', body: '<p>Kayak lessons start at the pier.</p>' },
          { title: 'Boat licences', body: 'No licence is needed.' },
        ],
      }),
    ),
    title: 'export',
    question: 'where do kayak lessons start',
    answer: /start at the pier/,
    under: ['articles', 'Kayak lessons'],
  },
  eml: {
    name: 'message.txt',
    bytes: Buffer.from(
      'From: Wim <wim@example.com>\r\nDate: Mon, 1 Jun 2026 10:30:00 +0200\r\nSubject: Minigolf\r\n\r\nThe minigolf ' +
        'course opens again in spring.\r\n',
    ),
    title: 'Minigolf',
    question: 'when does the minigolf course open again',
    answer: /opens again in spring/,
    under: [],
  },
};

for (const [format, example] of Object.entries(examples)) {
  test(`${format.toUpperCase()} is recognised by its content, becomes retrievable, and its sentences are found`, async () => {
    const document = await settled(example.name, example.bytes);
    assert.deepEqual([document.status, document.retrievable, document.error], ['ready', true, null]);
    assert.equal(document.source.media_type, mediaTypes[format as Format]);
    assert.equal(document.title, example.title);
    const { items } = await world.max.posts('/api/knowledge/search', { query: example.question }, 200);
    assert.equal(items[0]?.document_id, document.id);
    assert.match(items[0].text, example.answer);
    assert.deepEqual(items[0].heading_path, example.under);
    const content = await world.max.calls('GET', `${path}/${document.id}/content`);
    assert.equal(String(content.headers['content-type']).split(';')[0], mediaTypes[format as Format]);
    const again = await world.wim.posts(`${path}/${document.id}/reingest`, undefined, 200);
    assert.equal(again.unchanged, true);
  });
}

test('a slide is named by its number as the page', async () => {
  const { id } = await settled(
    'talk.pptx',
    pptxOf([{ title: 'Tours' }, { title: 'Harbour tour', bullets: ['It leaves at noon.'] }]),
  );
  const { items } = await world.max.gets(`${path}/${id}/chunks`);
  assert.deepEqual(
    items.map((chunk: any) => [chunk.heading_path, chunk.place.page]),
    [[['Harbour tour'], 2]],
  );
});

test('a malicious file fails with a specific error and a remedy, and the next file is read', async () => {
  const bomb = zipOf({ ...slideMembers([{ title: 'A' }]), 'ppt/media/a.bin': Buffer.alloc(60 * 1024 * 1024) });
  const ended = [];
  for (const [name, bytes] of [
    ['bomb.pptx', bomb],
    ['secret.xlsx', encryptedDocx()],
    ['cut.odt', odtOf('<text:p>A</text:p>').subarray(0, 300)],
    ['deep.json', Buffer.from(`${'['.repeat(50_000)}1${']'.repeat(50_000)}`)],
    ['broken.json', Buffer.from('{"title":')],
    ['pictures.pptx', pptxOf([{ picture: true }])],
    ['wide.csv', Buffer.from(`${'a,'.repeat(1_000_000)}\n`)],
    ['secret.pdf', pdfOf([['Secret']], { encrypted: true })],
    ['scan.pdf', pdfOf([[]], { drawn: 'q 612 0 0 792 0 0 cm /Scan Do Q' })],
    ['cut.pdf', Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Cat')],
    ['secret.docx', encryptedDocx()],
    ['hidden.docx', zipOf({ ...wordMembers('<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>Words</w:t></w:r></w:p>') })],
  ] as const) {
    const { status, retrievable, error } = await settled(name, bytes);
    ended.push([name, status, retrievable, error.code]);
    assert.ok(error.remedy.length > 10);
  }
  assert.deepEqual(ended, [
    ['bomb.pptx', 'failed', false, 'too_large'],
    ['secret.xlsx', 'failed', false, 'encrypted'],
    ['cut.odt', 'failed', false, 'corrupt'],
    ['deep.json', 'failed', false, 'too_large'],
    ['broken.json', 'failed', false, 'corrupt'],
    ['pictures.pptx', 'failed', false, 'empty_text'],
    ['wide.csv', 'failed', false, 'too_large'],
    ['secret.pdf', 'failed', false, 'encrypted'],
    ['scan.pdf', 'failed', false, 'empty_text'],
    ['cut.pdf', 'failed', false, 'corrupt'],
    ['secret.docx', 'failed', false, 'encrypted'],
    ['hidden.docx', 'failed', false, 'empty_text'],
  ]);
  assert.equal((await upload('archive.pptx', zipOf({ 'a.txt': 'Words' }))).body.code, 'unsupported_media_type');
  const after = await settled('after.csv', Buffer.from('Place,Opens\nPool,nine\nBar,ten\n'));
  assert.equal(after.retrievable, true);
});

const hidden: [format: Format, way: string][] = [
  ['docx', 'deleted by a revision'],
  ['pptx', 'notes'],
  ['xlsx', 'a hidden row'],
  ['odt', 'white'],
  ['pdf', 'not painted'],
];
test('hidden text of a file is in no passage, and is reported if it contains instructions to a machine', async () => {
  for (const [format, way] of hidden) {
    const { id, retrievable } = await settled(`sauna.${format}`, hiding[format]?.[way] ?? Buffer.alloc(0));
    assert.equal(retrievable, true, format);
    const { items } = await world.max.gets(`${path}/${id}/chunks`);
    const text = items.map((chunk: any) => chunk.text).join('\n');
    assert.ok(text.includes(shown) && !text.includes('Ignore'), text);
    await examined(world.max);
    const { items: found } = await world.max.gets(`/api/knowledge/findings?type=injection_suspected&document_id=${id}`);
    assert.equal(found.length, 1, format);
    assert.match(found[0].documents[0].quote, new RegExp(order));
    // Delete the document: the next file contains the same text.
    await world.wim.calls('DELETE', `${path}/${id}`);
  }
});

test('the title of a page that is written over several lines is one line', async () => {
  const page = '<!doctype html><title>Opening\n      hours\u2028 and days</title><p>We are open from nine to five.</p>';
  assert.equal((await settled('page.html', Buffer.from(page))).title, 'Opening hours and days');
});
