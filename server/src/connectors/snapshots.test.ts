import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connectShop } from '../../test/providers/shop/connected.ts';
import { shopDocument } from '../../test/providers/shop/document.ts';
import { anOrder, startShop, type Shop } from '../../test/providers/shop/shop.ts';
import { startServer, type TestServer } from '../../test/server.ts';
import { createWorld, type World } from '../../test/world.ts';
import { parseDocument } from './schema/read-document.ts';
import { inEnglish } from '../platform/words/sentence.logic.ts';

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

async function connects(more: Record<string, unknown> = {}) {
  for (const { id } of (await world.wim.gets('/api/connectors')).items)
    await world.wim.deletes(`/api/connectors/${id}`);
  shop.describe(shopDocument());
  return connectShop(world.wim, shop, more);
}

const refreshed = (path: string) => world.wim.gets(`${path}/schema-snapshot?refresh=true`);

test('there is no schema before the first snapshot; members may read it, and only admins may refresh it', async () => {
  const { path } = await connects({ openapi_url: `${shop.url}/openapi.json` });
  assert.equal((await world.max.calls('GET', `${path}/schema-snapshot`)).body.code, 'no_snapshot');
  assert.equal((await world.max.gets(path)).schema_taken_at, null, 'the connector itself says that there is none');
  await world.max.gets(`${path}/schema-snapshot?refresh=true`, 403);
  const taken = await refreshed(path);
  assert.deepEqual([taken.version, taken.source, taken.drift.severity], [1, 'openapi', null]);
  const order = taken.operations.find(({ id }: any) => id === 'getOrder');
  assert.deepEqual(
    order.fields.find((each: any) => each.path === '/order/eta'),
    { path: '/order/eta', type: 'string', nullable: true },
  );
  const candidate = taken.candidates.find(({ name }: any) => name === 'getOrder');
  assert.deepEqual([candidate.method, candidate.path, candidate.effect], ['GET', '/orders/{number}', 'read']);
  await world.wim.posts(`${path}/templates`, candidate);
  // Names are unique in an organization, so later candidates of the same operation get another name.
  const again = await world.max.gets(`${path}/schema-snapshot`);
  assert.equal((await world.max.gets(path)).schema_taken_at, again.taken_at);
  assert.deepEqual([again.version, again.candidates[0].name], [1, 'getOrder 2']);
  await world.wim.posts(`${path}/templates`, again.candidates[0]);
});

test('a document that cannot be fetched is refused with the reason, and what to do', async () => {
  const { path } = await connects({ openapi_url: `${shop.url}/openapi.json` });
  for (const [status, detail] of [
    [401, /without credentials\. .*upload it as a file/],
    [404, /no document at its address\. Check the address/],
    [500, /Check the address/],
  ] as const) {
    shop.failNext({ kind: 'answer', status }, { on: 'GET /openapi.json' });
    const { body } = await world.wim.calls('GET', `${path}/schema-snapshot?refresh=true`);
    assert.equal(body.code, 'upstream_failed');
    assert.match(body.detail, detail);
  }
});

test('an unchanged schema adds no snapshot', async () => {
  const { path } = await connects({ openapi_url: `${shop.url}/openapi.json` });
  const first = await refreshed(path);
  shop.describe(JSON.parse(JSON.stringify(shopDocument()).replace('One order', 'An order, explained better')));
  const second = await refreshed(path);
  assert.deepEqual([second.version, second.hash], [first.version, first.hash]);
});

