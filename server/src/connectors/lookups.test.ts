import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, mock, test } from 'node:test';
import { connectShop, orderTemplate } from '../../test/providers/shop/connected.ts';
import { anOrder, startShop, type Shop } from '../../test/providers/shop/shop.ts';
import { startServer, type TestServer } from '../../test/server.ts';
import type { Fault } from '../../test/providers/faults.ts';
import { createWorld, type World } from '../../test/world.ts';
import { lookUp, offeredActions, type InputSources, type Lookup } from './index.ts';

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
beforeEach(async () => {
  for (const { id } of (await world.wim.gets('/api/connectors')).items)
    await world.wim.deletes(`/api/connectors/${id}`);
  for (const number of ['48213', '48214']) shop.add(anOrder(number));
  shop.clearFaults();
});
afterEach(() => mock.restoreAll());

const asking = (number: string, more: Partial<InputSources['customer']> = {}): InputSources => ({
  question: `Where is order ${number}?`,
  channel: 'email',
  language: 'en',
  customer: { email: 'robin@customer.test', externalId: null, verified: true, ...more },
});
const scope = () => ({ organizationId: world.birch.organizationId });

async function looksUp(templateId: string, asked: InputSources): Promise<Lookup> {
  const [lookup] = await lookUp(server.desk, scope(), { templateIds: [templateId], asked, withinMilliseconds: 5_000 });
  assert.ok(lookup);
  return lookup;
}

/** The number of requests that the shop received during the action. */
async function requestsOf(done: () => Promise<unknown>): Promise<number> {
  const before = shop.calls.all.length;
  await done();
  return shop.calls.all.length - before;
}

test('a request is sent again each time, unless the template allows caching', async () => {
  const { path, template } = await connectShop(world.wim, shop);
  const ask = (number = '48213') => looksUp(template.id, asking(number));
  assert.equal(await requestsOf(async () => [await ask(), await ask()]), 2);

  await world.wim.patches(`${path}/templates/${template.id}`, { cache_seconds: 60 });
  assert.equal(await requestsOf(async () => [await ask(), await ask(), await ask()]), 1);
  assert.equal(await requestsOf(() => ask('48214')), 1, 'another question');
  const stranger = asking('48213', { email: 'other@customer.test' });
  assert.equal(
    await requestsOf(async () => assert.equal((await looksUp(template.id, stranger)).status, 'not_owner')),
    0,
  );
  server.pass(61_000);
  assert.equal(await requestsOf(ask), 1, 'it is true no longer');
  await world.wim.patches(`${path}/templates/${template.id}`, { output: { eta: null, total: null }, answer: null });
  assert.equal(await requestsOf(ask), 1, 'another template');
  shop.failNext({ kind: 'answer', status: 500 });
  server.pass(61_000);
  assert.equal((await ask()).code, 'server_error');
  assert.equal((await ask()).status, 'ok', 'a failure is not kept');
});

test('a shop that fails five times is paused, one trial request follows, and listing actions is no request', async () => {
  const { connector, path, template } = await connectShop(world.wim, shop);
  await world.wim.posts(`${path}/templates`, {
    name: 'cancel',
    method: 'POST',
    path: '/orders/cancel',
    effect: 'write',
  });
  const status = async () => (await world.wim.gets(`/api/connectors/${connector.id}`)).status;
  const ask = async () => (await looksUp(template.id, asking('48213'))).code;
  for (let failures = 1; failures <= 5; failures++) {
    assert.equal(await status(), 'active');
    shop.failNext({ kind: 'answer', status: 503 });
    assert.equal(await ask(), 'server_error');
  }
  assert.equal(await status(), 'degraded');
  assert.equal(await requestsOf(async () => assert.equal(await ask(), 'resting')), 0);

  const later = performance.now() + 16_000;
  mock.method(performance, 'now', () => later);
  // People list the actions for the customer, which makes no request.
  for (let looks = 0; looks < 3; looks++) {
    const { items } = await offeredActions(server.desk, scope(), { asked: asking('48213'), query: { limit: 50 } });
    assert.deepEqual([items.length, items[0]?.blocked], [1, null]);
  }
  // A request that cannot be rendered (an invalid part of a path) is not sent and is no trial, either.
  const part = { name: 'number', type: 'string', source: 'constant', value: '..' };
  const odd = { name: 'odd', method: 'GET', path: '/orders/{number}', inputs: [part] };
  const unrenderable = await world.wim.posts(`${path}/templates`, odd);
  assert.equal((await looksUp(unrenderable.id, asking('48213'))).code, 'unrenderable');
  assert.equal(await requestsOf(async () => assert.equal(await ask(), null)), 1);
  assert.equal(await status(), 'active');
});

