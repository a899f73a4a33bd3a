import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestServer } from './server.ts';
import { inWorld, type World } from './world.ts';

let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

const someId = '01a1ff6a-d1fb-7193-8d8c-5beb4ccc6aa3';
const inject = (method: string, url: string) => server.app.inject({ method: method as 'GET', url });

test('an existing path lists its methods to every caller', async () => {
  const methods = new Map<string, Set<string>>();
  const pathOf = (path: string) => path.replaceAll(/:\w+/g, someId);
  const patterns = server.routes.map(({ endpoint }) => endpoint.path);
  for (const { endpoint } of server.routes) {
    const url = pathOf(endpoint.path);
    // `documents/upload` is also a document whose id is "upload".
    const covering = server.routes.filter((other) => matches(other.endpoint.path, url));
    methods.set(url, new Set(covering.map((other) => other.endpoint.method)));
  }
  assert.equal(methods.size, new Set(patterns).size);
  for (const [url, known] of methods) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const isWebhookProbe = url.startsWith('/webhooks') && method === 'GET';
      if (known.has(method) || isWebhookProbe) continue;
      const answer = await inject(method, url);
      assert.equal(answer.statusCode, 405, `${method} ${url} ${answer.body}`);
      assert.equal(answer.json().code, 'method_not_allowed');
      assert.equal('ratelimit' in answer.headers, url.startsWith('/api'));
      const allowed = String(answer.headers['allow']).split(', ');
      for (const each of known) assert.ok(allowed.includes(each), `${url} allows ${String(answer.headers['allow'])}`);
      assert.ok(!allowed.includes(method));
    }
  }
});

const matches = (pattern: string, url: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(url);

test('an unknown path is 404 for every method', async () => {
  for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
    for (const url of ['/api/nothing', '/nothing', '/api/routing/tags/x/y']) {
      const answer = await inject(method, url);
      const { code, detail } = answer.json();
      const expected = [404, 'not_found', 'There is nothing at this path.'];
      assert.deepEqual([answer.statusCode, code, detail], expected, `${method} ${url}`);
    }
  }
});

test('HEAD returns the headers of GET without the body', async () => {
  const { max, nobody } = world;
  const ask = (method: 'HEAD' | 'GET', caller = max) =>
    server.app.inject({
      method,
      url: '/api/organizations/me',
      headers: caller.token ? { authorization: `Bearer ${caller.token}` } : {},
    });
  const [head, get] = [await ask('HEAD'), await ask('GET')];
  assert.deepEqual([head.statusCode, head.body], [200, '']);
  for (const name of ['content-type', 'content-length', 'etag'])
    assert.equal(head.headers[name], get.headers[name], name);
  assert.equal((await ask('HEAD', nobody)).statusCode, 401);
});

test('an unsupported media type is 415 before the fields are checked', async () => {
  const send = (url: string, type: string, payload: string) =>
    world.wim.calls('POST', url, payload, { 'content-type': type });
  const form = '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nx\r\n--b--\r\n';
  for (const [url, type, payload] of [
    ['/api/routing/tags', 'multipart/form-data; boundary=b', form],
    ['/api/routing/tags', 'text/plain', 'name=x'],
    ['/api/routing/tags', 'application/x-www-form-urlencoded', 'name=x'],
    ['/api/knowledge/documents/upload', 'application/json', '{}'],
  ] as const) {
    const { status, body } = await send(url, type, payload);
    assert.deepEqual([status, body.code], [415, 'unsupported_media_type'], `${url} ${type}`);
  }
});