test('a breaking change quarantines the templates that it affects, and no others', async () => {
  const { path, template } = await connects({ openapi_url: `${shop.url}/openapi.json` });
  const other = await world.wim.posts(`${path}/templates`, {
    name: 'list',
    method: 'GET',
    path: '/orders',
    effect: 'read',
  });
  await refreshed(path);
  shop.describe(shopDocument({ state: { type: 'object' } }));
  const { drift } = await refreshed(path);
  assert.equal(drift.severity, 'breaking');
  const [change] = drift.changes.filter((each: any) => each.path === '/order/state');
  assert.deepEqual(
    change.templates.map(({ name }: any) => name),
    ['order'],
  );
  assert.equal((await world.wim.gets(path)).status, 'drifted');
  assert.match((await world.wim.gets(`${path}/templates/${template.id}`)).quarantine, /\/order\/state/);
  assert.equal((await world.wim.gets(`${path}/templates/${other.id}`)).quarantine, null);
  const tests = () => world.wim.posts(`${path}/templates/${template.id}/test`, { mode: 'live' }, 200);
  shop.add({ ...anOrder('48213'), state: undefined as never });
  await tests();
  assert.equal((await world.wim.gets(path)).status, 'drifted', 'a place that it reads is gone');
  shop.add(anOrder('48213'));
  // A test that succeeds lifts the quarantine of an unchanged template.
  assert.equal((await tests()).ok, true);
  assert.equal((await world.wim.gets(path)).status, 'active');
});

test('a parameter in the path may have another name, because templates fill its place', async () => {
  const { path, template } = await connects({ openapi_url: `${shop.url}/openapi.json` });
  await refreshed(path);
  const document = JSON.stringify(shopDocument());
  shop.describe(
    JSON.parse(document.replaceAll('{number}', '{orderNumber}').replaceAll('"number","in"', '"orderNumber","in"')),
  );
  const { drift, operations } = await refreshed(path);
  const order = operations.find(({ id }: any) => id === 'getOrder');
  assert.deepEqual([order.path, order.parameters[0].name], ['/orders/{orderNumber}', 'orderNumber']);
  assert.deepEqual(drift, { severity: null, changes: [] });
  assert.equal((await world.wim.gets(`${path}/templates/${template.id}`)).quarantine, null);
});

test('a connector lists its quarantined templates, and no others', async () => {
  const { path, template } = await connects({ openapi_url: `${shop.url}/openapi.json` });
  const body = { name: 'cancel', method: 'POST', path: '/orders/{number}/cancel' };
  const inputs = [{ name: 'number', type: 'string', source: 'message' }];
  await world.wim.posts(`${path}/templates`, { ...body, inputs, effect: 'write' });
  await refreshed(path);
  shop.describe({ ...shopDocument(), security: [] });
  await refreshed(path);
  const named = async () => (await world.wim.gets(path)).status_detail;
  assert.match(await named(), /: cancel, order\.|: order, cancel\./);
  await world.wim.posts(`${path}/templates/${template.id}/test`, { mode: 'live' }, 200);
  assert.match(await named(), /: cancel\.$/);
});

test('additions are compatible; a service without authentication or a removed owner is dangerous', async () => {
  const { path } = await connects({ openapi_url: `${shop.url}/openapi.json` });
  await refreshed(path);
  shop.describe(shopDocument({ gift: { type: 'boolean' } }));
  assert.equal((await refreshed(path)).drift.severity, 'compatible');
  shop.describe(shopDocument({ gift: { type: 'boolean' }, customer: { type: 'object' } }));
  assert.equal((await refreshed(path)).drift.severity, 'dangerous');
});

test('without a document, responses to tests teach names and types, never values', async () => {
  const { path, template } = await connects();
  await world.wim.posts(`${path}/templates/${template.id}/test`, { mode: 'live' }, 200);
  const taken = await world.wim.calls('GET', `${path}/schema-snapshot`);
  assert.equal(taken.body.source, 'responses');
  assert.ok(
    taken.body.operations[0].fields.some((each: any) => each.path === '/order/total/amount' && each.type === 'string'),
  );
  for (const value of ['on its way', 'robin@customer.test', 'margin-canary'])
    assert.equal(taken.text.includes(value), false);
});

