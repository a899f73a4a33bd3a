import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startServer, type TestServer } from '../../../../test/server.ts';
import { createWorld, registers, type Caller, type World } from '../../../../test/world.ts';
import { subscribeKnowledge } from '../../index.ts';

// The order of documents in the queue. All documents are queued before the first one is ingested.

let server: TestServer;
let world: World;
before(async () => {
  server = await startServer();
  world = await createWorld(server);
});
after(() => server.close());

const path = '/api/knowledge/documents';

async function adds(caller: Caller, count: number, kind: string): Promise<string[]> {
  const { id: collection_id } = await caller.posts('/api/knowledge/collections', { name: kind });
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const wish = { collection_id, title: `${kind} ${at}`, text: `${kind} number ${at} stands in the hall.` };
    ids.push((await caller.posts(`${path}/text`, wish, 202)).id);
  }
  return ids;
}

async function isAtRest(caller: Caller, id: string): Promise<void> {
  while ((await caller.gets(`${path}/${id}`)).status !== 'ready') await nextTurn();
}

test('organizations take turns, and a document that never ends delays no other', async () => {
  const zoe = await registers(server, 'Zoe', 'Elm');
  // Two organizations fill all slots of the queue, and each has one document that hangs.
  const [hangingForBirch = ''] = await adds(world.wim, 1, 'Bomb');
  const birch = await adds(world.wim, 15, 'Lamp');
  const [hangingForCedar = ''] = await adds(world.mallory, 1, 'Bomb');
  const cedar = await adds(world.mallory, 15, 'Chair');
  const [elm = ''] = await adds(zoe, 1, 'Table');
  const hanging = new Set<string>();
  const gate = Promise.withResolvers<void>();
  const keyOf = async (id: string) =>
    String(
      (await server.desk.db.owner.query('select blob_key from document_version where document_id = $1', [id]))
        .rows[0]?.['blob_key'],
    );
  const bombs = [await keyOf(hangingForBirch), await keyOf(hangingForCedar)];
  const get = async (key: string) => {
    if (bombs.includes(key)) {
      hanging.add(key);
      await gate.promise;
    }
    return server.desk.blobs.get(key);
  };
  subscribeKnowledge({ ...server.desk, blobs: { ...server.desk.blobs, get } });
  await server.desk.jobs.work();
  try {
    await isAtRest(zoe, elm);
    for (const id of birch) await isAtRest(world.wim, id);
    for (const id of cedar) await isAtRest(world.mallory, id);
    assert.equal(hanging.size, 2, 'those that never end were begun');
  } finally {
    gate.resolve();
  }
  await isAtRest(world.wim, hangingForBirch);
  const { rows } = await server.desk.db.owner.query(
    `select data ->> 'documentId' as id from pgboss.job where name = 'knowledge.ingest' order by started_on, created_on`,
    [],
  );
  const place = rows.findIndex((row) => row['id'] === elm);
  assert.ok(
    place >= 0 && place < 20,
    `the only document of the third organization was begun as number ${place} of ${rows.length}`,
  );
});
