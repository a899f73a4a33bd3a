import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApp } from '../app.ts';
import { listenerName } from '../platform/database/notifications.ts';
import { inScope } from '../platform/database/transaction.ts';
import { streamOf } from '../../test/event-stream.ts';
import { startServer, type TestServer } from '../../test/server.ts';
import { eventually } from '../../test/story/stage.ts';
import { Caller, createWorld, joins, type World } from '../../test/world.ts';

let server: TestServer;
let world: World;
let base: string;
before(async () => {
  server = await startServer();
  world = await createWorld(server);
  base = await server.listen();
});
after(() => server.close());

const settings = '/api/organizations/me/settings';
const change = (caller: Caller, days: number) => caller.patches(settings, { inactivity: { hours: days * 24 } });
const isSettings = (version: number) => (event: { type: string; data: { version?: number } }) =>
  event.type === 'settings.updated' && event.data.version === version;

test('a change reaches every reader of the organization, and nobody else', async () => {
  const [max, mallory] = [await streamOf(base, world.max), await streamOf(base, world.mallory)];
  const { version } = await change(world.ada, 2);
  const event = await max.sees('the change', isSettings(version));
  assert.deepEqual(event.data, { id: world.birch.organizationId, version });
  assert.match(event.at, /^\d{4}-.*Z$/);
  const own = await change(world.mallory, 3);
  await mallory.sees('her own change', isSettings(own.version));
  assert.equal(mallory.events.length, 1);
  assert.equal(max.headers.get('cache-control'), 'no-store, no-transform');
  assert.equal(max.headers.get('content-encoding'), null);
  await Promise.all([max.close(), mallory.close()]);
});

test('HEAD returns the headers of the stream, and opens none', async () => {
  const url = `${base}/api/events`;
  const head = await fetch(url, { method: 'HEAD', headers: { authorization: `Bearer ${world.max.token}` } });
  assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'text/event-stream; charset=utf-8']);
  assert.equal((await fetch(url, { method: 'HEAD' })).status, 401);
});

test('a collection that is switched off is news of each of its documents', async () => {
  const { wim } = world;
  const { id } = await wim.posts('/api/knowledge/collections', { name: 'Switched off' });
  const added = await wim.posts(
    '/api/knowledge/documents/text',
    { collection_id: id, title: 'One', text: 'One word.' },
    202,
  );
  const max = await streamOf(base, world.max);
  await wim.patches(`/api/knowledge/collections/${id}`, { enabled: false });
  await max.sees('the document', (event) => event.type === 'document.updated' && event.data.id === added.id);
  await max.close();
});

test('the stream tells of a change of the routing policy, and not of a save that changes nothing', async () => {
  const max = await streamOf(base, world.max);
  const tag = await world.ada.posts('/api/routing/tags', { name: 'Lanterns' });
  const { data } = await max.sees('the policy', (event) => event.type === 'settings.updated');
  assert.deepEqual(data, { id: world.birch.organizationId, version: data.version, part: 'routing' });
  await world.ada.patches(`/api/routing/tags/${tag.id}`, { name: 'Lanterns' });
  const { version } = await change(world.ada, 5);
  await max.sees('the change after it', isSettings(version));
  assert.equal(max.events.length, 2);
  await max.close();
});

test('a change that is rolled back causes no event', async () => {
  const max = await streamOf(base, world.max);
  await assert.rejects(
    inScope(server.desk.db, world.birch, async (tx) => {
      await tx.updateTable('organization_settings').set({ version: 77 }).execute();
      throw new Error('rolled back');
    }),
    /rolled back/,
  );
  const { version } = await change(world.ada, 4);
  await max.sees('the change after it', isSettings(version));
  assert.deepEqual(
    max.events.map((event) => event.data.version),
    [version],
  );
  await max.close();
});

