import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { furnish, startFurnishable } from '../../../test/furnish.ts';
import type { TestServer } from '../../../test/server.ts';
import { createWorld, type World } from '../../../test/world.ts';

let server: TestServer;
let world: World;
let ids: string[];
before(async () => {
  server = await startFurnishable();
  world = await createWorld(server);
  await furnish(server, world);
  ids = (await world.max.gets('/api/conversations')).items.map((item: { id: string }) => item.id);
  assert.equal(ids.length, 3);
});
after(() => server.close());

const list = async (query: string, caller = world.max) =>
  (await caller.gets(`/api/conversations?${query}`)).items.map((item: { id: string }) => item.id).sort();
const bulk = (body: object, caller = world.max, status = 200) => caller.posts('/api/conversations/bulk', body, status);

test('the queue can be filtered by assignee, for unassigned conversations, and by customer', async () => {
  const [first = '', second = ''] = ids;
  await world.max.patches(`/api/conversations/${first}`, { assignee_id: world.max.userId });
  await world.max.patches(`/api/conversations/${second}`, { assignee_id: world.wim.userId });
  assert.deepEqual(await list('assignee_id=me'), [first]);
  assert.deepEqual(await list('assignee_id=me', world.wim), [second]);
  assert.deepEqual(await list(`assignee_id=${world.wim.userId}`), [second]);
  assert.deepEqual(await list('assignee_id=none'), [ids[2]]);
  const { customer } = await world.max.gets(`/api/conversations/${first}`);
  const of = await list(`customer_id=${customer.id}`);
  assert.ok(of.includes(first) && of.length < 3, JSON.stringify(of));
  assert.deepEqual(await list(`customer_id=${customer.id}`, world.mallory), []);
  await world.max.gets('/api/conversations?assignee_id=somebody', 422);
});

test('the counts match the lists', async () => {
  const counts = await world.max.gets('/api/conversations/counts');
  const open = 'limit=200&status=open';
  const expected = {
    waiting: (await list(`${open}&owner=human`)).length,
    mine: (await list('assignee_id=me')).length,
    unassigned: (await list(`${open}&owner=human&assignee_id=none`)).length,
    approval: (await list('needs=approval')).length,
    ai: (await list(`${open}&owner=ai`)).length + (await list('status=pending&owner=ai')).length,
    snoozed: (await list('status=snoozed')).length,
    all_open: (await list(open)).length,
    resolved: (await list('limit=200&status=resolved')).length,
    every: (await list('limit=200')).length,
  };
  assert.deepEqual(counts.views, expected);
  assert.ok(expected.all_open > 0);
  for (const channel of ['chatdesk', 'ticketdesk', 'email'])
    assert.equal(counts.by_channel[channel], (await list(`${open}&channel=${channel}`)).length);
  const strange = await world.mallory.gets('/api/conversations/counts');
  assert.deepEqual([strange.views.all_open, strange.by_destination], [0, []]);
});

test('a destination with open or snoozed conversations is not deleted, and they are named', async () => {
  const { wim, max } = world;
  const place = await wim.posts('/api/routing/destinations', { name: 'Returns', kind: 'queue' });
  const [id = ''] = ids;
  const { status, subject, customer } = await max.patches(`/api/conversations/${id}`, { destination_id: place.id });
  assert.equal(status, 'open');
  assert.deepEqual(await list(`destination_id=${place.id}`), [id]);
  const path = `/api/routing/destinations/${place.id}`;
  const refused = await wim.calls('DELETE', path);
  assert.deepEqual([refused.status, refused.body.code], [409, 'in_use'], refused.text);
  const users = [{ type: 'conversation', id, name: subject ?? customer.name }];
  assert.deepEqual(refused.body.users, users);
  const snoozed_until = new Date(server.desk.clock.now().getTime() + 60_000).toISOString();
  await max.patches(`/api/conversations/${id}`, { status: 'snoozed', snoozed_until });
  assert.deepEqual((await wim.deletes(path, 409)).users, users);
  await max.patches(`/api/conversations/${id}`, { status: 'open' });
  await max.patches(`/api/conversations/${id}`, { destination_id: null });
  await wim.deletes(path);
});

test('a bulk change refuses tags, destinations and people of another organization', async () => {
  const { items } = await world.mallory.gets('/api/routing/destinations');
  const unknown = '00000000-0000-7000-8000-000000000000';
  const codes = async (body: object) =>
    (await bulk({ ids, ...body })).items.map(({ ok, code }: { ok: boolean; code: string }) => [ok, code]);
  for (const foreign of [items[0].id, unknown]) {
    const refused = ids.map(() => [false, 'validation_failed']);
    assert.deepEqual(await codes({ patch: { destination_id: foreign } }), refused);
    assert.deepEqual(await codes({ handover: { to: 'human', destination_id: foreign } }), refused);
  }
  for (const foreign of [world.mallory.userId, unknown])
    assert.deepEqual(
      await codes({ patch: { assignee_id: foreign } }),
      ids.map(() => [false, 'validation_failed']),
    );
});

test('a conversation whose handover is refused does not get the rest of the bulk change either', async () => {
  const before = await Promise.all(ids.map((id) => world.max.gets(`/api/conversations/${id}`)));
  const { items } = await bulk({ ids, patch: { status: 'spam' }, handover: { to: 'human' } });
  assert.deepEqual(
    items,
    ids.map((id) => ({ id, ok: false, code: 'invalid_transition' })),
  );
  const after = await Promise.all(ids.map((id) => world.max.gets(`/api/conversations/${id}`)));
  assert.deepEqual(after, before);

  const [first] = before;
  const both = { ids: [first.id], patch: { assignee_id: world.max.userId } };
  const handover = { to: 'human', notify_customer: false };
  const expecting = async (version: number) =>
    (await bulk({ ...both, handover: { ...handover, expected_version: version } })).items[0];
  assert.equal((await expecting(first.version + 1)).code, 'version_conflict');
  assert.equal((await expecting(first.version)).ok, true);
  await bulk({ ids: [first.id], patch: { assignee_id: null } });
});

test('a bulk change applies to each conversation independently', async () => {
  const { items: destinations } = await world.wim.gets('/api/routing/destinations');
  const destination = destinations.find((each: { kind: string }) => each.kind === 'queue');
  const unknown = '00000000-0000-7000-8000-000000000000';
  const answer = await bulk({ ids: [...ids, unknown], patch: { destination_id: destination.id } });
  assert.deepEqual(answer.items, [
    ...ids.map((id) => ({ id, ok: true })),
    { id: unknown, ok: false, code: 'not_found' },
  ]);
  const { by_destination } = await world.max.gets('/api/conversations/counts');
  assert.deepEqual(by_destination, [{ id: destination.id, name: destination.name, count: ids.length }]);

  const handed = await bulk({ ids, handover: { to: 'human', notify_customer: false } });
  assert.ok(handed.items.every(({ ok }: { ok: boolean }) => ok));
  assert.equal((await list('owner=human')).length, 3);
  const foreign = await bulk({ ids, patch: { status: 'resolved' } }, world.mallory);
  assert.ok(foreign.items.every(({ code }: { code: string }) => code === 'not_found'));
  await bulk({ ids, patch: { status: 'spam' } });
  const refused = await bulk({ ids, handover: { to: 'human' } });
  assert.deepEqual(
    refused.items.map(({ code }: { code: string }) => code),
    ids.map(() => 'invalid_transition'),
  );
  await bulk({ ids }, world.max, 422);
  await bulk({ ids: [], patch: {} }, world.max, 422);
});