test('without a document, one incomplete response quarantines no template, and a second in a row does', async () => {
  const { path, template } = await connects();
  const answers = async (order: ReturnType<typeof anOrder>) => {
    shop.add(order);
    await world.wim.posts(`${path}/templates/${template.id}/test`, { mode: 'live' }, 200);
    const { drift } = await world.wim.gets(`${path}/schema-snapshot`);
    return [drift.severity, (await world.wim.gets(`${path}/templates/${template.id}`)).quarantine !== null];
  };
  const whole = anOrder('48213');
  const poor = { ...whole, state: undefined as never };
  assert.deepEqual(await answers(whole), [null, false]);
  assert.deepEqual(await answers(poor), ['compatible', false]);
  assert.deepEqual(await answers(poor), ['breaking', true]);
  shop.add(whole);
});

test('candidates can be created unchanged: unsupported operations are left out, and path parameters become inputs', async () => {
  const { path } = await connects();
  const get = { responses: {} };
  const paths = { '//evil.example': { get }, '/../admin': { get }, 'a/b': { get }, '/c/{no name}': { get } };
  const told = { '/e?beta=true': { get } };
  // Cut at 80 characters, and at 73 where a number follows, each in an emoji.
  const long = { get: { operationId: `${'x'.repeat(72)}😀${'x'.repeat(5)}😀`, responses: {} } };
  const nul = { '/d\0': { get: { operationId: 'd\0', summary: `${'x'.repeat(299)}😀` } } };
  const all = { ...paths, ...nul, ...told, '/f': long, '/g': long };
  const document = JSON.stringify({ openapi: '3.1.0', paths: all });
  const { candidates } = await world.wim.puts(`${path}/openapi-document`, { document });
  assert.deepEqual(
    candidates.map((each: any) => [each.path, each.inputs.map(({ name }: any) => name)]),
    [
      ['/c/{no_name}', ['no_name']],
      ['/d', []],
      ['/e', []],
      ['/f', []],
      ['/g', []],
    ],
  );
  assert.deepEqual(candidates[2].query, { beta: 'true' });
  for (const candidate of candidates) {
    const { name } = await world.wim.posts(`${path}/templates`, candidate);
    assert.equal(name, candidate.name);
  }
});

test('a document can be uploaded instead of a URL, and is compared like any other', async () => {
  const { path, template } = await connects({ openapi_url: `${shop.url}/openapi.json` });
  const uploads = (document: string) => world.wim.calls('PUT', `${path}/openapi-document`, { document });
  const first = await uploads(JSON.stringify(shopDocument()));
  assert.deepEqual([first.status, first.body.source, first.body.version], [200, 'openapi', 1], first.text);
  assert.equal(first.body.candidates.length, 2);
  const connector = await world.wim.gets(path);
  assert.equal(connector.openapi_url, null);
  assert.ok(connector.openapi_uploaded_at);
  // The response to a test does not replace the document's schema.
  assert.equal((await world.wim.posts(`${path}/templates/${template.id}/test`, { mode: 'live' }, 200)).ok, true);
  assert.equal((await world.wim.gets(`${path}/schema-snapshot?refresh=true`)).version, 1);
  const yaml = 'openapi: 3.0.3\npaths:\n  /orders/{number}:\n    get: {operationId: getOrder, responses: {}}\n';
  const second = await uploads(yaml);
  assert.equal(second.body.drift.severity, 'dangerous', second.text);
  assert.notEqual((await world.wim.gets(`${path}/templates/${template.id}`)).quarantine, null);
  const refused = await uploads('{"swagger":"2.0"}');
  assert.deepEqual([refused.status, refused.body.errors[0].path], [422, '/document']);
  assert.equal((await world.max.calls('PUT', `${path}/openapi-document`, { document: yaml })).status, 403);
  await world.mallory.puts(`${path}/openapi-document`, { document: yaml }, 404);
  const back = await world.wim.patches(path, { openapi_url: `${shop.url}/openapi.json` });
  assert.equal(back.openapi_uploaded_at, null);
});