test('Last-Event-ID resumes where the reader stopped, also in another process', async () => {
  const first = await streamOf(base, world.max);
  const seen = await change(world.ada, 5);
  await first.sees('the first change', isSettings(seen.version));
  const lastId = first.lastId;
  await first.close();
  const missed = [await change(world.ada, 6), await change(world.ada, 7)];

  const other = await createApp({ ...server.desk, db: { ...server.desk.db } });
  const elsewhere = (await other.listen({ host: '127.0.0.1', port: 0 })).replace(/\/$/, '');
  for (const place of [base, elsewhere]) {
    const again = await streamOf(place, world.max, { 'last-event-id': lastId });
    await again.sees('the second', isSettings(missed[1].version));
    assert.deepEqual(
      again.events.map((event) => event.data.version),
      missed.map(({ version }) => version),
    );
    const next = await change(world.ada, 8 + Number(place === base));
    await again.sees('a change from now on', isSettings(next.version));
    missed.push(next);
    const ids = again.events.map(({ id }) => Number(id));
    assert.deepEqual(
      ids,
      ids.toSorted((one, two) => one - two),
    );
    await again.close();
  }
  await other.close();
});

test('a reader who is disconnected before the missed events arrive still gets all of them', async () => {
  const first = await streamOf(base, world.max);
  const { version } = await change(world.ada, 9);
  await first.sees('a change', isSettings(version));
  const { lastId } = first;
  await first.close();
  const missed = await change(world.ada, 11);
  const again = await streamOf(base, world.max, { 'last-event-id': lastId });
  await again.sees('what was missed', isSettings(missed.version));
  // The first block must not move the reader's position past the events after it.
  assert.deepEqual(again.ids, [lastId, again.events[0]?.id]);
  await again.close();
});

test('a new reader who is disconnected before the first event misses nothing', async () => {
  const first = await streamOf(base, world.max);
  const { lastId } = first;
  await first.close();
  const { version } = await change(world.ada, 10);
  const again = await streamOf(base, world.max, { 'last-event-id': lastId });
  await again.sees('what happened meanwhile', isSettings(version));
  assert.equal(again.events.length, 1);
  await again.close();
});

test('a transaction that commits late is not skipped', async (context) => {
  if (server.desk.db.engine === 'pglite') return context.skip('the embedded engine runs one transaction at a time');
  const max = await streamOf(base, world.max);
  const collection = await world.ada.posts('/api/knowledge/collections', { name: 'late' });
  let go: () => void = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  let written: () => void = () => {};
  const isWritten = new Promise<void>((resolve) => (written = resolve));
  const late = inScope(server.desk.db, world.birch, async (tx) => {
    const now = new Date();
    await tx
      .insertInto('document')
      .values({
        organization_id: world.birch.organizationId,
        id: '00000000-0000-7000-8000-00000000000a',
        collection_id: collection.id,
        title: 'Late',
        title_given: true,
        source_kind: 'text',
        status: 'queued',
        latest_version: 1,
        created_at: now,
        updated_at: now,
      } as never)
      .execute();
    written();
    await held;
  });
  await isWritten;
  const { version } = await change(world.ada, 11);
  await max.sees('the change that was written later', isSettings(version));
  go();
  await late;
  await max.sees('the one that committed later', ({ type }) => type === 'document.updated');
  const [earlier, later] = max.events;
  assert.ok(Number(earlier?.id) < Number(later?.id));
  await max.close();
});

test('an id that is no longer kept, or was never valid, gets one reset', async () => {
  const first = await streamOf(base, world.max);
  const { version } = await change(world.ada, 12);
  await first.sees('the change', isSettings(version));
  const old = first.lastId;
  await first.close();
  await change(world.ada, 13);
  server.pass(25 * 3_600_000);
  await server.sweep();
  const fresh = await signsInAgain('max');
  const newest = (await change(await signsInAgain('ada'), 14)).version;
  for (const lastId of [old, 'none of ours', '999999999999']) {
    const again = await streamOf(base, fresh, { 'last-event-id': lastId });
    await again.sees('the reset', ({ type }) => type === 'reset');
    assert.equal(again.events.length, 1, lastId);
    assert.deepEqual(again.ids, [again.events[0]?.id], 'who has not heard of the reset asks with the old id again');
    // After the reset the stream resumes normally.
    const resumed = await streamOf(base, fresh, { 'last-event-id': again.lastId });
    assert.deepEqual(resumed.events, []);
    await Promise.all([again.close(), resumed.close()]);
  }
  const { rows } = await server.desk.db.owner.query(
    'select data from live_event where organization_id = $1 order by at',
    [world.birch.organizationId],
  );
  assert.equal((rows.at(-1)?.['data'] as { version?: number } | undefined)?.version, newest);
  assert.ok(rows.length <= 3, `${rows.length} are kept`);
});