test('refused credentials stop all further lookups until they are replaced', async () => {
  const { connector, template } = await connectShop(world.wim, shop);
  shop.revoke(shop.keys.token);
  const ask = async () => (await looksUp(template.id, asking('48213'))).code;
  assert.equal(await ask(), 'auth_refused');
  assert.equal((await world.wim.gets(`/api/connectors/${connector.id}`)).status, 'needs_reauth');
  assert.equal(await requestsOf(async () => assert.equal(await ask(), 'not_serving')), 0);
  shop.accept(shop.keys.token);
});

test('a forbidden record does not stop other lookups; they stop if the service refuses everything', async () => {
  const { connector, template } = await connectShop(world.wim, shop);
  const status = async () => (await world.wim.gets(`/api/connectors/${connector.id}`)).status;
  shop.failNext({ kind: 'answer', status: 403 });
  assert.equal((await looksUp(template.id, asking('48214'))).code, 'auth_refused');
  assert.equal(await status(), 'active', 'the example of the template was answered');
  assert.equal((await looksUp(template.id, asking('48213'))).status, 'ok');
  shop.failNext({ kind: 'answer', status: 403 }, { times: 2 });
  assert.equal((await looksUp(template.id, asking('48214'))).code, 'auth_refused');
  assert.equal(await status(), 'needs_reauth');
});

test('a shop that sends Retry-After is paused after the first refusal', async () => {
  const { connector, template } = await connectShop(world.wim, shop);
  const ask = async () => (await looksUp(template.id, asking('48213'))).code;
  shop.failNext({ kind: 'answer', status: 429, headers: { 'retry-after': '90' } });
  assert.equal(await ask(), 'rate_limited');
  assert.equal(await requestsOf(async () => assert.equal(await ask(), 'resting')), 0);
  assert.equal((await world.wim.gets(`/api/connectors/${connector.id}`)).status, 'active', 'it works, and is busy');
  const later = performance.now() + 91_000;
  mock.method(performance, 'now', () => later);
  assert.equal(await ask(), null);
});

