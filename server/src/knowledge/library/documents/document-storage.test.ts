import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { connect } from '../../../../test/drive-stage.ts';
import { environmentOf, startCloudDrive } from '../../../../test/providers/cloud-drive/cloud-drive.ts';
import { startObjectStorage, type ObjectStorage } from '../../../../test/providers/object-storage.ts';
import { startServer, type TestServer } from '../../../../test/server.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { ingestDocument as ingest } from '../../ingest-document.ts';
import { sourcesForgotten } from '../versions/ingest.jobs.ts';
import { pdfOf } from '../parsing/fixtures/files.ts';
import { forgetSources } from '../versions/source-files.ts';

// The life cycle of a document, with its bytes in a folder and in a bucket. No job runs by itself.

const path = '/api/knowledge/documents';
let storage: ObjectStorage;
let folder: RaceStage;
let bucket: RaceStage;
before(async () => {
  storage = await startObjectStorage();
  [folder, bucket] = await Promise.all([stageWith({}), stageWith(storage.environment)]);
});
after(async () => {
  await Promise.all([folder.server.close(), bucket.server.close()]);
  await storage.close();
});

interface RaceStage {
  server: TestServer;
  world: World;
  collection: string;
}

async function stageWith(environment: Record<string, string>): Promise<RaceStage> {
  const server = await startServer({ environment });
  const world = await createWorld(server);
  const { id } = await world.wim.posts('/api/knowledge/collections', { name: 'Help centre' });
  return { server, world, collection: id };
}

const pageOf = (line: string) => pdfOf([['# Warranty', line]]);