const hostile: [name: string, document: string][] = [
  ['no document at all', 'hello'],
  ['another version', '{"swagger":"2.0","paths":{}}'],
  ['no operations', '{"openapi":"3.1.0","paths":{}}'],
  [
    'a reference to a local file',
    '{"openapi":"3.0.0","paths":{"/a":{"get":{"responses":{"200":{"$ref":"file:///etc/passwd"}}}}}}',
  ],
  ['a reference to an internal address', '{"openapi":"3.0.0","paths":{"/a":{"$ref":"http://169.254.169.254/x"}}}'],
  ['a reference to nowhere', '{"openapi":"3.0.0","paths":{"/a":{"get":{"responses":{"200":{"$ref":"#/nowhere"}}}}}}'],
  ['a bomb of aliases', `openapi: 3.0.0\na: &a [x,x,x,x,x,x,x,x,x]\n${bomb()}`],
  [
    'a circle of references between paths',
    '{"openapi":"3.1.0","paths":{"/a":{"$ref":"#/paths/~1b"},"/b":{"$ref":"#/paths/~1a"}}}',
  ],
  ['anchors that double', `openapi: 3.1.0\na0: &a0 {x: 1}\n${doubled()}\npaths: {/a: {get: {responses: {}}}}\n`],
  ['two documents in one', 'openapi: 3.1.0\npaths: {/a: {get: {}}}\n---\nopenapi: 3.1.0\n'],
  ['a page', '<!doctype html><html><body>Sign in</body></html>'],
  ['a reference to a built-in name', '{"openapi":"3.0.0","paths":{"/a":{"$ref":"#/constructor/prototype"}}}'],
  ['endless depth', `{"openapi":"3.0.0","a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
];
function bomb(): string {
  const names = 'abcdefghij'.split('');
  return names
    .slice(1)
    .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${names[index]}`).join(',')}]`)
    .join('\n');
}
function doubled(): string {
  return Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} {l: *a${at}, r: *a${at}}`).join('\n');
}
for (const [name, document] of hostile)
  test(`a hostile or invalid document is refused with a reason: ${name}`, async () => {
    const read = await parseDocument(document);
    assert.equal(read.kind, 'refused');
    const words = read.kind === 'refused' ? inEnglish(read.detail) : '';
    assert.ok(words.length > 10 && !words.includes('root:'));
  });

test('very long names and lists in a document are cut, and required parameters are kept', async () => {
  const long = 'n'.repeat(100_000);
  const query = (name: string, required = false) => ({ name, in: 'query', required, schema: { type: 'string' } });
  const parameters = [
    ...Array.from({ length: 5_000 }, (_, at) => query(`p${at}`)),
    query('needed', true),
    query(long, true),
  ];
  const schema = { type: 'object', properties: { [long]: { type: 'string' }, id: { type: long } } };
  const answers = { 200: { content: { 'application/json': { schema } } } };
  const servers = Array.from({ length: 5_000 }, (_, at) => ({ url: `https://s${at}.shop.test` }));
  const paths = { '/a': { get: { parameters, responses: answers } }, [`/${long}`]: { get: { responses: {} } } };
  const read = await parseDocument(JSON.stringify({ openapi: '3.1.0', servers, paths }));
  assert.ok(read.kind === 'read');
  assert.deepEqual(
    read.shape.operations.map(({ path, parameters: kept }) => [path, kept.map(({ name }) => name)]),
    [['/a', ['needed']]],
  );
  assert.ok(JSON.stringify(read.shape).length < 3_000, JSON.stringify(read.shape).slice(0, 3_000));
  // A few parts that all operations refer to.
  const parts = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`p${at}`, query(`${at}${'x'.repeat(400)}`)]),
  );
  const named = Object.keys(parts).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const many = Array.from({ length: 1_000 }, (_, at) => [`/a${at}`, { get: { parameters: named, responses: {} } }]);
  const document = { openapi: '3.0.0', paths: Object.fromEntries(many), components: { parameters: parts } };
  const refused = await parseDocument(JSON.stringify(document));
  assert.ok(
    refused.kind === 'refused' && /more than can be kept/.test(inEnglish(refused.detail)),
    JSON.stringify(refused).slice(0, 300),
  );
});

