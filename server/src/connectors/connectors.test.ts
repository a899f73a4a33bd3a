import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { anOrder, startShop, type Shop } from '../../test/providers/shop/shop.ts';
import { connectShop, orderTemplate } from '../../test/providers/shop/connected.ts';
import { createWorld, type World } from '../../test/world.ts';
import { startServer, type TestServer } from '../../test/server.ts';

let shop: Shop;
let server: TestServer;
let world: World;
before(async () => {
  shop = await startShop();
  server = await startServer({ environment: { EGRESS_ALLOW: '127.0.0.1' } });
  world = await createWorld(server);
});
after(async () => {
  await server.close();
  await shop.close();
});
let made = 0;
beforeEach(async () => {
  shop.add(anOrder('48213'));
  shop.clearFaults();
  shop.accept(shop.keys.token);
  for (const { id } of (await world.wim.gets('/api/connectors')).items)
    await world.wim.deletes(`/api/connectors/${id}`);
});

const connects = (more: Record<string, unknown> = {}) =>
  connectShop(world.wim, shop, { name: `Shop ${(made += 1)}`, ...more });

test('a connector is a draft until it has been validated, and its credentials are never shown', async () => {
  const { wim, max } = world;
  const created = await wim.calls('POST', '/api/connectors', {
    name: 'Shop',
    kind: 'http',
    base_url: shop.url,
    auth: { kind: 'bearer' },
    credentials: { token: shop.keys.token },
  });
  assert.equal(created.status, 201, created.text);
  assert.equal(created.headers['location'], `/api/connectors/${created.body.id}`);
  assert.deepEqual([created.body.status, created.body.credentials.configured], ['draft', true]);
  assert.match(created.body.credentials.fingerprint, /^[0-9a-f]{12}$/);
  const path = `/api/connectors/${created.body.id}`;
  const { ok, checks } = await wim.posts(`${path}/validate`, {}, 200);
  assert.deepEqual(
    checks.map((check: any) => check.id),
    ['dns', 'tls', 'reachability', 'auth', 'schema'],
  );
  assert.deepEqual(
    checks.map((check: any) => check.reason),
    ['resolved', 'not_encrypted', 'responds', 'credentials_not_rejected', 'no_document'],
    'the base address has nothing to give: the token may be anything',
  );
  assert.equal(ok, true, JSON.stringify(checks));
  const read = await max.calls('GET', path);
  assert.equal(read.body.status, 'active');
  assert.equal(read.text.includes('canary'), false);
  const [listed] = (await max.gets('/api/connectors')).items;
  // The check requested the base URL, where the shop serves nothing, with the token and without.
  assert.deepEqual(listed.activity, { templates: 0, calls_24h: 2, failed_24h: 0 });
  assert.equal((await wim.patches(path, { enabled: false })).status, 'disabled');
  assert.equal((await wim.patches(path, { enabled: true })).status, 'active');
});

test('another host drops the credentials, and the connector has to be validated again', async () => {
  const { path } = await connects();
  const moved = await world.wim.patches(path, { base_url: 'https://elsewhere.example.com' });
  assert.deepEqual([moved.status, moved.credentials.configured, moved.last_validation], ['draft', false, null]);
});

const kinds: [name: string, auth: object, credentials: object][] = [
  ['bearer', { kind: 'bearer' }, { token: 'shop-token-canary-1' }],
  ['basic', { kind: 'basic' }, { username: 'desk', password: 'shop-word-canary-1' }],
  ['a key in a header', { kind: 'api_key', in: 'header', name: 'X-Shop-Key' }, { key: 'shop-key-canary-1' }],
  ['a key in the query', { kind: 'api_key', in: 'query', name: 'key' }, { key: 'shop-key-canary-1' }],
  [
    'a signature',
    { kind: 'hmac', header: 'X-Shop-Signature', timestamp_header: 'X-Shop-Time', prefix: 'v1=' },
    { secret: 'shop-signing-canary-1' },
  ],
];
for (const [name, auth, credentials] of kinds)
  test(`${name}: the service accepts the credentials, and an echo of them is not shown`, async () => {
    const { path } = await connects({ auth, credentials });
    const echo = { name: 'echo', method: 'GET', path: '/echo', output: { all: '' }, effect: 'read' };
    const { id } = await world.wim.posts(`${path}/templates`, echo);
    const dry = await world.wim.calls('POST', `${path}/templates/${id}/test`, { mode: 'dry_run' });
    assert.match(decodeURIComponent(dry.text), /\*\*\*\*/);
    const live = await world.wim.calls('POST', `${path}/templates/${id}/test`, { mode: 'live' });
    assert.equal(live.body.ok, true, live.text);
    for (const { text } of [dry, live]) assert.equal(text.includes('canary'), false, text);
    const wrong = Object.fromEntries(Object.keys(credentials).map((each) => [each, 'wrong-one']));
    await world.wim.patches(path, { credentials: wrong });
    const refused = await world.wim.posts(`${path}/validate`, {}, 200);
    const step = refused.checks.find((check: any) => check.id === 'auth');
    assert.equal(step.ok, false);
    assert.ok(['auth_refused', 'token_refused'].includes(step.reason), step.reason);
    assert.equal((await world.wim.gets(path)).status, 'needs_reauth');
  });