test('a stream ends when its session is revoked; others continue', async () => {
  const ada = await signsInAgain('ada');
  const [leaving, staying] = [await signsInAgain('max'), await signsInAgain('max')];
  const [one, two] = [await streamOf(base, leaving), await streamOf(base, staying)];
  await leaving.posts('/api/auth/logout', undefined, 204);
  const { version } = await change(ada, 15);
  await two.sees('the change', isSettings(version));
  await one.ends();
  assert.deepEqual(one.events, []);
  await two.close();
});

test('a stream ends when its reader is no longer a member', async () => {
  const ada = await signsInAgain('ada');
  const tom = await joins(server, 'Tom', { of: ada, role: 'member' });
  const stream = await streamOf(base, tom);
  const { items } = await ada.gets('/api/members');
  const member = items.find((each: { user: { id: string } }) => each.user.id === tom.userId);
  await ada.deletes(`/api/members/${member.id}`);
  await change(ada, 16);
  await stream.ends();
  assert.deepEqual(
    stream.events.filter(({ type }) => type === 'settings.updated'),
    [],
  );
});

test('an API key may open a stream, which ends when the key is deleted', async () => {
  const ada = await signsInAgain('ada');
  const { id, key } = await ada.posts('/api/api-keys', { name: 'script', role: 'member' });
  const stream = await streamOf(base, new Caller(server, { ...of(ada), token: key }));
  const { version } = await change(ada, 17);
  await stream.sees('the change', isSettings(version));
  await ada.deletes(`/api/api-keys/${id}`);
  await change(ada, 18);
  await stream.ends();
  assert.equal(stream.events.length, 1);
});

test('a caller may have twenty streams open; closing one makes room', async () => {
  const max = await signsInAgain('max');
  const streams = await Promise.all(Array.from({ length: 20 }, () => streamOf(base, max)));
  const refused = await max.calls('GET', '/api/events');
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.ok(refused.headers['retry-after']);
  await streams[0]?.close();
  const again = await eventually(() => streamOf(base, max));
  await Promise.all([...streams, again].map((stream) => stream?.close()));
});

test('a request without a token or for another organization is refused', async () => {
  assert.equal((await world.nobody.calls('GET', '/api/events')).status, 401);
  const max = await signsInAgain('max');
  const elsewhere = { 'x-organization-id': world.cedar.organizationId };
  assert.equal((await max.calls('GET', '/api/events', undefined, elsewhere)).status, 403);
});

test('a stopping server ends its streams at once', async () => {
  const other = await createApp({ ...server.desk, db: { ...server.desk.db } });
  const elsewhere = (await other.listen({ host: '127.0.0.1', port: 0 })).replace(/\/$/, '');
  const stream = await streamOf(elsewhere, await signsInAgain('max'));
  await other.close();
  await stream.ends();
});

/** Signs in again, because the tests move the clock past the end of a session. */
async function signsInAgain(name: 'ada' | 'max'): Promise<Caller> {
  const credentials = { email: `${name}@example.test`, password: 'a long enough passphrase 7' };
  const { access_token } = await world.nobody.posts('/api/auth/login', credentials, 200);
  return new Caller(server, { ...of(world[name]), token: access_token });
}

const of = ({ name, userId, organizationId }: Caller) => ({ name, userId, organizationId });

test('a cut database connection is mended, and no event is lost', async (context) => {
  if (server.desk.db.engine === 'pglite') return context.skip('the embedded engine has no line');
  const stream = await streamOf(base, await signsInAgain('max'));
  const { rows } = await server.desk.db.owner.query(
    `select count(pg_terminate_backend(pid)) as cut from pg_stat_activity
     where datname = current_database() and application_name = $1`,
    [listenerName],
  );
  assert.ok(Number(rows[0]?.['cut']) > 0);
  const { version } = await change(await signsInAgain('ada'), 19);
  await stream.sees('the change', isSettings(version));
  await stream.close();
});
