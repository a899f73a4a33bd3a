import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  connect,
  documents,
  drive,
  settled,
  watched,
  withDrive,
  type DriveStage,
} from '../../../../test/drive-stage.ts';
import { eventually } from '../../../../test/story/stage.ts';

const day = 24 * 3_600_000;

let stage: DriveStage;
let collection: string;
let folder: string;
withDrive(
  async (made) => {
    stage = made;
    const { wim } = made.world;
    await connect(wim, made.vendor);
    collection = (await wim.posts('/api/knowledge/collections', { name: 'Drive' })).id;
    folder = made.vendor.folder('Watched').id;
    await adds({ folder_id: folder, recursive: true });
  },
  { working: 'jobs' },
);

const adds = async (wish: object) =>
  (await stage.world.wim.posts(`${documents}/cloud-drive`, { collection_id: collection, ...wish }, 202)).items as any[];
const titled = async (title: string) =>
  (await stage.world.max.gets(`${documents}?q=${encodeURIComponent(title)}`)).items[0] as any;
const appears = (title: string): Promise<any> =>
  eventually(async () => {
    const document = await titled(title);
    assert.equal(document?.status, 'ready', JSON.stringify(document));
    return document;
  });
const serves = async ({ id }: { id: string }, query: string): Promise<boolean> =>
  (await stage.world.max.posts('/api/knowledge/search', { query }, 200)).items.some(
    (item: any) => item.document_id === id,
  );
/** Waits until the document's findings of the type pass `check`: a busy machine may need several examinations. */
const findings = ({ id }: { id: string }, type: string, check: (found: any[]) => void): Promise<any[]> =>
  eventually(async () => {
    await stage.world.wim.gets('/api/knowledge/analysis?refresh=true');
    const { items } = await stage.world.max.gets(`/api/knowledge/findings?document_id=${id}&type=${type}`);
    check(items);
    return items;
  });
const ofSeverity = (severity: string) => (found: any[]) =>
  assert.deepEqual(
    found.map((each) => each.severity),
    [severity],
  );

test('new files in or below a watched folder become documents; the rest of the drive does not', async () => {
  const { vendor } = stage;
  const inner = vendor.folder('Inner', { parent: folder });
  vendor.limits.pageSize = 2;
  vendor.file('New.txt', { parent: folder, content: 'New rules say that ladders are kept indoors.' });
  vendor.native('document', 'Below', { parent: inner.id, content: 'Below the stairs lives a hedgehog named Igel.' });
  vendor.file('Private.txt', { content: 'Nobody asked for this one.' });
  const moved = vendor.folder('Moved in');
  vendor.file('Carried.txt', { parent: moved.id, content: 'Carried along was a piano made of pine.' });
  vendor.state.alter(moved.id, { parents: [folder] });
  await watched(stage);
  vendor.limits.pageSize = 1_000;
  for (const title of ['New', 'Below', 'Carried']) await appears(title);
  assert.equal(await titled('Private'), undefined);
  const { next_check_at, last_checked_at } = await stage.world.max.gets(`${drive}/status`);
  assert.ok(Date.parse(next_check_at) - Date.parse(last_checked_at) > 5 * 3_600_000, 'every six hours');
});

test('changed files are read again, and only those', async () => {
  const { vendor } = stage;
  const node = vendor.file('Changing.txt', { parent: folder, content: 'Changing rooms open at seven.' });
  await watched(stage);
  const before = await appears('Changing');
  vendor.state.edit(node.id, 'Changing rooms open at eight.');
  vendor.calls.clear();
  await watched(stage);
  const after = await settled(stage.world.max, before.id, (now) => assert.ok(now.active_version > 1));
  assert.equal(after.status, 'ready');
  const fetched = vendor.calls.all.filter(({ route, query }) => route.endsWith('/export') || query.has('alt'));
  assert.equal(fetched.length, 1);
  vendor.calls.clear();
  await watched(stage);
  assert.deepEqual([...new Set(vendor.calls.all.map(({ route }) => route))], ['GET /drive/v3/changes']);
});

