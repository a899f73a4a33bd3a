import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startServer, type TestServer } from '../../../../test/server.ts';
import { createWorld, type Caller, type World } from '../../../../test/world.ts';
import { docxOf, pdfOf } from '../parsing/fixtures/files.ts';

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
const returns =
  '# Returns\n\nParcels can be returned within 30 days of delivery.\n\n## Refunds\n\nA refund takes five working days to arrive.';
const missing = '01890000-0000-7000-8000-000000000000';

const addsText = (who: Caller, more: object = {}, status = 202) =>
  who.posts(
    `${path}/text`,
    { collection_id: collection, title: 'Returns', text: returns, format: 'markdown', ...more },
    status,
  );

/** Returns the document after ingestion has ended. */
async function settled(id: string): Promise<any> {
  for (;;) {
    const document = await world.wim.gets(`${path}/${id}`);
    if (['ready', 'failed', 'cancelled'].includes(document.status)) return document;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function form(fields: Record<string, string>, file?: { name: string; bytes: Buffer }) {
  const edge = 'edge-of-the-form';
  const head = (what: string) => `--${edge}\r\nContent-Disposition: form-data; ${what}\r\n`;
  const parts = Object.entries(fields).map(([name, value]) => Buffer.from(`${head(`name="${name}"`)}\r\n${value}\r\n`));
  const before = `${head(`name="file"; filename="${file?.name}"`)}Content-Type: application/octet-stream\r\n\r\n`;
  const sent = file ? [Buffer.from(before), file.bytes, Buffer.from('\r\n')] : [];
  const body = Buffer.concat([...sent, ...parts, Buffer.from(`--${edge}--\r\n`)]);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${edge}` } };
}

async function uploads(name: string, bytes: Buffer, fields: Record<string, string> = {}) {
  const { body, headers } = form({ collection_id: collection, ...fields }, { name, bytes });
  return world.wim.calls('POST', `${path}/upload`, body, headers);
}

const found = async (query: string): Promise<any[]> =>
  (await world.max.posts('/api/knowledge/search', { query }, 200)).items;

test('a text becomes a document that search finds, with its passages, version and bytes', async () => {
  const queued = await addsText(world.wim, { source_url: 'https://help.example.com/returns' });
  assert.deepEqual([queued.status, queued.retrievable, queued.pending_version], ['queued', false, 1]);
  const document = await settled(queued.id);
  assert.deepEqual(
    [
      document.status,
      document.retrievable,
      document.active_version,
      document.pending_version,
      document.language,
      document.error,
    ],
    ['ready', true, 1, null, 'en', null],
  );
  assert.deepEqual(document.source, {
    kind: 'text',
    media_type: 'text/markdown',
    bytes: returns.length,
    url: 'https://help.example.com/returns',
  });
  const [best] = await found('how long does a refund take to arrive?');
  assert.deepEqual(
    [best.document_id, best.version, best.title, best.heading_path],
    [document.id, 1, 'Returns', ['Refunds']],
  );
  const chunks = await world.max.gets(`${path}/${document.id}/chunks`);
  assert.equal(chunks.items.length, document.chunk_count);
  assert.equal(chunks.items[0].id, best.chunk_id);
  const [version] = (await world.max.gets(`${path}/${document.id}/versions`)).items;
  assert.deepEqual([version.version, version.state, version.content_hash], [1, 'active', document.content_hash]);
  const content = await world.max.calls('GET', `${path}/${document.id}/content`);
  assert.equal(content.text, returns);
  assert.match(String(content.headers['content-disposition']), /^attachment; filename\*=UTF-8''Returns\.md$/);
  assert.equal(content.headers['x-content-type-options'], 'nosniff');
});

test('a repeated external id updates the document, and a repeated text makes no new version', async () => {
  const first = await settled((await addsText(world.wim, { external_id: 'kb-7', title: 'Fees' })).id);
  const same = await addsText(world.wim, { external_id: 'kb-7', title: 'Fees' });
  assert.deepEqual([same.id, same.status, same.version], [first.id, 'ready', first.version + 1]);
  const changed = await addsText(world.wim, {
    external_id: 'kb-7',
    title: 'Fees',
    text: 'Card payments cost nothing.',
  });
  assert.deepEqual(
    [changed.id, changed.status, changed.active_version, changed.pending_version],
    [first.id, 'queued', 1, 2],
  );
  const document = await settled(first.id);
  assert.deepEqual([document.active_version, document.status], [2, 'ready']);
  assert.match((await found('do card payments cost anything'))[0].text, /cost nothing/);
});

test('files are read by their content, and take their title from their text', async () => {
  const pdf = await uploads(
    'scan 1.pdf',
    pdfOf([['# Warranty', 'The warranty lasts for two years from the day of purchase.']]),
  );
  const word = await uploads(
    'upload.bin',
    docxOf([{ heading: 'Gift cards', paragraphs: ['Gift cards never expire.'] }]),
    { title: 'Vouchers' },
  );
  assert.deepEqual([pdf.status, word.status], [202, 202]);
  assert.equal(pdf.body.title, 'scan 1');
  const [warranty, gifts] = [await settled(pdf.body.id), await settled(word.body.id)];
  assert.deepEqual(
    [warranty.title, warranty.status, warranty.source.media_type],
    ['Warranty', 'ready', 'application/pdf'],
  );
  assert.deepEqual([gifts.title, gifts.status, gifts.source.file_name], ['Vouchers', 'ready', 'upload.bin']);
  assert.equal((await found('how long is the warranty'))[0].document_id, warranty.id);
  const content = await world.max.calls('GET', `${path}/${warranty.id}/content`);
  assert.equal(content.headers['content-type'], 'application/pdf');
});

test('an unreadable file becomes a document with an error and a remedy', async () => {
  const encrypted = await uploads('secret.pdf', pdfOf([['Secret']], { encrypted: true }));
  const document = await settled(encrypted.body.id);
  assert.deepEqual([document.status, document.retrievable, document.error.code], ['failed', false, 'encrypted']);
  assert.ok(document.error.remedy.length > 10);
  const empty = await settled((await uploads('empty.txt', Buffer.alloc(0))).body.id);
  assert.equal(empty.error.code, 'empty_text');
});

test('an upload is refused for its type, its size, its fields or its form', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  assert.equal((await uploads('photo.pdf', png)).body.code, 'unsupported_media_type');
  assert.equal((await world.wim.calls('POST', `${path}/upload`, { file: 'x' })).status, 415);
  const large = await uploads('large.txt', Buffer.alloc(26_214_401, 'a'));
  assert.deepEqual([large.status, large.body.code], [413, 'payload_too_large']);
  const fields = await uploads('a.txt', Buffer.from('Text.'), { colour: 'red' });
  assert.deepEqual([fields.status, fields.body.errors[0].path], [422, '/colour']);
  assert.equal((await uploads('a.txt', Buffer.from('Text.'), { collection_id: missing })).status, 404);
  const { body, headers } = form({ collection_id: collection });
  assert.equal((await world.wim.calls('POST', `${path}/upload`, body, headers)).body.errors[0].path, '/file');
  assert.equal((await world.wim.calls('POST', `${path}/upload`, body.subarray(0, 30), headers)).status, 400);
});

test('re-ingestion without a change makes no version; a new text, file or title does', async () => {
  const { wim } = world;
  const { id } = await settled((await addsText(wim, { title: 'Deposit' })).id);
  const unchanged = await wim.posts(`${path}/${id}/reingest`, undefined, 200);
  assert.deepEqual([unchanged.unchanged, unchanged.active_version], [true, 1]);
  await wim.posts(`${path}/${id}/reingest`, { text: returns }, 200);
  await wim.posts(`${path}/${id}/reingest`, { text: 'The deposit is 40 EUR.', title: 'Deposits' }, 202);
  const replaced = await settled(id);
  assert.deepEqual([replaced.title, replaced.active_version, replaced.chunk_count], ['Deposits', 2, 1]);
  await wim.patches(`${path}/${id}`, { title: 'Deposit fees' });
  assert.deepEqual([(await settled(id)).active_version, (await found('deposit fees'))[0].version], [3, 3]);
  const { body, headers } = form({}, { name: 'a.txt', bytes: Buffer.from('Text.') });
  const wrongKind = await wim.calls('POST', `${path}/${id}/reingest`, body, headers);
  assert.deepEqual([wrongKind.status, wrongKind.body.errors[0].path], [422, '/file']);
  assert.equal((await wim.posts(`${path}/${id}/reingest`, { text: 'x', colour: 1 }, 422)).errors[0].path, '/colour');
});

test('a failed re-ingestion leaves the old version active, and the next one repairs it', async () => {
  const { id } = (await uploads('hours.txt', Buffer.from('Opening hours\n\nThe shop opens at nine o clock.'))).body;
  await settled(id);
  const { body, headers } = form({}, { name: 'hours.pdf', bytes: Buffer.from('%PDF-1.4 broken') });
  assert.equal((await world.wim.calls('POST', `${path}/${id}/reingest`, body, headers)).status, 202);
  const failed = await settled(id);
  assert.deepEqual(
    [failed.status, failed.error.code, failed.active_version, failed.retrievable],
    ['failed', 'corrupt', 1, true],
  );
  assert.equal((await found('when does the shop open'))[0].document_id, id);
  const states = (await world.max.gets(`${path}/${id}/versions`)).items.map((each: any) => [
    each.version,
    each.state,
    each.error?.code,
  ]);
  assert.deepEqual(states, [
    [2, 'failed', 'corrupt'],
    [1, 'active', undefined],
  ]);
  const good = form({}, { name: 'hours.txt', bytes: Buffer.from('Opening hours\n\nThe shop opens at ten o clock.') });
  await world.wim.calls('POST', `${path}/${id}/reingest`, good.body, good.headers);
  const mended = await settled(id);
  assert.deepEqual([mended.status, mended.error, mended.active_version], ['ready', null, 3]);
  assert.match((await found('when does the shop open'))[0].text, /ten/);
});

test('disabling a document or its collection, moving it and its expiry take effect at once', async () => {
  const { wim } = world;
  const { id } = await settled(
    (await addsText(wim, { title: 'Zeppelin tours', text: 'Zeppelin tours start at noon.' })).id,
  );
  const isFound = async () => (await found('when do zeppelin tours start')).some((each) => each.document_id === id);
  const shown = async () => (await wim.gets(`${path}/${id}`)).retrievable;
  assert.deepEqual([await isFound(), await shown()], [true, true]);
  await wim.patches(`${path}/${id}`, { enabled: false });
  assert.deepEqual([await isFound(), await shown()], [false, false]);
  await wim.patches(`${path}/${id}`, { enabled: true, expires_at: new Date(Date.now() - 1000).toISOString() });
  assert.deepEqual([await isFound(), await shown()], [false, false]);
  assert.equal((await wim.gets(`${path}/${id}`)).freshness, 'expired');
  const other = await wim.posts('/api/knowledge/collections', { name: 'Hidden', enabled: false });
  await wim.patches(`${path}/${id}`, { expires_at: null, collection_id: other.id });
  assert.deepEqual([await isFound(), await shown()], [false, false]);
  await wim.patches(`/api/knowledge/collections/${other.id}`, { enabled: true });
  assert.deepEqual([await isFound(), await shown()], [true, true]);
});

test('deleting a document deletes its rows, passages and bytes', async () => {
  const { wim } = world;
  const stored = () => readdirSync(join(server.desk.config.DATA_DIR, 'files', 'knowledge', wim.organizationId)).length;
  const before = stored();
  const { id } = await settled(
    (await addsText(wim, { title: 'Umbrellas', text: 'Umbrellas can be borrowed for a day.' })).id,
  );
  assert.equal((await found('borrow an umbrella'))[0].document_id, id);
  await wim.deletes(`${path}/${id}`);
  assert.ok((await found('borrow an umbrella')).every((each) => each.document_id !== id));
  for (const rest of ['', '/chunks', '/versions', '/content']) await wim.gets(`${path}/${id}${rest}`, 404);
  while (stored() > before) await new Promise((resolve) => setImmediate(resolve));
});

test('the list is filtered by collection, status, source, title and retrievability', async () => {
  const { wim } = world;
  const { id: collection_id } = await wim.posts('/api/knowledge/collections', { name: 'Filtered' });
  const apples = await settled((await addsText(wim, { collection_id, title: 'Apples 100%' })).id);
  const failed = await settled((await uploads('pears.txt', Buffer.from(' '), { collection_id })).body.id);
  const listed = async (query: string) =>
    (await wim.gets(`${path}?collection_id=${collection_id}${query}`)).items.map((each: any) => each.title);
  assert.deepEqual(await listed(''), ['Apples 100%', 'pears']);
  assert.deepEqual(await listed('&status=failed'), [failed.title]);
  assert.deepEqual(await listed('&retrievable=true'), [apples.title]);
  assert.deepEqual(await listed('&source=upload'), ['pears']);
  assert.deepEqual(await listed('&q=100%25'), ['Apples 100%']);
  assert.deepEqual(await listed('&q=_pp'), []);
  assert.deepEqual(await listed('&q=%20pears%20'), ['pears']);
  for (const blank of ['', '%20'])
    assert.equal((await listed(`&q=${blank}`)).length, 2, 'a blank search filters nothing');
  const first = await wim.gets(`${path}?collection_id=${collection_id}&limit=1`);
  assert.deepEqual(
    (await wim.gets(`${path}?collection_id=${collection_id}&limit=1&cursor=${first.next_cursor}`)).items[0].id,
    failed.id,
  );
  await wim.gets(`${path}?status=lost`, 422);
});

test('a member may read but not change documents; for a stranger no document exists', async () => {
  const { wim, max, mallory, nobody } = world;
  const { id } = await settled((await addsText(wim)).id);
  await addsText(max, {}, 403);
  await addsText(mallory, {}, 404);
  await nobody.gets(path, 401);
  const writes = [
    ['PATCH', '', { enabled: false }],
    ['DELETE', '', undefined],
    ['POST', '/reingest', undefined],
  ] as const;
  for (const [method, rest, body] of writes)
    assert.equal((await max.calls(method, `${path}/${id}${rest}`, body)).status, 403);
  const reads = [
    ['GET', ''],
    ['GET', '/chunks'],
    ['GET', '/versions'],
    ['GET', '/content'],
  ] as const;
  for (const [method, rest, body] of [...writes, ...reads.map((read) => [...read, undefined] as const)]) {
    const foreign = await mallory.calls(method, `${path}/${id}${rest}`, body, { 'x-request-id': 'same' });
    const unknown = await mallory.calls(method, `${path}/${missing}${rest}`, body, { 'x-request-id': 'same' });
    assert.equal(foreign.status, 404, `${method} ${rest}`);
    assert.equal(foreign.text, unknown.text);
  }
  assert.deepEqual((await mallory.posts('/api/knowledge/search', { query: 'refund' }, 200)).items, []);
});

test('an invalid text document is refused with a JSON pointer', async () => {
  for (const [more, pointer] of [
    [{ title: '' }, '/title'],
    [{ text: ' \n' }, '/text'],
    [{ format: 'pdf' }, '/format'],
    [{ collection_id: 'x' }, '/collection_id'],
    [{ source_url: 'javascript:alert(1)' }, '/source_url'],
    [{ colour: 'red' }, '/colour'],
  ] as const) {
    assert.equal((await addsText(world.wim, more, 422)).errors[0].path, pointer);
  }
});

test('the response to an upload has a location that works at once', async () => {
  const text = await world.wim.calls('POST', `${path}/text`, {
    collection_id: collection,
    title: 'Lived in',
    text: returns,
  });
  const upload = await uploads('lived-in.md', Buffer.from(returns));
  for (const { status, headers, body } of [text, upload]) {
    assert.deepEqual([status, headers['location']], [202, `${path}/${body.id}`]);
    assert.equal((await world.max.gets(String(headers['location']))).id, body.id);
  }
});