const oddAnswers: [name: string, fault: Fault, code: string | null][] = [
  ['empty', { kind: 'answer', status: 200 }, 'not_owner'],
  ['a text where the order was', { kind: 'answer', status: 200, body: 'robin@customer.test' }, 'not_owner'],
  ['null where the order was', { kind: 'answer', status: 200, body: { order: null } }, 'not_owner'],
  ['a list where the order was', { kind: 'answer', status: 200, body: { order: [anOrder('48213')] } }, 'not_owner'],
  [
    'an owner who is a record',
    {
      kind: 'answer',
      status: 200,
      body: { order: { ...anOrder('48213'), customer: { email: { 0: 'robin@customer.test' } } } },
    },
    'not_owner',
  ],
  ['401', { kind: 'answer', status: 401 }, 'auth_refused'],
  ['500', { kind: 'answer', status: 500 }, 'server_error'],
  [
    '503 with a page',
    { kind: 'answer', status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>Down</h1>' },
    'server_error',
  ],
  ['the line is cut', { kind: 'drop-answer' }, 'broken_answer'],
  ['404', { kind: 'answer', status: 404 }, 'not_found'],
  ['409', { kind: 'answer', status: 409 }, 'refused'],
];
for (const [name, fault, code] of oddAnswers)
  test(`an odd response shows the customer nothing, and the next lookup works again: ${name}`, async () => {
    const { template, connector } = await connectShop(world.wim, shop);
    shop.failNext(fault);
    const odd = await looksUp(template.id, asking('48213'));
    assert.deepEqual([odd.code, odd.output], [code, {}]);
    assert.equal((await looksUp(template.id, asking('48213'))).status, 'ok');
    assert.equal((await world.wim.gets(`/api/connectors/${connector.id}`)).status, 'active');
  });

test('for an unverified customer no request is made: none for a token, and none for other templates', async () => {
  const { path, template } = await connectShop(world.wim, shop, {
    auth: { kind: 'oauth2_client_credentials', token_url: `${shop.url}/token` },
    credentials: { client_id: shop.keys.clientId, client_secret: shop.keys.clientSecret },
  });
  shop.endTokens();
  const open = { ...orderTemplate, name: 'open', requires_verified_customer: false, owner_match: null };
  const { id } = await world.wim.posts(`${path}/templates`, open);
  const asked = asking('48213', { verified: false });
  const left = await requestsOf(async () => {
    const found = await lookUp(server.desk, scope(), {
      templateIds: [template.id, id],
      asked,
      withinMilliseconds: 5_000,
    });
    assert.deepEqual(
      found.map(({ status, code }) => [status, code]),
      [['unverified', 'verification_required']],
    );
  });
  assert.equal(left, 0);
  assert.equal((await looksUp(id, asked)).status, 'ok', 'what is nobody’s may be asked by anybody');
});

test('the templates of a rule run in parallel, and their results are in the order of the rule', async () => {
  // The shop responds once both requests have arrived: in sequence, neither would get a response.
  const waiting: ServerResponse[] = [];
  const service = createServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json');
    if (!url?.startsWith('/part/')) return response.end('{}');
    waiting.push(response);
    if (waiting.length === 2) for (const each of waiting) each.end('{"state":"sent"}');
    return undefined;
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  const wish = { name: 'Parts', kind: 'http', base_url: `http://127.0.0.1:${port}`, auth: { kind: 'none' } };
  const path = `/api/connectors/${(await world.wim.posts('/api/connectors', wish)).id}`;
  assert.equal((await world.wim.posts(`${path}/validate`, {}, 200)).ok, true);
  const templateIds: string[] = [];
  for (const name of ['two', 'one']) {
    const part = { name, method: 'GET', path: `/part/${name}`, effect: 'read', output: { state: '/state' } };
    templateIds.unshift((await world.wim.posts(`${path}/templates`, part)).id);
  }
  const found = await lookUp(server.desk, scope(), { templateIds, asked: asking('48213'), withinMilliseconds: 60_000 });
  assert.deepEqual(
    found.map(({ name, status, code }) => [name, status, code]),
    [
      ['one', 'ok', null],
      ['two', 'ok', null],
    ],
  );
  service.closeAllConnections();
  service.close();
});

test('a lookup ends when the time of the turn is up, whatever time-out the connector has', async () => {
  const { template } = await connectShop(world.wim, shop, { timeout_ms: 10_000 });
  shop.failNext({ kind: 'hang' }, { times: 2 });
  const ended: string[] = [];
  const within = async (name: string, withinMilliseconds: number) => {
    const wish = { templateIds: [template.id], asked: asking('48213'), withinMilliseconds };
    const [lookup] = await lookUp(server.desk, scope(), wish);
    ended.push(name);
    return lookup?.code;
  };
  const codes = await Promise.all([within('much', 3_000), within('little', 100)]);
  assert.deepEqual(ended, ['little', 'much']);
  assert.deepEqual(codes, ['timeout', 'timeout']);
});

test('a rule that reads an output of a template which no longer has it is warned about', async () => {
  const { path, template } = await connectShop(world.wim, shop);
  const rule = await world.wim.posts('/api/routing/rules', {
    name: 'Late',
    when: { all: [{ field: 'lookup.order.eta', op: 'exists' }] },
    then: { decision: 'escalate' },
  });
  const warnings = async () =>
    (await world.max.gets(`/api/routing/rules/${rule.id}`)).warnings.map(({ code }: any) => code);
  assert.deepEqual(await warnings(), []);
  await world.wim.patches(`${path}/templates/${template.id}`, { output: { eta: null }, answer: null });
  assert.deepEqual(await warnings(), ['unknown_field']);
  await world.wim.deletes(`/api/routing/rules/${rule.id}`);
});
