import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isList } from '../src/platform/server/signed-cursors.ts';
import { encodeCursor } from '../src/platform/http/page.ts';
import { furnish, somewhere, startFurnishable } from './furnish.ts';
import type { TestServer } from './server.ts';
import { createWorld, type World } from './world.ts';

// Tests every list of the contract in Birch, except those of the vendors: the tests of the drive and of the helpdesks cover them.
const ofVendors = ['/api/integrations/cloud-drive/files', '/api/routing/targets'];
let server: TestServer;
let world: World;
let lists: string[];
before(async () => {
  server = await startFurnishable();
  world = await createWorld(server);
  await furnish(server, world);
  const paths = server.routes.flatMap(({ endpoint }) =>
    isList(endpoint) && !ofVendors.includes(endpoint.path) ? [endpoint.path] : [],
  );
  const found = await Promise.all(paths.map(async (path) => [path, await somewhere(world.ada, path)] as const));
  assert.deepEqual(
    found.filter(([, url]) => url === null),
    [],
  );
  lists = found.map(([, url]) => url ?? '');
});
after(() => server.close());

const page = (url: string, query: string, caller = world.ada) => caller.calls('GET', `${url}?${query}`);

test('an endpoint takes limit and cursor if, and only if, it returns a list', () => {
  const hasPage = (reply: object | undefined) => {
    const members = reply && 'properties' in reply ? (reply.properties as Record<string, unknown>) : {};
    return 'next_cursor' in members;
  };
  const wrong = server.routes.filter(({ endpoint }) => isList(endpoint) !== hasPage(endpoint.reply[200]));
  assert.deepEqual(
    wrong.map(({ endpoint }) => endpoint.operation),
    [],
  );
});

test('a page has 1 to 200 items, 50 by default', async () => {
  for (const url of lists) {
    for (const limit of ['0', '201', '-1', 'ten', '1.5', '']) {
      const { status, body } = await page(url, `limit=${limit}`);
      assert.deepEqual([status, body.errors?.[0].path], [422, 'query.limit'], `${url} ${limit}`);
    }
    assert.equal((await page(url, 'limit=200')).status, 200, url);
  }
  for (let number = 4; number <= 51; number++) await world.wim.posts('/api/routing/tags', { name: `Tag ${number}` });
  assert.equal((await page('/api/routing/tags', '')).body.items.length, 50);
});

test('an invented cursor is refused with its field name, whatever it contains', async () => {
  const { body } = await page('/api/routing/tags', 'limit=1');
  const [position, proof] = body.next_cursor.split('.');
  const forged = [
    'nonsense',
    '.',
    position,
    `${position}.`,
    `${position}.${proof.slice(1)}`,
    `${encodeCursor(['', ''])}.${proof}`,
    ...[[], ['x'], [null], [1e300], [-1, 'x'], ['2026-02-30', 'x'], [null, null]].map(encodeCursor),
    'A'.repeat(2_001),
  ];
  for (const url of lists) {
    for (const cursor of forged) {
      const answer = await page(url, `cursor=${encodeURIComponent(cursor)}`);
      assert.deepEqual([answer.status, answer.body.errors?.[0].path], [422, 'query.cursor'], `${url} ${cursor}`);
    }
  }
});

test('a cursor works only in the order in which it was given', async () => {
  const first = await page('/api/conversations', 'limit=1&sort=updated_at');
  const cursor = encodeURIComponent(first.body.next_cursor);
  assert.equal((await page('/api/conversations', `sort=updated_at&cursor=${cursor}`)).status, 200);
  assert.equal((await page('/api/conversations', `sort=waiting_since&cursor=${cursor}`)).status, 422);
});

test('a cursor works only in its own list and organization', async () => {
  const cursors = new Map<string, string>();
  for (const url of lists) {
    const { next_cursor } = (await page(url, 'limit=1')).body;
    if (next_cursor) cursors.set(url, next_cursor);
  }
  assert.ok(cursors.size >= 7, [...cursors.keys()].join());
  for (const [origin, cursor] of cursors) {
    for (const url of lists)
      assert.equal((await page(url, `cursor=${cursor}`)).status, url === origin ? 200 : 422, url);
    const foreign = await page(origin, `cursor=${cursor}`, world.mallory);
    assert.ok([404, 422].includes(foreign.status), `${origin} ${foreign.text}`);
  }
});

test('pages have no gaps and no repeats, also if an item is added in between', async () => {
  const recipes: Record<string, (number: number) => object> = {
    '/api/routing/tags': (number) => ({ name: `${number % 2 ? 'A' : 'Z'} tag ${number}` }),
    '/api/routing/destinations': (number) => ({ name: `${number % 2 ? 'A' : 'Z'} ${number}`, kind: 'queue' }),
    '/api/routing/rules': (number) => ({ name: `R ${number}`, priority: number, when: {}, then: { priority: 'high' } }),
    '/api/knowledge/collections': (number) => ({ name: `C ${number}` }),
    '/api/channels/email/domains': (number) => ({ domain: `d${number}.example` }),
  };
  for (const url of lists) {
    const ids = (items: { id?: string; version?: number; revision?: number }[]) =>
      items.map(({ id, version, revision }) => id ?? String(version ?? revision));
    const atFirst = ids((await page(url, 'limit=200')).body.items);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const answer = await page(url, cursor ? `limit=2&cursor=${cursor}` : 'limit=2');
      assert.equal(answer.status, 200, answer.text);
      seen.push(...ids(answer.body.items));
      cursor = answer.body.next_cursor;
      const recipe = recipes[url];
      if (recipe && seen.length < 20) await world.ada.posts(url, recipe(seen.length));
    } while (cursor);
    assert.equal(new Set(seen).size, seen.length, `${url}: something came twice`);
    assert.deepEqual(
      atFirst.filter((id) => !seen.includes(id)),
      [],
      `${url}: something was left out`,
    );
  }
});
