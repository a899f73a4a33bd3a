import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestServer } from '../../../test/server.ts';
import { inWorld, type World } from '../../../test/world.ts';

const path = '/api/organizations/me';

let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

describe('the organization', () => {
  test('is shown to its own members only', async () => {
    const { created_at, ...birch } = await world.max.gets(path);
    assert.deepEqual(birch, {
      id: world.birch.organizationId,
      name: 'Birch',
      slug: 'birch',
      deletion_at: null,
      version: 1,
    });
    assert.match(created_at, /Z$/);
    assert.equal((await world.mallory.gets(path)).name, 'Cedar');
    await world.nobody.gets(path, 401);
  });

  test('changes its name and slug, and with them its version and ETag', async () => {
    const before = await world.ada.gets(path);
    const answer = await world.ada.calls('PATCH', path, { name: ' Birch & Sons ', slug: 'birch-and-sons' });
    assert.deepEqual(answer.body, {
      ...before,
      name: 'Birch & Sons',
      slug: 'birch-and-sons',
      version: before.version + 1,
    });
    assert.equal(answer.headers['etag'], `"${before.version + 1}"`);
    assert.deepEqual(await world.max.gets(path), answer.body);
  });

  test('keeps its version when nothing changes', async () => {
    const before = await world.ada.gets(path);
    assert.deepEqual(await world.ada.patches(path, {}), before);
    assert.deepEqual(await world.ada.patches(path, { name: before.name }), before);
  });

  test('is not changed by an edit of an older version', async () => {
    const { version } = await world.ada.gets(path);
    const change = (tag: string, name: string) => world.ada.calls('PATCH', path, { name }, { 'if-match': tag });
    assert.equal((await change(`"${version}"`, 'Birch One')).status, 200);
    const late = await change(`"${version}"`, 'Birch Two');
    assert.deepEqual([late.status, late.body.code], [412, 'version_conflict']);
    assert.equal((await change('*', 'Birch Three')).status, 200);
    assert.equal((await change('soon', 'Birch Four')).status, 400);
  });

  test('cannot take the slug of another organization', async () => {
    const answer = await world.ada.calls('PATCH', path, { slug: 'cedar', name: 'Fake' });
    assert.deepEqual([answer.status, answer.body.code], [409, 'already_exists']);
    assert.notEqual((await world.ada.gets(path)).name, 'Fake');
  });

  const refused = [
    [{ slug: 'Not A Slug' }, '/slug'],
    [{ slug: '-x-' }, '/slug'],
    [{ slug: 'x' }, '/slug'],
    [{ slug: null }, '/slug'],
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(121) }, '/name'],
    [{ version: 7 }, '/version'],
    [{ organization_id: 'x' }, '/organization_id'],
  ] as const;
  for (const [body, field] of refused) {
    test(`${JSON.stringify(body).slice(0, 40)} is 422 at ${field}`, async () => {
      const answer = await world.ada.calls('PATCH', path, body);
      assert.deepEqual([answer.status, answer.body.errors[0].path], [422, field]);
    });
  }
});

test('row-level security alone hides other organizations’ rows', async () => {
  const { db } = server.desk;
  const everything = await Promise.all([
    db.kysely.selectFrom('organization').selectAll().execute(),
    db.kysely.selectFrom('workspace').selectAll().execute(),
    db.kysely.selectFrom('membership').selectAll().execute(),
  ]);
  assert.deepEqual(everything, [[], [], []]);
});
