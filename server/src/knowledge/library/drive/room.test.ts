import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, documents, settled, watched, withDrive, type DriveStage } from '../../../../test/drive-stage.ts';
import { eventually } from '../../../../test/story/stage.ts';

let stage: DriveStage;
let folder: string;
withDrive(
  async (made) => {
    stage = made;
    const { wim } = made.world;
    await connect(wim, made.vendor);
    const { id: collection_id } = await wim.posts('/api/knowledge/collections', { name: 'Drive' });
    folder = made.vendor.folder('Watched').id;
    await wim.posts(`${documents}/cloud-drive`, { collection_id, folder_id: folder, recursive: true }, 202);
  },
  { working: 'jobs', environment: { STORAGE_QUOTA_MB: '1' } },
);

/** A page of some words in many bytes. */
const page = (title: string, words: string, bytes: number) =>
  `<h1>${title}</h1><p>${words}</p><!--${'-'.repeat(bytes)}-->`;
const puts = (title: string, kilobytes: number) =>
  stage.vendor.file(`${title}.html`, {
    parent: folder,
    content: page(title, `${title} have rules.`, kilobytes * 1_000),
  });
const titled = async (title: string) => (await stage.world.max.gets(`${documents}?q=${title}`)).items[0] as any;
const ends = (title: string, status: string) =>
  eventually(async () => {
    const document = await titled(title);
    assert.equal(document?.status, status, JSON.stringify(document));
    return document;
  });
const keys = async () => Array.fromAsync(stage.server.desk.blobs.list(`knowledge/${stage.world.birch.organizationId}`));

test('a file for which there is no room fails alone, and is taken when a document was deleted', async () => {
  const { vendor, world } = stage;
  puts('Ladders', 600);
  await watched(stage);
  const first = await ends('Ladders', 'ready');
  puts('Pianos', 700);
  puts('Kettles', 100);
  await watched(stage);
  const without = await ends('Pianos', 'failed');
  assert.deepEqual(without.error, {
    code: 'storage_full',
    message: 'The organization has no room for this file.',
    remedy: 'Delete documents, or ask the operator for more room. The file is then read by itself.',
  });
  await ends('Kettles', 'ready');
  assert.equal((await keys()).length, 2, 'its bytes are not kept');
  vendor.calls.clear();
  await watched(stage);
  const { latest_version } = await ends('Pianos', 'failed');
  assert.equal(latest_version, without.latest_version, 'while there is no room it is not read again');
  assert.ok(vendor.calls.all.every(({ query }) => !query.has('alt')));
  await world.wim.deletes(`${documents}/${first.id}`);
  const taken = await ends('Pianos', 'ready');
  assert.equal(taken.error, null);
});

test('a changed file for which there is no room leaves the former version in use; a smaller one is taken', async () => {
  const { vendor, world } = stage;
  const node = puts('Cellars', 100);
  await watched(stage);
  const before = await ends('Cellars', 'ready');
  vendor.state.edit(node.id, page('Cellars', 'Cellars are locked.', 400_000));
  await watched(stage);
  const after = await settled(world.max, before.id, ({ error }) => assert.equal(error?.code, 'storage_full'));
  assert.equal(after.active_version, 1);
  const { items } = await world.max.posts('/api/knowledge/search', { query: 'Do cellars have rules?' }, 200);
  assert.ok(items.some((item: any) => item.document_id === before.id));
  vendor.state.edit(node.id, page('Cellars', 'Cellars are open.', 1_000));
  await watched(stage);
  await settled(world.max, before.id, ({ status, error }) => assert.deepEqual([status, error], ['ready', null]));
});

test('a document without a size is exported again only if it has changed or there is as much room as it needed', async () => {
  const { vendor } = stage;
  const exports = () => vendor.calls.all.filter(({ path }) => path.endsWith('/export')).length;
  const text = (kilobytes: number) => `# Wells\n\nWells have rules.\n\n${'Water is deep. '.repeat(kilobytes * 67)}`;
  const node = vendor.native('document', 'Wells', { parent: folder, content: text(900) });
  await watched(stage);
  await ends('Wells', 'failed');
  vendor.calls.clear();
  await watched(stage);
  await watched(stage);
  assert.equal((await ends('Wells', 'failed')).error.code, 'storage_full');
  assert.equal(exports(), 0);
  vendor.state.edit(node.id, text(1));
  await watched(stage);
  await ends('Wells', 'ready');
  assert.equal(exports(), 1);
});

test('of two files that are read at once and fit only alone, one is taken', async () => {
  await stage.world.wim.deletes(`${documents}/${(await ends('Pianos', 'ready')).id}`);
  puts('Sofas', 500);
  puts('Lamps', 500);
  await watched(stage);
  const states = await eventually(async () => {
    const both = await Promise.all(['Sofas', 'Lamps'].map(titled));
    assert.ok(
      both.every((each) => ['ready', 'failed'].includes(each?.status)),
      JSON.stringify(both),
    );
    return both.map(({ status, error }) => `${status} ${error?.code ?? ''}`);
  });
  assert.deepEqual(states.sort(), ['failed storage_full', 'ready ']);
});