async function sends({ world }: RaceStage, to: string, fields: Record<string, string>, bytes: Buffer) {
  const edge = 'edge-of-the-form';
  const head = (what: string) => `--${edge}\r\nContent-Disposition: form-data; ${what}\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${head('name="file"; filename="Garantie für “alles”.pdf"')}Content-Type: text/html\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
    ...Object.entries(fields).map(([name, value]) => Buffer.from(`${head(`name="${name}"`)}\r\n${value}\r\n`)),
    Buffer.from(`--${edge}--\r\n`),
  ]);
  const headers = { 'content-type': `multipart/form-data; boundary=${edge}` };
  return world.wim.calls('POST', `${path}${to}`, body, headers);
}

/** Runs the queued jobs that delete stored bytes. */
async function forgets({ server, world }: RaceStage): Promise<void> {
  const { rows } = await server.desk.db.owner.query(
    `delete from pgboss.job where name = $1 and state = 'created' returning data`,
    [sourcesForgotten.name],
  );
  for (const { data } of rows) await forgetSources(server.desk, world.birch, (data as { keys: string[] }).keys);
}

const bytesAt = async ({ server, world }: RaceStage, id: string) => {
  const { rawPayload, headers } = await server.app.inject({
    url: `${path}/${id}/content`,
    headers: { authorization: `Bearer ${world.max.token}` },
  });
  return { bytes: rawPayload, headers };
};

const stores: [name: string, stage: () => RaceStage, keys: (stage: RaceStage) => string[]][] = [
  ['a folder', () => folder, ({ server }) => filesIn(join(server.desk.config.DATA_DIR, 'files'))],
  ['a bucket', () => bucket, () => storage.keys()],
];

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));

for (const [name, stageOf, keys] of stores)
  describe(`in ${name}`, () => {
    test('a document is uploaded, read, found, downloaded unchanged, replaced and deleted without a trace', async () => {
      const stage = stageOf();
      const { server, world } = stage;
      const first = pageOf('The warranty lasts for two years from the day of purchase.');
      const { status, body } = await sends(stage, '/upload', { collection_id: stage.collection }, first);
      assert.equal(status, 202);
      await ingest(server.desk, world.birch, body.id);
      const ready = await world.max.gets(`${path}/${body.id}`);
      assert.deepEqual([ready.status, ready.retrievable, ready.source.bytes], ['ready', true, first.length]);
      assert.equal(keys(stage).length, 1);
      assert.match(keys(stage)[0] ?? '', new RegExp(`knowledge/${world.birch.organizationId}/[0-9a-f-]{36}$`));

      const { bytes, headers } = await bytesAt(stage, body.id);
      assert.ok(bytes.equals(first));
      assert.equal(headers['content-type'], 'application/pdf');
      assert.equal(headers['content-length'], String(first.length));
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.match(String(headers['content-disposition']), /^attachment; filename\*=UTF-8''Garantie%20f%C3%BCr%20%E2/);

      const second = pageOf('The warranty lasts for five years from the day of purchase.');
      assert.equal((await sends(stage, `/${body.id}/reingest`, {}, second)).status, 202);
      assert.ok(
        (await bytesAt(stage, body.id)).bytes.equals(first),
        'the version that serves is the one that is given',
      );
      await ingest(server.desk, world.birch, body.id);
      assert.ok((await bytesAt(stage, body.id)).bytes.equals(second));
      await forgets(stage);
      assert.equal(keys(stage).length, 1);
      const same = await sends(stage, `/${body.id}/reingest`, {}, second);
      assert.deepEqual([same.status, same.body.unchanged], [200, true]);
      assert.equal(keys(stage).length, 1, 'bytes that are known are not kept twice');

      await world.wim.deletes(`${path}/${body.id}`);
      await forgets(stage);
      assert.deepEqual(keys(stage), []);
      await world.max.gets(`${path}/${body.id}/content`, 404);
    });

    test('a failed upload leaves nothing behind', async () => {
      const stage = stageOf();
      const missing = '01890000-0000-7000-8000-000000000000';
      assert.equal((await sends(stage, '/upload', { collection_id: missing }, pageOf('Text.'))).status, 404);
      assert.deepEqual(keys(stage), []);
    });
  });

describe('an unreachable bucket', () => {
  const adds = async (title: string): Promise<string> => {
    const text = `${title} can be borrowed at the front desk for a day.`;
    return (await bucket.world.wim.posts(`${path}/text`, { collection_id: bucket.collection, title, text }, 202)).id;
  };

  test('uploads and downloads get a 503, ingestion waits, and everything works afterwards', async () => {
    const { server, world } = bucket;
    const waiting = await adds('Umbrellas');
    const served = await adds('Lockers');
    await ingest(server.desk, world.birch, served);
    await storage.goAway();
    for (const answer of [
      await sends(bucket, '/upload', { collection_id: bucket.collection }, pageOf('Text.')),
      await world.max.calls('GET', `${path}/${served}/content`),
    ]) {
      assert.deepEqual([answer.status, answer.body.code, answer.headers['retry-after']], [503, 'unavailable', '30']);
    }
    for (let attempt = 0; attempt < 4; attempt++) await ingest(server.desk, world.birch, waiting);
    const patient = await world.max.gets(`${path}/${waiting}`);
    assert.deepEqual([patient.status, patient.error], ['queued', null]);
    const { rows } = await server.desk.db.owner.query(
      `select 1 from pgboss.job where name = 'knowledge.ingest' and state = 'created' and data->>'documentId' = $1`,
      [waiting],
    );
    assert.equal(rows.length, 1, 'somebody will come back to it');
    await world.wim.deletes(`${path}/${served}`);
    await forgets(bucket);
    await storage.comeBack();
    assert.equal(storage.keys().length, 2);
    await forgets(bucket);
    assert.equal(storage.keys().length, 1, 'what was to be removed meanwhile is removed');
    await ingest(server.desk, world.birch, waiting);
    const well = await world.max.gets(`${path}/${waiting}`);
    assert.deepEqual([well.status, well.retrievable], ['ready', true]);
  });

  test('a document stops waiting in the end', async () => {
    const id = await adds('Bicycles');
    await storage.goAway();
    bucket.server.pass(25 * 3_600_000);
    await ingest(bucket.server.desk, bucket.world.birch, id);
    bucket.server.pass(-25 * 3_600_000);
    await storage.comeBack();
    const document = await bucket.world.max.gets(`${path}/${id}`);
    assert.deepEqual([document.status, document.error.code], ['failed', 'timeout']);
  });

  test('it is cleared of a file from the drive whose document was deleted during the fetch, once it is back', async (t) => {
    const vendor = await startCloudDrive();
    const stage = await stageWith({ ...storage.environment, ...environmentOf(vendor) });
    t.after(() => Promise.all([stage.server.close(), vendor.close()]));
    const { server, world, collection: collection_id } = stage;
    await connect(world.wim, vendor);
    const { id: file } = vendor.file('Kites.txt', { content: 'Kites can be borrowed at the front desk for a day.' });
    const { items } = await world.wim.posts(`${path}/cloud-drive`, { collection_id, file_ids: [file] }, 202);
    const before = storage.keys();
    storage.whileNextWaits(async () => {
      await world.wim.deletes(`${path}/${items[0].id}`);
      // The desk sends a request three times.
      storage.stumble(3);
    });
    await ingest(server.desk, world.birch, items[0].id);
    assert.equal(storage.keys().length, before.length + 1, 'it could not be removed yet');
    await forgets(stage);
    assert.deepEqual(storage.keys(), before);
  });

  test('a short failure is not noticed', async () => {
    storage.stumble(2);
    const id = await adds('Trolleys');
    assert.equal((await bucket.world.max.calls('GET', `${path}/${id}/content`)).status, 200);
  });
});

test('each organization may store as much as its own quota', async () => {
  const small = await stageWith({ STORAGE_QUOTA_MB: '1' });
  const text = (more: Record<string, string>) => ({ title: 'Long', text: 'long words '.repeat(55_000), ...more });
  await small.world.wim.posts(`${path}/text`, text({ collection_id: small.collection }), 202);
  const refused = await small.world.wim.posts(`${path}/text`, text({ collection_id: small.collection }), 507);
  assert.equal(refused.code, 'quota');
  const elsewhere = await small.world.mallory.posts('/api/knowledge/collections', { name: 'Theirs' });
  await small.world.mallory.posts(`${path}/text`, text({ collection_id: elsewhere.id }), 202);
  await small.server.close();
});

describe('the quota', () => {
  let small: RaceStage;
  before(async () => {
    small = await stageWith({ STORAGE_QUOTA_MB: '1' });
  });
  after(() => small.server.close());

  test('is kept by texts that are sent at the same time, each of which has room', async () => {
    const { world, collection, server } = small;
    const sent = await Promise.all(
      ['a', 'b', 'c', 'd'].map((letter) =>
        world.wim.calls('POST', `${path}/text`, {
          collection_id: collection,
          title: letter,
          text: `${letter} words `.repeat(75_000),
        }),
      ),
    );
    assert.equal(sent.filter(({ status }) => status === 202).length, 1);
    assert.equal(sent.filter(({ body }) => body.code === 'quota').length, 3);
    await forgets(small);
    assert.equal(filesIn(join(server.desk.config.DATA_DIR, 'files')).length, 1, 'refused texts are not kept');
  });

  test('does not count the texts that a newer one has replaced, as their files are deleted', async () => {
    const { world, server } = small;
    const [{ id }] = (await world.wim.gets(path)).items;
    await ingest(server.desk, world.birch, id);
    for (const day of ['Monday', 'Tuesday', 'Friday', 'Sunday']) {
      await world.wim.posts(`${path}/${id}/reingest`, { text: `Carts are lent on ${day}. `.repeat(15_000) }, 202);
      await ingest(server.desk, world.birch, id);
    }
    await forgets(small);
    assert.equal(filesIn(join(server.desk.config.DATA_DIR, 'files')).length, 1);
  });
});

test('a document that is sent while its collection is deleted finds it or does not', async () => {
  const { world } = folder;
  for (let round = 0; round < 4; round++) {
    const { id } = await world.wim.posts('/api/knowledge/collections', { name: `Brief ${round}` });
    const sends = (title: string) =>
      world.wim.calls('POST', `${path}/text`, { collection_id: id, title, text: `About ${title}.` });
    const answers = await Promise.all([
      ...['a', 'b', 'c'].map(sends),
      world.wim.calls('DELETE', `/api/knowledge/collections/${id}`),
      ...['d', 'e', 'f'].map(sends),
    ]);
    const deleted = answers[3]?.status === 204;
    const others = answers.filter((_, place) => place !== 3).map(({ status }) => status);
    assert.ok(deleted ? others.every((status) => status === 404) : others.includes(202), String(others));
    assert.deepEqual(
      others.filter((status) => status !== 202 && status !== 404),
      [],
    );
  }
});
