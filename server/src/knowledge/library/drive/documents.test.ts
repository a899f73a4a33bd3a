import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, documents, drive, settled, withDrive, type DriveStage } from '../../../../test/drive-stage.ts';
import type { Fault } from '../../../../test/providers/faults.ts';
import { eventually } from '../../../../test/story/stage.ts';
import { xlsxOf } from '../parsing/fixtures/office-files.ts';

let stage: DriveStage;
let collection: string;
withDrive(
  async (made) => {
    stage = made;
    const { wim } = made.world;
    await connect(wim, made.vendor);
    collection = (await wim.posts('/api/knowledge/collections', { name: 'Drive' })).id;
  },
  { working: 'jobs' },
);

const adds = async (wish: object) =>
  (await stage.world.wim.posts(`${documents}/cloud-drive`, { collection_id: collection, ...wish }, 202)).items as any[];
const added = async (wish: object) => Promise.all((await adds(wish)).map(({ id }) => settled(stage.world.wim, id)));
const finds = async (query: string): Promise<string[]> =>
  (await stage.world.max.posts('/api/knowledge/search', { query }, 200)).items.map((item: any) => item.document_id);
const versionsOf = async (id: string) => (await stage.world.max.gets(`${documents}/${id}/versions`)).items as any[];
const text = '# Warranty\n\nThe warranty on every lantern lasts five years from the day of purchase.';

test('the name of a file becomes a title of one line', async () => {
  const { id } = stage.vendor.file('Terms\n of\u2028\u0007 use.md', { content: text, mimeType: 'text/markdown' });
  const [document] = await adds({ file_ids: [id] });
  assert.equal(document.title, 'Terms of use');
});

