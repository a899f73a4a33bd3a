import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startServer, type TestServer } from '../../test/server.ts';
import { lookUp, type Lookup } from './index.ts';
import { createWorld, type World } from '../../test/world.ts';

// Well-formed responses that try to harm their readers.
const token = 'token-canary-of-this-test';
const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
const deepObjects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
let server: TestServer;
let world: World;
let service: Server;
let at: string;
before(async () => {
  service = createServer(answer).listen(0, '127.0.0.1');
  await once(service, 'listening');
  server = await startServer({ environment: { EGRESS_ALLOW: '127.0.0.1' } });
  world = await createWorld(server);
  const { id } = await world.wim.posts('/api/connectors', {
    name: 'Service',
    base_url: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    auth: { kind: 'bearer' },
    credentials: { token },
  });
  at = `/api/connectors/${id}`;
  assert.equal((await world.wim.posts(`${at}/validate`, {}, 200)).ok, true);
});
after(async () => {
  await server.close();
  service.close();
  service.closeAllConnections();
});

function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const json = { 'content-type': 'application/json' };
  const says = (text: string | Buffer, more: Record<string, string> = {}) =>
    void response.writeHead(200, { ...json, ...more }).end(text);
  switch (url) {
    case '/deep':
      return says(deep);
    case '/deep-objects':
      return says(deepObjects);
    case '/wide':
      return says(JSON.stringify({ ok: true, ...wide() }));
    case '/not-gzip':
      return says('{"ok":true}', { 'content-encoding': 'gzip' });
    case '/cut-gzip':
      return says(gzipSync('{"ok":true,"more":"and more"}').subarray(0, 25), { 'content-encoding': 'gzip' });
    case '/gzips':
      return says(gzipSync('{"ok":true}'), { 'content-encoding': Array.from({ length: 40 }, () => 'gzip').join(', ') });
    case '/headers':
      return says('{"ok":true}', { 'x-long': 'x'.repeat(100_000) });
    case '/unstorable':
      return says('{"ok":"a\\u0000b\\ud800c","na\\u0000me":{"\\udfff":[1]}}');
    case '/error':
      return says('{"error":"no such order"}');
    case '/prototype':
      return says('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"ok":true}');
    case '/numbers':
      return says('{"order":{"number":12345678901234567891,"amount":0.1,"exponent":1e400,"owner":9007199254740993}}');
    case '/nobody':
      return says('{"order":{"number":1,"owner":""}}');
    case '/weak':
      return says('{"ok":48213,"48213":[48213,"for 48213"]}');
    case '/echo':
      return says(JSON.stringify({ auth: headers.authorization, ok: true }));
    default:
      return says('{"ok":true}');
  }
}

const wide = () => Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, at]));

let made = 0;
async function asks(path: string, more: Record<string, unknown> = {}): Promise<any> {
  const members = { name: `t${(made += 1)}`, method: 'GET', path, output: { ok: '/ok' }, ...more };
  const template = await world.wim.posts(`${at}/templates`, members);
  return { template, test: await world.wim.posts(`${at}/templates/${template.id}/test`, { mode: 'live' }, 200) };
}

async function looksUp(templateId: string, customer: { externalId?: string }): Promise<Lookup> {
  const asked = {
    question: 'Where is it?',
    channel: 'email' as const,
    language: 'en',
    customer: { email: null, externalId: null, verified: true, ...customer },
  };
  const wish = { templateIds: [templateId], asked, withinMilliseconds: 5_000 };
  const [lookup] = await lookUp(server.desk, { organizationId: world.birch.organizationId }, wish);
  assert.ok(lookup);
  return lookup;
}

for (const [path, code] of [
  ['/deep', 'broken_answer'],
  ['/deep-objects', 'broken_answer'],
  ['/wide', undefined],
  ['/not-gzip', 'broken_answer'],
  ['/cut-gzip', 'not_json'],
  ['/gzips', 'broken_answer'],
  ['/headers', 'broken_answer'],
  ['/prototype', undefined],
  ['/unstorable', undefined],
  ['/error', 'no_output'],
] as const)
  test(`${path} ${code ? `is refused in words (${code})` : 'is read'}`, async () => {
    const { test: tested } = await asks(path);
    assert.deepEqual([tested.ok, tested.error?.code], [code === undefined, code], JSON.stringify(tested).slice(0, 400));
    assert.equal(({} as any).polluted, undefined);
  });

test('characters that the database cannot store are removed, and the rest is shown', async () => {
  const { test: tested } = await asks('/unstorable');
  assert.deepEqual([tested.output, Object.keys(tested.response.body)], [{ ok: 'ab\ufffdc' }, ['ok', 'name']]);
});

test('a response without any output is a failed lookup, unless only rules need it', async () => {
  const { template } = await asks('/error');
  const { status, code } = await looksUp(template.id, {});
  assert.deepEqual([status, code], ['failed', 'no_output']);
  await world.wim.patches(`${at}/templates/${template.id}`, { use: 'facts' });
  assert.equal((await looksUp(template.id, {})).status, 'ok');
});

test('numbers that are too long keep all digits, and owners are not confused', async () => {
  const output = { number: '/order/number', amount: '/order/amount' };
  const { test: tested } = await asks('/numbers', { output });
  assert.deepEqual(tested.output, { number: '12345678901234567891', amount: 0.1 });
  const path = { method: 'GET', path: '/numbers', output, owner_match: '/order/owner' };
  const template = await world.wim.posts(`${at}/templates`, { name: 'numbers', ...path });
  const owned = async (externalId: string) => (await looksUp(template.id, { externalId })).status;
  assert.deepEqual([await owned('9007199254740993'), await owned('9007199254740992')], ['ok', 'not_owner']);
});

test('credentials that a service echoes are masked', async () => {
  const { test: tested } = await asks('/echo', { output: { auth: '/auth' } });
  assert.equal(JSON.stringify(tested).includes(token), false);
  assert.match(tested.output.auth, /\*\*\*\*/);
  const output = { auth: '/auth' };
  const echo = { name: 'echo', method: 'GET', path: '/echo', output, requires_verified_customer: false };
  const looked = await looksUp((await world.wim.posts(`${at}/templates`, echo)).id, {});
  assert.equal(looked.status, 'ok');
  assert.equal(JSON.stringify(looked).includes(token), false, 'nor to customers, models and records');
});

test('masking a secret that also occurs as a number leaves a readable response', async () => {
  const weak = await world.wim.posts('/api/connectors', {
    name: 'Weak',
    base_url: (await world.wim.gets(at)).base_url,
    auth: { kind: 'bearer' },
    credentials: { token: '48213' },
  });
  const members = { name: 'weak', method: 'GET', path: '/weak', output: { ok: '/ok' } };
  const path = `/api/connectors/${weak.id}/templates`;
  const { id } = await world.wim.posts(path, members);
  const tested = await world.wim.posts(`${path}/${id}/test`, { mode: 'live' }, 200);
  assert.deepEqual([tested.ok, tested.response.body], [true, { ok: '****', '****': ['****', 'for ****'] }]);
});

test('a record without an owner does not belong to a customer without an id', async () => {
  const members = { name: 'nobody', method: 'GET', path: '/nobody', owner_match: '/order/owner' };
  const { id } = await world.wim.posts(`${at}/templates`, members);
  assert.equal((await looksUp(id, { externalId: '' })).status, 'not_owner');
});
