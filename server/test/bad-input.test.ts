import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer, type TestServer } from './server.ts';
import { createWorld, type World } from './world.ts';

// What every route has in common; each domain tests what is its own.
let server: TestServer;
let world: World;
before(async () => {
  server = await startServer();
  world = await createWorld(server);
});
after(() => server.close());

const path = '/api/knowledge/collections';
const json = { 'content-type': 'application/json' };

test('each wrong field is named once, by its pointer', async () => {
  const { errors, code } = await world.wim.posts(path, { name: 'x', description: 5, colour: 'red' }, 422);
  assert.equal(code, 'validation_failed');
  assert.deepEqual(errors, [
    { path: '/colour', message: 'must NOT have additional properties' },
    { path: '/description', message: 'must be string or null' },
  ]);
});

test('a body that is no JSON, of another type, or too large is refused by its form', async () => {
  const sent = (body: string, headers: Record<string, string>) => world.wim.calls('POST', path, body, headers);
  const broken = await sent('{bad', json);
  assert.deepEqual([broken.status, broken.body.code], [400, 'malformed_request']);
  assert.equal(broken.body.detail, 'The body is not valid JSON.');
  assert.equal((await sent('{"name":"x"}', { 'content-type': 'text/plain' })).status, 415);
  const large = await sent(JSON.stringify({ name: 'x'.repeat(1_100_000) }), json);
  assert.deepEqual([large.status, large.body.code], [413, 'payload_too_large']);
  const nul = await sent('{"name":"a\\u0000b"}', json);
  assert.deepEqual([nul.status, nul.body.code], [400, 'malformed_request']);
});

test('an answer is data: no browser may run, frame or keep it', async () => {
  const { headers } = await world.wim.calls('GET', path);
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['cache-control'], 'no-store');
});

test('the page of the documentation may run its own script and ask nobody else', async () => {
  const { headers } = await world.nobody.calls('GET', '/api/docs/');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /default-src 'self'; script-src 'self'/);
  assert.doesNotMatch(policy, /https?:|\*/);
});