test('a deleted file is reported at once, stays in use for a day, and is used again when it is restored', async () => {
  const { vendor, server, world } = stage;
  const node = vendor.file('Fleeting.txt', { parent: folder, content: 'Fleeting visitors get a purple wristband.' });
  await watched(stage);
  const document = await appears('Fleeting');
  const asks = () => serves(document, 'Who gets a purple wristband?');
  assert.ok(await asks());
  vendor.trash(node.id);
  await watched(stage);
  const gone = await world.max.gets(`${documents}/${document.id}`);
  assert.deepEqual([gone.status, gone.error.code, gone.freshness], ['ready', 'fetch_not_found', 'stale']);
  const [finding] = await findings(document, 'source_missing', ofSeverity('medium'));
  assert.ok(await asks(), 'for a day it may have been a slip of the hand');
  // Extend the sessions, which would expire too.
  await server.desk.db.owner.query(`update session_token set expires_at = expires_at + interval '2 days'`);
  server.pass(day);
  assert.equal(await asks(), false);
  assert.equal((await world.max.gets(`${documents}/${document.id}`)).retrievable, false);
  const [later] = await findings(document, 'source_missing', ofSeverity('high'));
  assert.equal(later.id, finding.id);
  vendor.untrash(node.id);
  await watched(stage);
  assert.ok(await asks());
  const back = await world.max.gets(`${documents}/${document.id}`);
  assert.deepEqual([back.error, back.freshness, back.active_version], [null, 'fresh', 1]);
  await findings(document, 'source_missing', (found) => assert.deepEqual(found, []));
  server.pass(-day);
});

test('a file restored with another text permanently serves that text', async () => {
  const { vendor } = stage;
  const node = vendor.file('Comeback.txt', { parent: folder, content: 'Comeback tours begin in Oslo.' });
  await watched(stage);
  const { id } = await appears('Comeback');
  vendor.trash(node.id);
  await watched(stage);
  assert.equal((await titled('Comeback')).error?.code, 'fetch_not_found');
  vendor.untrash(node.id);
  vendor.state.edit(node.id, 'Comeback tours begin in Bergen.');
  await watched(stage);
  const back = await settled(stage.world.max, id, (now) => assert.ok(now.active_version > 1));
  assert.deepEqual([back.error, back.freshness], [null, 'fresh']);
  const { rows } = await stage.server.desk.db.owner.query('select serves_until from document where id = $1', [id]);
  assert.equal(rows[0]?.['serves_until'], null);
});

test('the files of a deleted folder are gone too, although the drive only reports the folder', async () => {
  const { vendor, world } = stage;
  const box = vendor.folder('Box', { parent: folder });
  vendor.file('Boxed.txt', { parent: box.id, content: 'Boxed apples keep until the spring.' });
  await watched(stage);
  const document = await appears('Boxed');
  vendor.trash(box.id);
  await watched(stage);
  assert.equal((await world.max.gets(`${documents}/${document.id}`)).error?.code, 'fetch_not_found');
});

test('the files of a folder deleted for good are gone too, although its change does not say that it was a folder', async () => {
  const { vendor } = stage;
  const crate = vendor.folder('Crate', { parent: folder });
  vendor.file('Crated.txt', { parent: crate.id, content: 'Crated pears keep until the first frost.' });
  await watched(stage);
  await appears('Crated');
  vendor.state.remove(crate.id);
  await watched(stage);
  assert.equal((await titled('Crated')).error?.code, 'fetch_not_found');
});

test('a check of all files that fails is made again', async () => {
  const { vendor } = stage;
  const chest = vendor.folder('Chest', { parent: folder });
  vendor.file('Chested.txt', { parent: chest.id, content: 'Chested plums keep until the new year.' });
  await watched(stage);
  await appears('Chested');
  vendor.state.remove(chest.id);
  vendor.failNext({ kind: 'answer', status: 503 }, { on: 'GET /drive/v3/files/:id' });
  await watched(stage);
  assert.equal((await titled('Chested')).error?.code, 'fetch_not_found');
});

test('a deleted or unshared file is gone; a document deleted here does not come back by itself', async () => {
  const { vendor, world } = stage;
  const [one, two, three] = ['Deleted', 'Unshared', 'Unwanted'].map((name) =>
    vendor.file(`${name}.txt`, { parent: folder, content: `${name} things are described here at some length.` }),
  );
  await watched(stage);
  for (const title of ['Deleted', 'Unshared', 'Unwanted']) await appears(title);
  await world.wim.deletes(`${documents}/${(await titled('Unwanted')).id}`);
  vendor.state.remove(one!.id);
  vendor.state.alter(two!.id, { hidden: true });
  vendor.state.edit(three!.id, 'Unwanted things come back in films only.');
  await watched(stage);
  for (const title of ['Deleted', 'Unshared'])
    assert.equal((await titled(title)).error?.code, 'fetch_not_found', title);
  assert.equal(await titled('Unwanted'), undefined);
  const [again] = await adds({ file_ids: [three!.id] });
  assert.equal((await settled(world.wim, again.id)).status, 'ready', 'unless somebody asks for it by name');
});

