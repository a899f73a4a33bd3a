import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connectShop, orderTemplate } from '../../test/providers/shop/connected.ts';
import { anOrder, startShop, type Shop } from '../../test/providers/shop/shop.ts';
import { startServer, type TestServer } from '../../test/server.ts';
import { createWorld, type World } from '../../test/world.ts';
import { tendConnector } from './tend.actions.ts';

let shop: Shop;
let server: TestServer;
let world: World;
before(async () => {
  shop = await startShop();
  shop.add(anOrder('48213'));
  server = await startServer({ environment: { EGRESS_ALLOW: '127.0.0.1' } });
  world = await createWorld(server);
});
after(async () => {
  await server.close();
  await shop.close();
});

let made = 0;
// Deletes earlier connectors first, because template names are unique within an organization.
async function connects() {
  for (const { id } of (await world.wim.gets('/api/connectors')).items)
    await world.wim.deletes(`/api/connectors/${id}`);
  return connectShop(world.wim, shop, { name: `Shop ${(made += 1)}` });
}

test('new credentials are used once they work; the former ones are kept, and a second rotation has to wait', async () => {
  const { path, connector } = await connects();
  shop.accept('second-canary');
  const wish = { credentials: { token: 'second-canary' }, mode: 'staged', grace_seconds: 600 };
  const rotated = await world.wim.posts(`${path}/rotate-credentials`, wish, 200);
  assert.deepEqual([rotated.rotation.state, rotated.rotation.mode], ['grace', 'staged']);
  assert.equal(rotated.rotation.previous_fingerprint, connector.credentials.fingerprint);
  assert.notEqual(rotated.credentials.fingerprint, connector.credentials.fingerprint);
  const early = await world.wim.calls('POST', `${path}/rotate-credentials`, wish);
  assert.deepEqual([early.status, early.body.code], [409, 'rotation_in_progress']);
  const edited = await world.wim.calls('PATCH', path, { credentials: wish.credentials });
  assert.deepEqual([edited.status, edited.body.code], [409, 'rotation_in_progress']);
  server.pass(601_000);
  await tendConnector(server.desk, world.birch, connector.id);
  const { rows } = await server.desk.db.owner.query('select previous_sealed, rotation from connector where id = $1', [
    connector.id,
  ]);
  assert.deepEqual(rows, [{ previous_sealed: null, rotation: 'completed' }]);
});

test('refused credentials change nothing', async () => {
  const { path, connector, template } = await connects();
  const refused = await world.wim.calls('POST', `${path}/rotate-credentials`, {
    credentials: { token: 'unknown-canary' },
  });
  assert.deepEqual([refused.status, refused.body.code], [422, 'credentials_rejected']);
  assert.equal(refused.text.includes('canary'), false);
  const now = await world.wim.gets(path);
  assert.deepEqual([now.status, now.credentials.fingerprint], ['active', connector.credentials.fingerprint]);
  assert.equal((await world.wim.posts(`${path}/templates/${template.id}/test`, { mode: 'live' }, 200)).ok, true);
});

test('within the grace period the former credentials are restored automatically if the new ones are refused', async () => {
  const { path, connector, template } = await connects();
  shop.accept('third-canary');
  await world.wim.posts(`${path}/rotate-credentials`, { credentials: { token: 'third-canary' } }, 200);
  shop.revoke('third-canary');
  assert.equal((await world.wim.posts(`${path}/templates/${template.id}/test`, { mode: 'live' }, 200)).ok, true);
  const now = await world.wim.gets(path);
  assert.deepEqual([now.status, now.rotation.state], ['active', 'fell_back']);
  assert.equal(now.credentials.fingerprint, connector.credentials.fingerprint);
  assert.match(now.status_detail, /Rotate again/);
  const { body } = await world.wim.calls('GET', path, undefined, { 'accept-language': 'de' });
  assert.match(body.status_detail, /die alten werden wieder verwendet/);
});

test('a response that there is no such record proves the former credentials', async () => {
  const { path, connector, template } = await connects();
  shop.accept('fifth-canary');
  await world.wim.posts(`${path}/rotate-credentials`, { credentials: { token: 'fifth-canary' } }, 200);
  shop.revoke('fifth-canary');
  const asked = { mode: 'live', inputs: { number: '999' } };
  const live = await world.wim.posts(`${path}/templates/${template.id}/test`, asked, 200);
  assert.equal(live.error.code, 'not_found');
  const now = await world.wim.gets(path);
  assert.deepEqual([now.rotation.state, now.credentials.fingerprint], ['fell_back', connector.credentials.fingerprint]);
});

