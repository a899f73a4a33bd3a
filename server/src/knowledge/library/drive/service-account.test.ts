import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documents, drive, settled, watched, withDrive, type DriveStage } from '../../../../test/drive-stage.ts';

let stage: DriveStage;
withDrive((made) => void (stage = made), { working: 'jobs', serviceAccount: true });

const reads = async (text: string) => {
  const { wim } = stage.world;
  const { id: collection_id } = await wim.posts('/api/knowledge/collections', { name: 'Robot' });
  const { id: file } = stage.vendor.file('Robots.txt', { content: text });
  const body = { collection_id, file_ids: [file] };
  const answer = await wim.calls('POST', `${documents}/cloud-drive`, body);
  return { answer, file };
};

test('with the key of a service account, no admin has to connect', async () => {
  const status = await stage.world.max.gets(`${drive}/status`);
  assert.deepEqual([status.status, status.credential], ['connected', 'service_account']);
  assert.match(status.account.name, /^robot@/);
  const { answer } = await reads('Robots sweep the yard at dawn.');
  assert.equal(answer.status, 202, answer.text);
  assert.equal((await settled(stage.world.wim, answer.body.items[0].id)).status, 'ready');
  const grants = stage.vendor.calls.all.filter(({ route }) => route === 'POST /token');
  assert.equal(grants.length, 1, 'one token for all of it');
  assert.match(String(grants[0]?.body['grant_type']), /jwt-bearer$/);
});

test('the token of a service account is replaced before it expires', async () => {
  const { vendor, world, server } = stage;
  const grants = () => vendor.calls.all.filter(({ route }) => route === 'POST /token').length;
  vendor.calls.clear();
  await world.wim.gets(`${drive}/files`);
  assert.equal(grants(), 0);
  server.pass(51 * 60_000);
  await world.wim.gets(`${drive}/files`);
  server.pass(-51 * 60_000);
  assert.equal(grants(), 1);
});

test('a refused service account is reported, and works again when the vendor accepts it again', async () => {
  const { vendor, world } = stage;
  vendor.office.trustRobot(false);
  const { answer } = await reads('Robots rest.');
  assert.deepEqual([answer.status, answer.body.code], [409, 'not_connected']);
  const status = await world.max.gets(`${drive}/status`);
  assert.equal(status.status, 'needs_reauth');
  assert.match(status.steps.find(({ id }: any) => id === 'grant').remedy, /operator/);
  const [document] = (await world.max.gets(documents)).items;
  assert.deepEqual([document.status, document.freshness], ['ready', 'stale']);
  vendor.office.trustRobot(true);
  await watched(stage);
  assert.equal((await world.max.gets(`${drive}/status`)).status, 'connected');
  assert.equal((await world.max.gets(`${documents}/${document.id}`)).freshness, 'fresh');
});
