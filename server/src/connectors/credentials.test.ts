import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startServer, type TestServer } from '../../test/server.ts';
import { createWorld, type World } from '../../test/world.ts';

/** What a query writes differently from `encodeURIComponent`. */
const key = "sekret canary (!~')";
let server: TestServer;
let world: World;
let service: Server;
let url: string;
/** Called before each answer to `/slow`. */
let meanwhile: () => Promise<unknown> = async () => undefined;
before(async () => {
  service = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
  await once(service, 'listening');
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  server = await startServer({ environment: { EGRESS_ALLOW: '127.0.0.1' } });
  world = await createWorld(server);
});
after(async () => {
  await server.close();
  service.close();
});

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let form = '';
  for await (const piece of request) form += String(piece);
  const answer = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const path = request.url ?? '';
  if (path === '/token')
    return void answer(200, { access_token: `for ${new URLSearchParams(form).get('scope')}`, expires_in: 86_400 });
  if (path === '/orders')
    return void answer(request.headers.authorization === 'Bearer for orders:read' ? 200 : 403, { state: 'sent' });
  const isKeyed = request.headers.authorization === `Basic ${Buffer.from('sk_1:').toString('base64')}`;
  if (path === '/basic') return void answer(isKeyed ? 200 : 401, {});
  if (path === '/slow') await meanwhile();
  answer(200, { state: 'sent', asked: `${url}${path}` });
}

const connects = (name: string, more: object): Promise<any> =>
  world.wim.posts('/api/connectors', { name, kind: 'http', base_url: url, ...more });
const shows = async ({ id }: { id: string }): Promise<any> => world.wim.gets(`/api/connectors/${id}`);
const isAccepted = async ({ id }: { id: string }): Promise<boolean> =>
  (await world.wim.posts(`/api/connectors/${id}/validate`, {}, 200)).ok;

test('after a change of the scope, a token for the new scope is requested', async () => {
  const auth = { kind: 'oauth2_client_credentials', token_url: `${url}/token`, scope: 'orders' };
  const credentials = { client_id: 'desk', client_secret: 'client-canary' };
  const connector = await connects('Scoped', { base_url: `${url}/orders`, auth, credentials });
  assert.equal(await isAccepted(connector), false);
  assert.equal((await shows(connector)).status, 'needs_reauth');
  await world.wim.patches(`/api/connectors/${connector.id}`, { auth: { ...auth, scope: 'orders:read' } });
  assert.equal(await isAccepted(connector), true);
});

test('a key that the service repeats as it was written in the query is replaced by stars', async () => {
  const auth = { kind: 'api_key', in: 'query', name: 'key' };
  const connector = await connects('Keyed', { auth, credentials: { key } });
  const template = await world.wim.posts(`/api/connectors/${connector.id}/templates`, {
    name: 'echo',
    method: 'GET',
    path: '/echo',
    output: { asked: '/asked' },
    requires_verified_customer: false,
  });
  const test = `/api/connectors/${connector.id}/templates/${template.id}/test`;
  const { ok, output } = await world.wim.posts(test, { mode: 'live' }, 200);
  assert.deepEqual([ok, output], [true, { asked: `${url}/echo?key=****` }]);
  assert.equal((await shows(connector)).status, 'draft', 'a test of a template does not put a draft into service');
  assert.equal(await isAccepted(connector), true);
  assert.equal((await shows(connector)).status, 'active');
});

test('a user name may come without a password, but with no colon', async () => {
  const auth = { kind: 'basic' };
  const base = { name: 'Basic', base_url: `${url}/basic`, auth };
  const { id } = await world.wim.posts('/api/connectors', { ...base, credentials: { username: 'sk_1', password: '' } });
  const path = `/api/connectors/${id}`;
  assert.equal((await world.wim.gets(path)).credentials.configured, true);
  assert.equal(await isAccepted({ id }), true);
  const refuses = async (credentials: object) => {
    const { status, body } = await world.wim.calls('PATCH', path, { credentials });
    return [status, body.errors?.[0].path];
  };
  assert.deepEqual(await refuses({ username: '', password: 'a' }), [422, '/credentials/username']);
  assert.deepEqual(await refuses({ username: 'sk:1', password: 'a' }), [422, '/credentials/username']);
  assert.deepEqual(await refuses({ username: 'sk_1' }), [422, '/credentials/password']);
});

test('a signature and its time do not share a header, nor take one of the connection', async () => {
  const creates = async (auth: object) => {
    const credentials = { secret: 'signing-canary' };
    const body = { name: 'Signed', base_url: url, auth: { kind: 'hmac', ...auth }, credentials };
    const answer = await world.wim.calls('POST', '/api/connectors', body);
    return [answer.status, answer.body.errors?.[0].path];
  };
  assert.deepEqual(await creates({ header: 'X-Sig', timestamp_header: 'x-sig' }), [422, '/auth/timestamp_header']);
  assert.deepEqual(await creates({ header: 'Host', timestamp_header: 'X-Time' }), [422, '/auth/header']);
  assert.deepEqual(await creates({ header: 'X-Sig', timestamp_header: 'X-Time' }), [201, undefined]);
});

test('a check that ends after the address was changed says nothing about the new one', async () => {
  const connector = await connects('Moved', { base_url: `${url}/slow` });
  meanwhile = async () => {
    meanwhile = async () => undefined;
    await world.wim.patches(`/api/connectors/${connector.id}`, { base_url: `${url}/elsewhere` });
  };
  assert.equal(await isAccepted(connector), true);
  const { status, last_validation } = await shows(connector);
  assert.deepEqual([status, last_validation], ['draft', null]);
});