for (const [name, auth, credentials] of kinds)
  test(`${name}: the credentials are valid for an address that the service redirects to`, async () => {
    const { path } = await connects({ auth, credentials });
    const echo = { name: 'echo', method: 'GET', path: '/echo', output: { moved: '/query/moved' }, effect: 'read' };
    const { id } = await world.wim.posts(`${path}/templates`, echo);
    shop.failNext({ kind: 'answer', status: 302, headers: { location: '/echo?moved=yes' } }, { on: 'GET /echo' });
    const live = await world.wim.posts(`${path}/templates/${id}/test`, { mode: 'live' }, 200);
    assert.deepEqual([live.ok, live.output], [true, { moved: 'yes' }], JSON.stringify(live));
  });

const oauth = () => ({
  auth: { kind: 'oauth2_client_credentials', token_url: `${shop.url}/token`, scope: 'orders' },
  credentials: { client_id: shop.keys.clientId, client_secret: shop.keys.clientSecret },
});

test('one token serves many concurrent requests, and a revoked token is replaced once', async () => {
  const { path, template } = await connects(oauth());
  const before = shop.tokensIssued();
  const asks = () => world.wim.posts(`${path}/templates/${template.id}/test`, { mode: 'live' }, 200);
  shop.endTokens();
  const answers = await Promise.all([asks(), asks(), asks(), asks()]);
  assert.deepEqual(
    answers.map(({ ok }) => ok),
    [true, true, true, true],
  );
  assert.equal(shop.tokensIssued(), before + 1);
  assert.equal((await asks()).ok, true);
  assert.equal(shop.tokensIssued(), before + 1);
});

test('a dry run shows the exact request without sending it; a live run shows the outputs of the template', async () => {
  const { path, template } = await connects();
  const before = shop.calls.all.length;
  const at = `${path}/templates/${template.id}/test`;
  const dry = await world.wim.posts(at, { mode: 'dry_run', inputs: { number: '../../admin?x=1' } }, 200);
  assert.equal(new URL(dry.request.url).pathname, '/orders/..%2F..%2Fadmin%3Fx%3D1');
  assert.equal(dry.request.headers.authorization, '****');
  assert.equal(shop.calls.all.length, before);
  const live = await world.wim.posts(at, { mode: 'live', inputs: { number: '48213' }, language: 'de' }, 200);
  assert.deepEqual(live.output, {
    number: '48213',
    state: 'on its way',
    eta: '2026-03-05',
    total: { amount: '49.90', currency: 'EUR' },
  });
  assert.match(live.words, /48213 ist on its way und kommt am 5\. März 2026 an/);
  const missing = await world.wim.posts(at, { mode: 'live', inputs: { number: '999' } }, 200);
  assert.deepEqual([missing.ok, missing.error.code], [false, 'not_found']);
});

test('a test formats its sentence in the organization’s time zone, and in its language unless another is chosen', async () => {
  const { path, template } = await connects();
  shop.add(anOrder('48214', { eta: '2026-03-05T23:30:00Z' }));
  const at = `${path}/templates/${template.id}/test`;
  const live = { mode: 'live', inputs: { number: '48214' } };
  assert.match((await world.wim.posts(at, live, 200)).words, /Your order 48214 .*March 5, 2026/);
  await world.ada.patches('/api/organizations/me/settings', { timezone: 'Asia/Tokyo', default_language: 'de' });
  assert.match((await world.wim.posts(at, live, 200)).words, /Ihre Bestellung 48214 .*6\. März 2026/);
  assert.match((await world.wim.posts(at, { ...live, language: 'en' }, 200)).words, /Your order 48214 .*March 6, 2026/);
  // The template has no sentence in this language, so the one in the organization's language is used.
  assert.match((await world.wim.posts(at, { ...live, language: 'fr' }, 200)).words, /Ihre Bestellung 48214/);
  await world.ada.patches('/api/organizations/me/settings', { timezone: 'UTC', default_language: 'en' });
});