const parts = {
  a: { allOf: [{ $ref: '#/components/schemas/b' }], properties: { x: { type: ['string', 'null'] } } },
  b: { allOf: [{ $ref: '#/components/schemas/a' }], properties: { y: { type: ['integer', 'string'] } } },
  next: { type: 'object', properties: { next: { $ref: '#/components/schemas/next' } } },
  me: { $ref: '#/components/schemas/you' },
  you: { $ref: '#/components/schemas/me' },
};
const readable: [name: string, schema: unknown, expected: string[]][] = [
  ['schemas that contain each other', { $ref: '#/components/schemas/a' }, ['/x string?', '/y any']],
  ['a schema with a list of itself', { $ref: '#/components/schemas/next' }, ['/next object']],
  ['references only to each other', { $ref: '#/components/schemas/me' }, []],
  ['the document itself', { $ref: '#' }, []],
  ['a name that is escaped twice', { properties: { 'a/b~c': true, d: false } }, ['/a~1b~0c any', '/d any']],
  ['no schema', true, []],
  [
    'invalid types',
    { properties: { a: { type: [] }, b: { type: 5 }, c: { type: ['null'] } } },
    ['/a any', '/b any', '/c any?'],
  ],
];
for (const [name, schema, expected] of readable)
  test(`an odd response schema is read as far as possible: ${name}`, async () => {
    const sid = { name: 'sid', in: 'cookie', required: true, schema: { type: 'string' } };
    const get = {
      parameters: [sid, null, 5, {}],
      responses: { '2XX': { content: { 'text/JSON; charset=x': { schema } } } },
    };
    const document = { openapi: '3.1.1', paths: { '/a': { get } }, components: { schemas: parts } };
    const read = await parseDocument(JSON.stringify(document));
    assert.ok(read.kind === 'read', JSON.stringify(read));
    const [operation] = read.shape.operations;
    assert.deepEqual(operation?.parameters, [], 'a cookie is nothing that a template could send');
    const shown = operation.fields
      .filter(({ path }) => path)
      .map(({ path, type, nullable }) => `${path} ${type}${nullable ? '?' : ''}`);
    assert.deepEqual(shown, expected);
  });

test('a byte order mark is ignored, and variables of servers get their defaults', async () => {
  const servers = [{ url: 'https://{region}.shop.test/{path}', variables: { path: { default: 'v2' }, region: {} } }];
  const read = await parseDocument(`\uFEFF${JSON.stringify({ ...shopDocument(), servers })}`);
  assert.deepEqual(read.kind === 'read' && read.shape.servers, ['https://{region}.shop.test/v2']);
});

test('YAML, and schemas that refer to themselves, are read', async () => {
  const yaml =
    'openapi: 3.0.3\npaths:\n  /a/{id}:\n    get:\n      operationId: a\n      responses:\n        "200": {description: ok}\n';
  const read = await parseDocument(yaml);
  assert.ok(read.kind === 'read' && read.shape.operations[0]?.id === 'a');
  assert.equal((await parseDocument(JSON.stringify(shopDocument()))).kind, 'read');
});

test('the check of a connector reports a document whose paths belong under another base URL', async () => {
  const { path } = await connects();
  const describes = async (servers: object[]) => {
    const document = JSON.stringify({ ...shopDocument(), servers });
    const answer = await world.wim.calls('PUT', `${path}/openapi-document`, { document });
    assert.equal(answer.status, 200, answer.text);
    const { checks } = await world.wim.posts(`${path}/validate`, {}, 200);
    const { ok, reason, about = null } = checks.find(({ id }: any) => id === 'schema');
    return { ok, reason, about };
  };
  assert.deepEqual(await describes([{ url: '/v2' }]), {
    ok: true,
    reason: 'document_elsewhere',
    about: `${shop.url}/v2`,
  });
  assert.deepEqual(await describes([{ url: shop.url }]), { ok: true, reason: 'document_uploaded', about: null });
});