test('the last validation is about the credentials in use', async () => {
  const { path } = await connects();
  await world.wim.patches(path, { credentials: { token: 'mistyped-canary' } });
  assert.equal((await world.wim.gets(path)).last_validation, null);
  assert.equal((await world.wim.posts(`${path}/validate`, {}, 200)).ok, false);
  shop.accept('sixth-canary');
  await world.wim.posts(`${path}/rotate-credentials`, { credentials: { token: 'sixth-canary' } }, 200);
  const { status, last_validation } = await world.wim.gets(path);
  assert.deepEqual([status, last_validation.ok], ['active', true]);
});

test('an immediate rotation keeps no former credentials', async () => {
  const { path, template } = await connects();
  shop.accept('fourth-canary');
  const wish = { credentials: { token: 'fourth-canary' }, mode: 'immediate' };
  assert.equal((await world.wim.posts(`${path}/rotate-credentials`, wish, 200)).rotation.state, 'completed');
  shop.revoke('fourth-canary');
  const live = await world.wim.posts(`${path}/templates/${template.id}/test`, { mode: 'live' }, 200);
  assert.equal(live.error.code, 'auth_refused');
  assert.equal((await world.wim.gets(path)).status, 'needs_reauth');
});

const reasons = (checks: any[], id: string) => checks.filter((check) => check.id === id).map(({ reason }) => reason);

test('if nothing can prove the new credentials, rotation and check report it with a remedy', async () => {
  const { path, template } = await connects();
  await world.wim.deletes(`${path}/templates/${template.id}`);
  const wish = { credentials: { token: 'wrong-canary' }, mode: 'immediate' };
  const rotated = await world.wim.posts(`${path}/rotate-credentials`, wish, 200);
  assert.deepEqual([rotated.proven, rotated.rotation.state], [false, 'completed']);
  const auth = rotated.checks.find(({ id }: any) => id === 'auth');
  assert.equal(auth.reason, 'credentials_not_rejected');
  assert.match(auth.remedy, /read template.*example/);
  const { last_validation } = await world.wim.gets(path);
  assert.deepEqual(reasons(last_validation.checks, 'auth'), ['credentials_not_rejected']);
});

test('the rotation lists the templates that it tested with the new credentials, and those that it could not test', async () => {
  const { path } = await connects();
  const blind = { ...orderTemplate, name: 'blind', inputs: [{ name: 'number', type: 'string', source: 'message' }] };
  await world.wim.posts(`${path}/templates`, { ...blind, answer: null });
  shop.accept('seventh-canary');
  const wish = { credentials: { token: 'seventh-canary' } };
  const { proven, checks } = await world.wim.posts(`${path}/rotate-credentials`, wish, 200);
  assert.equal(proven, true);
  assert.deepEqual(
    ['auth', 'template:order', 'template:blind'].flatMap((id) => reasons(checks, id)),
    ['credentials_accepted', 'template_answered', 'template_without_example'],
  );
  // The request without credentials, which proves that the service checks them, is logged as a call without a failure.
  const log = (await world.wim.gets(`${path}/calls`)).items.filter(({ purpose }: any) => purpose === 'rotate');
  const bare = log.filter((each: any) => each.arguments.credentials === 'none');
  assert.deepEqual(
    bare.map(({ status, error }: any) => [status, error]),
    [[401, null]],
  );
});

for (const [page, reason] of [
  ['/openapi.json', 'credentials_not_rejected'],
  ['/echo', 'credentials_accepted'],
] as const)
  test(`a base URL that responds at ${page}: ${reason}`, async () => {
    const base_url = `${shop.url}${page}`;
    const wish = { name: page, base_url, auth: { kind: 'bearer' }, credentials: { token: shop.keys.token } };
    const { id } = await world.wim.posts('/api/connectors', wish);
    const { checks } = await world.wim.posts(`/api/connectors/${id}/validate`, {}, 200);
    assert.deepEqual(reasons(checks, 'auth'), [reason]);
  });

test('a second check is refused while one is running', async () => {
  const { path } = await connects();
  const answered = Promise.withResolvers<void>();
  shop.failNext({ kind: 'hold', until: answered.promise });
  const checks = [1, 2].map(() => world.wim.calls('POST', `${path}/validate`, {}));
  await Promise.race(checks);
  answered.resolve();
  const both = await Promise.all(checks);
  const [first, second] = both.toSorted((one, other) => one.status - other.status);
  assert.deepEqual([first?.status, first?.body.ok], [200, true]);
  assert.deepEqual([second?.status, second?.body.code], [409, 'check_running']);
});