test('a write is made only if it is explicitly allowed, and rules cannot use it', async () => {
  const { path } = await connects();
  const cancel = {
    name: 'cancel',
    method: 'POST',
    path: '/orders/{number}/cancel',
    inputs: orderTemplate.inputs,
    effect: 'write',
  };
  const { id } = await world.wim.posts(`${path}/templates`, cancel);
  const at = `${path}/templates/${id}/test`;
  await world.wim.posts(at, { mode: 'live' }, 422);
  assert.equal(shop.order('48213')?.state, 'on its way');
  assert.equal((await world.wim.posts(at, { mode: 'live', allow_write: true }, 200)).ok, true);
  assert.equal(shop.order('48213')?.state, 'cancelled');
  const rule = { name: 'x', when: {}, then: { lookup_template_ids: [id] } };
  const refused = await world.wim.calls('POST', '/api/routing/rules', rule);
  assert.deepEqual([refused.status, refused.body.errors[0].path], [422, '/then/lookup_template_ids/0']);
});

test('a template that a rule uses cannot be deleted, nor its connector; other organizations do not see it', async () => {
  const { path, template } = await connects();
  const rule = { name: 'Orders', when: {}, then: { lookup_template_ids: [template.id] } };
  await world.mallory.posts('/api/routing/rules', rule, 422);
  const { id } = await world.wim.posts('/api/routing/rules', rule);
  const refused = await world.wim.calls('DELETE', `${path}/templates/${template.id}`);
  assert.deepEqual([refused.status, refused.body.code, refused.body.users[0].name], [409, 'in_use', 'Orders']);
  assert.equal((await world.wim.calls('DELETE', path)).status, 409);
  await world.wim.deletes(`/api/routing/rules/${id}`);
  await world.mallory.gets(path, 404);
  await world.mallory.posts(`${path}/templates/${template.id}/test`, { mode: 'dry_run' }, 404);
});

test('invalid fields are refused with their paths', async () => {
  const { path } = await connects();
  const bad = async (member: object) =>
    (await world.wim.calls('POST', `${path}/templates`, { ...orderTemplate, name: 'bad', ...member })).body.errors?.[0]
      ?.path;
  assert.equal(await bad({ path: '/orders/{nobody}' }), '/path');
  assert.equal(await bad({ path: '/a/../admin/{number}' }), '/path');
  assert.equal(await bad({ path: '//evil.example/{number}' }), '/path');
  assert.equal(await bad({ headers: { Authorization: 'x' } }), '/headers/Authorization');
  assert.equal(await bad({ headers: { 'X-A': 'a\r\nHost: b' } }), '/headers/X-A');
  assert.equal(await bad({ answer: { en: '{order.margin}' } }), '/answer/en');
  assert.equal(await bad({ answer: { en: 'It arrives on {order.eta | dat}.' } }), '/answer/en');
  assert.equal(await bad({ answer: { en: 'It costs {order.total | money:euros}.' } }), '/answer/en');
  assert.equal(await bad({ answer: { en: 'It is {order.state.' } }), '/answer/en');
  assert.equal(await bad({ answer: { english: 5 } }), '/answer/english');
  assert.equal(await bad({ output: { 'the state': 5 } }), '/output/the state');
  const input = { ...orderTemplate.inputs[0], type: 'integer' };
  assert.equal(await bad({ inputs: [{ ...input, example: 'many' }] }), '/inputs/0/example');
  assert.equal(await bad({ inputs: [{ ...input, source: 'constant', value: 'many' }] }), '/inputs/0/value');
  assert.equal(await bad({ method: 'DELETE' }), '/effect');
  const connector = await world.wim.calls('POST', '/api/connectors', { name: 'x', base_url: 'https://u:p@x.example' });
  assert.equal(connector.body.errors[0].path, '/base_url');
  const unsendable = { name: 'x', base_url: shop.url, auth: { kind: 'bearer' }, credentials: { token: 'tok€n' } };
  const refused = await world.wim.calls('POST', '/api/connectors', unsendable);
  assert.equal(refused.body.errors?.[0].path, '/credentials/token', refused.text);
});