test('files of every kind become documents that search finds', async () => {
  const { vendor, world } = stage;
  const xlsx = xlsxOf([
    {
      name: 'Prices',
      rows: [
        ['Article', 'Price'],
        ['Hammock', 40],
        ['Kettle', 25],
      ],
    },
  ]);
  const blob = vendor.file('Warranty.md', { content: text, mimeType: 'text/markdown' });
  const paper = vendor.native('document', 'Shipping', {
    content: '# Shipping\n\nParcels to islands take nine days.',
  });
  const table = vendor.native('spreadsheet', 'Prices', { content: xlsx });
  const slides = vendor.native('presentation', 'Onboarding', {
    content: 'Welcome\nEvery newcomer gets a blue umbrella on the first day.',
  });
  const [first, second, third, fourth] = await added({ file_ids: [blob, paper, table, slides].map(({ id }) => id) });
  assert.deepEqual(
    [first, second, third, fourth].map((each) => [each.status, each.source.kind, each.source.media_type]),
    [
      ['ready', 'cloud_drive', 'text/markdown'],
      ['ready', 'cloud_drive', 'text/markdown'],
      ['ready', 'cloud_drive', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      ['ready', 'cloud_drive', 'text/plain'],
    ],
  );
  assert.deepEqual([first.source.file_id, first.source.url], [blob.id, `https://drive.example/file/${blob.id}`]);
  assert.ok((await finds('How long is the warranty?')).includes(first.id));
  assert.ok((await finds('How long do parcels to islands take?')).includes(second.id));
  assert.ok((await finds('Who gets a blue umbrella?')).includes(fourth.id));
  const content = await world.max.calls('GET', `${documents}/${first.id}/content`);
  assert.equal(content.text, text);
});

test('if the drive does not support an export format, the next one is used', async () => {
  const paper = stage.vendor.native('document', 'Old document', {
    content: 'Old documents know no Markdown but say that gates close at nine.',
    without: ['text/markdown'],
  });
  const [document] = await added({ file_ids: [paper.id] });
  assert.deepEqual([document.status, document.source.media_type], ['ready', 'text/plain']);
});

test('a document too large for the export API is exported by its link, in the same format', async () => {
  const { vendor } = stage;
  const content = `# Almanac\n\nOysters are served from September on.\n\n${'A line of the almanac. '.repeat(100)}`;
  const paper = vendor.native('document', 'Almanac', { content });
  vendor.limits.exportBytes = 1_000;
  vendor.calls.clear();
  const [document] = await added({ file_ids: [paper.id] });
  vendor.limits.exportBytes = 10_000_000;
  assert.deepEqual([document.status, document.source.media_type], ['ready', 'text/markdown']);
  assert.deepEqual(
    vendor.calls.all.filter(({ route }) => route.endsWith('export')).map(({ route, status }) => [route, status]),
    [
      ['GET /drive/v3/files/:id/export', 403],
      ['GET /docs/:id/export', 200],
    ],
  );
  assert.ok((await finds('When are oysters served?')).includes(document.id));
});

test('a sign-in page is not read as a document, and a refused link does not mark the grant as lost', async () => {
  const { vendor, world } = stage;
  const on = 'GET /docs/:id/export';
  vendor.limits.exportBytes = 1_000;
  const [table, other] = ['Ledger', 'Journal'].map((name) =>
    vendor.native('spreadsheet', name, { content: xlsxOf([{ name, rows: [['a'.repeat(2_000), 'b']] }]) }),
  );
  vendor.failNext({ kind: 'answer', status: 200, body: 'Sign in', headers: { 'content-type': 'text/html' } }, { on });
  const [page] = await added({ file_ids: [table?.id] });
  vendor.failNext({ kind: 'answer', status: 401, body: {} }, { on, times: 2 });
  const [refused] = await added({ file_ids: [other?.id] });
  vendor.limits.exportBytes = 10_000_000;
  assert.deepEqual([page.error?.code, refused.error?.code], ['too_large', 'too_large']);
  assert.equal((await world.max.gets(`${drive}/status`)).status, 'connected');
});

test('an unreadable file has an error and a remedy', async () => {
  const { vendor } = stage;
  Object.assign(vendor.limits, { exportBytes: 1_000, linkBytes: 2_000 });
  const wanted = [
    vendor.native('form', 'Survey'),
    vendor.file('Pictures.zip', { mimeType: 'application/zip', content: Buffer.from('PK\x03\x04rest') }),
    vendor.native('document', 'Encyclopedia', { content: 'word '.repeat(1_000) }),
    vendor.file('Secret.txt', { content: 'Nobody may copy this.', canDownload: false }),
    vendor.file('Empty.txt', { content: '' }),
  ];
  const found = await added({ file_ids: [...wanted.map(({ id }) => id), 'no-such-file'] });
  Object.assign(vendor.limits, { exportBytes: 10_000_000, linkBytes: 100_000_000 });
  assert.deepEqual(
    found.map((each) => [each.status, each.error?.code]),
    [
      ['failed', 'unsupported_type'],
      ['failed', 'unsupported_type'],
      ['failed', 'too_large'],
      ['failed', 'fetch_denied'],
      ['failed', 'empty_text'],
      ['failed', 'fetch_not_found'],
    ],
  );
  assert.match(found[2].error.remedy, /25 MiB/);
});

test('all pages of a folder are read, shortcuts are followed, and cycles end', async () => {
  const { vendor } = stage;
  vendor.limits.pageSize = 2;
  const top = vendor.folder('Handbook');
  const inner = vendor.folder('Chapters', { parent: top.id });
  const elsewhere = vendor.file('Elsewhere.txt', { content: 'The lift is inspected every spring by two engineers.' });
  for (const number of [1, 2, 3, 4, 5])
    vendor.file(`Page ${number}.txt`, { parent: top.id, content: `Page ${number} speaks of rule number ${number}.` });
  vendor.file('Deep.txt', { parent: inner.id, content: 'Deep down there is a pool for otters.' });
  vendor.shortcut('To elsewhere', elsewhere.id, { parent: top.id });
  vendor.shortcut('Back to the top', top.id, { parent: inner.id });
  vendor.shortcut('To nowhere', 'gone', { parent: top.id });
  vendor.trash(vendor.file('Thrown away.txt', { parent: top.id, content: 'Old.' }).id);
  const flat = await adds({ folder_id: top.id });
  const pages = [1, 2, 3, 4, 5].map((each) => `Page ${each}`);
  assert.deepEqual(new Set(flat.map(({ title }) => title)), new Set(['Elsewhere', ...pages]));
  const deep = await adds({ folder_id: top.id, recursive: true });
  assert.deepEqual(
    deep.map(({ title }) => title).filter((title) => !flat.some((each) => each.title === title)),
    ['Deep'],
  );
  assert.deepEqual(
    flat.map(({ id }) => id).filter((id) => !deep.some((each) => each.id === id)),
    [],
    'each file once',
  );
  vendor.limits.pageSize = 1_000;
  const status = await stage.world.max.gets(`${drive}/status`);
  assert.deepEqual(
    status.folders.map((each: any) => [each.folder_id, each.recursive]),
    [[top.id, true]],
  );
});

test('shared drives are read like the account drive', async () => {
  const { vendor } = stage;
  const folder = vendor.folder('Team', { driveId: 'shared-1' });
  vendor.file('Team.txt', {
    parent: folder.id,
    driveId: 'shared-1',
    content: 'The team meets on Mondays at the pond.',
  });
  const [document] = await added({ folder_id: folder.id });
  assert.equal(document.status, 'ready');
});

test('a wrong file or folder id is refused with a JSON pointer', async () => {
  const { wim, mallory } = stage.world;
  const { vendor } = stage;
  const post = async (body: object) => {
    const answer = await wim.calls('POST', `${documents}/cloud-drive`, { collection_id: collection, ...body });
    return [answer.status, answer.body.errors?.[0].path];
  };
  const [file, folder] = [vendor.file('A.txt', { content: 'A.' }), vendor.folder('B')];
  assert.deepEqual(await post({}), [422, '/file_ids']);
  assert.deepEqual(await post({ folder_id: file.id }), [422, '/folder_id']);
  assert.deepEqual(await post({ folder_id: 'nothing-here' }), [422, '/folder_id']);
  assert.deepEqual(await post({ file_ids: [file.id, folder.id] }), [422, '/file_ids/1']);
  assert.deepEqual(await post({ folder_id: "x' or name contains 'y" }), [422, '/folder_id']);
  const foreign = await mallory.calls('POST', `${documents}/cloud-drive`, {
    collection_id: collection,
    file_ids: [file.id],
  });
  assert.equal(foreign.status, 404);
});

test('re-ingestion of an unchanged file does nothing; adding a file again returns the same document', async () => {
  const { vendor, world } = stage;
  const blob = vendor.file('Blob.txt', { content: 'The blob says that tea is served at four.' });
  const paper = vendor.native('document', 'Paper', { content: 'The paper says that coffee is served at ten.' });
  const made = await added({ file_ids: [blob.id, paper.id] });
  vendor.calls.clear();
  for (const { id, ingested_at } of made) {
    const answer = await world.wim.calls('POST', `${documents}/${id}/reingest`);
    assert.deepEqual([answer.status, answer.body.unchanged], [200, true]);
    assert.ok(answer.body.ingested_at > ingested_at, 'it was read again');
  }
  assert.deepEqual(
    (await adds({ file_ids: [blob.id, paper.id] })).map(({ id }) => id),
    made.map(({ id }) => id),
  );
  const fetched = vendor.calls.all.filter(({ route, query }) => route.endsWith('/export') || query.has('alt'));
  assert.deepEqual(fetched, [], 'nothing was fetched');
  assert.deepEqual((await versionsOf(made[0].id)).length, 1);
});

test('a document that was touched but has the same text makes no version', async () => {
  const { vendor, world } = stage;
  const paper = vendor.native('document', 'Touched', {
    content: 'Touched papers still say that the bell rings twice.',
  });
  const [{ id }] = await added({ file_ids: [paper.id] });
  vendor.state.alter(paper.id, {});
  assert.equal((await world.wim.calls('POST', `${documents}/${id}/reingest`)).status, 202);
  const document = await settled(world.wim, id);
  assert.deepEqual([document.status, document.active_version, document.pending_version], ['ready', 1, null]);
  await eventually(async () => assert.equal((await versionsOf(id)).length, 1));
  vendor.state.edit(paper.id, 'Edited papers say that the bell rings thrice.');
  assert.equal((await world.wim.calls('POST', `${documents}/${id}/reingest`)).status, 202);
  assert.equal((await settled(world.wim, id, (now) => assert.ok(now.active_version > 1))).status, 'ready');
});

test('a busy drive is retried later, and nothing is lost', async () => {
  const { vendor, world } = stage;
  const limited = { error: { code: 403, errors: [{ domain: 'usageLimits', reason: 'userRateLimitExceeded' }] } };
  const blob = vendor.file('Busy.txt', { content: 'Busy days end with soup for everybody.' });
  const [{ id }] = await adds({ file_ids: [blob.id] });
  await settled(world.wim, id);
  vendor.state.edit(blob.id, 'Busy days end with stew for everybody.');
  const reads = { on: 'GET /drive/v3/files/:id' };
  vendor.calls.clear();
  vendor.failNext({ kind: 'answer', status: 403, body: limited }, { ...reads, times: 2 });
  vendor.failNext({ kind: 'answer', status: 429, headers: { 'retry-after': '1' } }, reads);
  assert.equal((await world.wim.calls('POST', `${documents}/${id}/reingest`)).status, 202);
  const document = await settled(world.wim, id, (now) => assert.ok(now.active_version > 1));
  assert.deepEqual([document.status, document.error], ['ready', null]);
  assert.equal(vendor.calls.all.filter(({ status }) => status === 403 || status === 429).length, 3);
  assert.match((await world.max.calls('GET', `${documents}/${id}/content`)).text, /stew/);
});

test('the text of a drive document cannot be replaced by an upload', async () => {
  const { vendor, world } = stage;
  const blob = vendor.file('Fixed.txt', { content: 'Fixed stars are counted on Tuesdays.' });
  const [{ id }] = await added({ file_ids: [blob.id] });
  const answer = await world.wim.calls('POST', `${documents}/${id}/reingest`, { text: 'Another text.' });
  assert.deepEqual([answer.status, answer.body.errors[0].path], [422, '/text']);
  const renamed = await world.wim.patches(`${documents}/${id}`, { title: 'Stars' });
  assert.equal(renamed.title, 'Stars');
  const document = await settled(world.wim, id, (now) => assert.ok(now.active_version > 1));
  assert.deepEqual([document.status, document.title], ['ready', 'Stars']);
});

test('the file picker lists files page by page', async () => {
  const { vendor, world } = stage;
  const shelf = vendor.folder('Shelf');
  const known = vendor.file('Known.txt', { parent: shelf.id, content: 'Known things are rarely asked.' });
  vendor.folder('Box', { parent: shelf.id });
  vendor.file('Film.mp4', { parent: shelf.id, mimeType: 'video/mp4', content: 'film' });
  const [{ id }] = await adds({ file_ids: [known.id] });
  const first = await world.wim.gets(`${drive}/files?folder_id=${shelf.id}&limit=2`);
  assert.equal(first.items.length, 2);
  const second = await world.wim.gets(`${drive}/files?folder_id=${shelf.id}&limit=2&cursor=${first.next_cursor}`);
  const shown = [...first.items, ...second.items].map((each) => [
    each.name,
    each.kind,
    each.readable,
    each.document_id,
  ]);
  assert.deepEqual(shown, [
    ['Known.txt', 'file', true, id],
    ['Box', 'folder', false, null],
    ['Film.mp4', 'file', false, null],
  ]);
  assert.equal(second.next_cursor, null);
  const elsewhere = await world.wim.calls('GET', `${drive}/files?folder_id=root&cursor=${first.next_cursor}`);
  assert.deepEqual([elsewhere.status, elsewhere.body.errors[0].path], [422, 'query.cursor']);
  const nowhere = await world.wim.calls('GET', `${drive}/files?folder_id=nowhere`);
  assert.deepEqual([nowhere.status, nowhere.body.errors[0].path], [422, 'query.folder_id']);
  const file = await world.wim.calls('GET', `${drive}/files?folder_id=${known.id}`);
  assert.deepEqual([file.status, file.body.detail], [422, 'This is a file, not a folder.']);
  const empty = await world.wim.gets(`${drive}/files?folder_id=${vendor.folder('Empty', { parent: shelf.id }).id}`);
  assert.deepEqual(empty, { items: [], next_cursor: null });
});

test('a response that is not JSON is reported as a failure of the drive, not as an empty folder', async () => {
  const { vendor, world } = stage;
  const answers: [Fault, status: number, detail: RegExp][] = [
    [
      { kind: 'answer', status: 200, body: Buffer.from('<p>Please sign in.</p>') },
      502,
      /^The cloud drive did not answer, or not as/,
    ],
    [{ kind: 'reset' }, 502, /^The cloud drive did not answer, or not as/],
    [{ kind: 'answer', status: 500 }, 502, /it answered with the status 500\.$/],
  ];
  for (const [fault, status, detail] of answers) {
    vendor.failNext(fault, { on: 'GET /drive/v3/files' });
    const problem = await world.wim.gets(`${drive}/files`, status);
    assert.match(problem.detail, detail);
  }
});

test('a listing whose pages form a cycle ends', async () => {
  const { vendor, world } = stage;
  const circle = { kind: 'answer', status: 200, body: { files: [], nextPageToken: 'again' } } as const;
  vendor.failNext(circle, { on: 'GET /drive/v3/files', times: 2 });
  const folder_id = vendor.folder('In circles').id;
  await world.wim.posts(`${documents}/cloud-drive`, { collection_id: collection, folder_id }, 502);
});