test('a shared drive has its own change feed, and access to it can be lost as a whole', async () => {
  const { vendor } = stage;
  const shared = vendor.folder('Shared', { driveId: 'shared-7' });
  await adds({ folder_id: shared.id });
  vendor.file('Common.txt', { parent: shared.id, driveId: 'shared-7', content: 'Common rooms have a samovar.' });
  await watched(stage);
  await appears('Common');
  vendor.state.loseDrive('shared-7');
  await watched(stage);
  assert.equal((await titled('Common')).error?.code, 'fetch_not_found');
});

test('an expired page token of the change feed causes a full scan, and loses nothing', async () => {
  const { vendor, server } = stage;
  const node = vendor.file('Missed.txt', { parent: folder, content: 'Missed trains are followed by a tram.' });
  await watched(stage);
  const { id } = await appears('Missed');
  vendor.state.edit(node.id, 'Missed trains are followed by a ferry.');
  vendor.file('Overlooked.txt', { parent: folder, content: 'Overlooked details are found in the attic.' });
  await server.desk.db.owner.query(`update drive_feed set page_token = 'forgotten'`);
  await watched(stage);
  await appears('Overlooked');
  await settled(stage.world.max, id, (now) => assert.ok(now.active_version > 1));
});

test('a check of a busy drive is retried by the queue', async () => {
  const { vendor } = stage;
  vendor.file('Patient.txt', { parent: folder, content: 'Patient people get the window seat.' });
  vendor.failNext({ kind: 'answer', status: 429 }, { on: 'GET /drive/v3/changes' });
  vendor.failNext({ kind: 'answer', status: 503 }, { on: 'GET /drive/v3/changes' });
  await watched(stage);
  await appears('Patient');
});

test('an invalid list of changes is not treated as an empty one', async () => {
  const { vendor, world } = stage;
  vendor.file('Hidden.txt', { parent: folder, content: 'Hidden doors open with the copper key.' });
  for (const body of [Buffer.from('<p>Please sign in.</p>'), {}, { changes: [], nextPageToken: 'again' }]) {
    const times = 'changes' in body ? 2 : 1;
    vendor.failNext({ kind: 'answer', status: 200, body }, { on: 'GET /drive/v3/changes', times });
  }
  await watched(stage);
  await appears('Hidden');
  assert.equal((await world.max.gets(`${drive}/status`)).last_error, null, 'it was asked again until it answered');
});

test('an unwatched folder adds no new documents and keeps its existing ones', async () => {
  const { vendor, world } = stage;
  const shelf = vendor.folder('Shelf');
  vendor.file('Kept.txt', { parent: shelf.id, content: 'Kept promises are listed on the wall.' });
  await adds({ folder_id: shelf.id });
  const { id } = await appears('Kept');
  await world.wim.deletes(`${drive}/folders/${shelf.id}`);
  await world.wim.deletes(`${drive}/folders/${shelf.id}`, 404);
  vendor.file('Ignored.txt', { parent: shelf.id, content: 'Ignored.' });
  await watched(stage);
  assert.equal(await titled('Ignored'), undefined);
  assert.equal((await world.max.gets(`${documents}/${id}`)).status, 'ready');
});

test('a revoked grant is reported to admins, documents stay in use, and connecting again fixes it', async () => {
  const { vendor, world } = stage;
  const node = vendor.file('Trusted.txt', { parent: folder, content: 'Trusted neighbours hold the spare key.' });
  await watched(stage);
  const document = await appears('Trusted');
  vendor.office.revokeGrant();
  const answer = await world.wim.calls('POST', `${documents}/${document.id}/reingest`);
  assert.deepEqual([answer.status, answer.body.code], [409, 'not_connected']);
  const status = await world.max.gets(`${drive}/status`);
  assert.equal(status.status, 'needs_reauth');
  assert.match(status.steps.find(({ id }: any) => id === 'grant').remedy, /again/);
  const stale = await world.max.gets(`${documents}/${document.id}`);
  assert.deepEqual([stale.status, stale.freshness, stale.error.code], ['ready', 'stale', 'source_revoked']);
  assert.ok(await serves(document, 'Who holds the spare key?'));
  await findings(document, 'stale', ofSeverity('medium'));
  vendor.state.edit(node.id, 'Trusted neighbours hold the spare key and the boat.');
  assert.equal((await connect(world.wim, vendor)).status, 'connected');
  const fresh = await settled(world.max, document.id, (now) => assert.ok(now.active_version > 1));
  assert.deepEqual([fresh.freshness, fresh.error], ['fresh', null]);
});