test('a change of a template is a merge patch, also within its maps', async () => {
  const { path, template } = await connects();
  const at = `${path}/templates/${template.id}`;
  const changed = (patch: object) => world.wim.patches(at, patch);
  await changed({ query: { expand: 'items', page: '1' }, headers: { 'X-Shop': 'main' } });
  const one = await changed({ query: { page: '2' }, output: { total: null, paid: '/order/paid' }, answer: null });
  assert.deepEqual(one.query, { expand: 'items', page: '2' });
  assert.deepEqual(one.headers, { 'X-Shop': 'main' });
  const { total: _, ...kept } = orderTemplate.output;
  assert.deepEqual([one.output, one.answer], [{ ...kept, paid: '/order/paid' }, null]);
  const sentences = await changed({ answer: { en: 'It is {order.state}.', de: 'Sie ist {order.state}.' } });
  assert.equal(Object.keys(sentences.answer).length, 2);
  assert.deepEqual((await changed({ answer: { en: null } })).answer, { de: 'Sie ist {order.state}.' });
  const bare = await changed({ query: null, headers: { 'X-Shop': null }, answer: { de: null } });
  assert.deepEqual([bare.query, bare.headers, bare.answer], [{}, {}, null]);
  const many = Object.fromEntries(Array.from({ length: 50 }, (_each, index) => [`q${index}`, 'x']));
  await changed({ query: many });
  const refused = await world.wim.calls('PATCH', at, { query: { more: 'x' } });
  assert.deepEqual([refused.status, refused.body.errors?.[0].path], [422, '/query']);
  const gone = await world.wim.calls('PATCH', at, { output: { state: null, eta: null, number: null, paid: null } });
  assert.deepEqual([gone.status, gone.body.output], [200, {}]);
});

test('null removes credentials, and gives members with a default that default back', async () => {
  const { path, template } = await connects({ requests_per_minute: 7 });
  const at = `${path}/templates/${template.id}`;
  await world.wim.patches(at, { requires_verified_customer: false, use: 'facts', cache_seconds: 60 });
  const usual = await world.wim.patches(at, { requires_verified_customer: null, use: null, cache_seconds: null });
  assert.deepEqual([usual.requires_verified_customer, usual.use, usual.cache_seconds], [true, 'answer', 0]);
  const bare = await world.wim.patches(path, { requests_per_minute: null, credentials: null });
  assert.deepEqual([bare.requests_per_minute, bare.credentials.configured, bare.status], [120, false, 'draft']);
  const again = await world.wim.patches(path, { credentials: null });
  assert.equal(again.version, bare.version, 'there was nothing to remove');
});

test('every request is in the call log, with masked arguments', async () => {
  const { path, template } = await connects();
  await world.wim.posts(`${path}/templates/${template.id}/test`, { mode: 'live', inputs: { number: '48213' } }, 200);
  const log = await world.wim.calls('GET', `${path}/calls`);
  const call = log.body.items.find((each: any) => each.purpose === 'test');
  assert.deepEqual(
    [call.purpose, call.template.name, call.status, call.path],
    ['test', 'order', 200, '/orders/{number}'],
  );
  assert.deepEqual(call.arguments, { number: '***' });
  assert.equal(log.text.includes('48213'), false);
  await world.wim.posts(`${path}/templates/${template.id}/test`, { mode: 'live', inputs: { number: '999' } }, 200);
  const { items } = await world.max.gets('/api/connectors?limit=200');
  const listed = items.find(({ id }: any) => path.endsWith(id));
  assert.deepEqual(listed.activity, { templates: 1, calls_24h: 4, failed_24h: 1 });
  assert.equal((await world.max.calls('GET', `${path}/calls`)).status, 403);
});

test('the limit of requests per minute is enforced', async () => {
  const { path, template } = await connects({ requests_per_minute: 3 });
  const asks = () => world.wim.posts(`${path}/templates/${template.id}/test`, { mode: 'live' }, 200);
  assert.equal((await asks()).ok, true);
  assert.equal((await asks()).error.code, 'limit_reached');
});
