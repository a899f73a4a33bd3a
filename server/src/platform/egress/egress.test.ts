import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createListener, type AddressInfo, type Server } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createEgress, EgressBlocked, type EgressInit } from './egress.ts';
import { ownAddresses } from './own-addresses.ts';

/** Listens on both loopback addresses, where no request may arrive, and counts connections. */
let canaryPort = 0;
let canaryConnections = 0;
/** A host that the operator allows; `received` lists its requests in order. */
let allowedPort = 0;
const received: { url: string; method: string; headers: IncomingMessage['headers'] }[] = [];
const listeners: Server[] = [];

before(async () => {
  canaryPort = await listens(canary(), '127.0.0.1', 0);
  await listens(canary(), '::1', canaryPort);
  allowedPort = await listens(createServer(answer), '127.0.0.1', 0);
});
after(() => {
  for (const listener of listeners) listener.close();
  assert.equal(canaryConnections, 0, 'nothing of this whole file got to the canary');
});

function canary(): Server {
  return createListener((socket) => void (canaryConnections++, socket.destroy()));
}

function listens(server: Server, host: string, port: number): Promise<number> {
  listeners.push(server);
  return new Promise((done, fail) => {
    server.on('error', fail).listen(port, host, () => done((server.address() as AddressInfo).port));
  });
}

const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024));

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://x');
  received.push({ url: request.url ?? '', method: request.method ?? '', headers: request.headers });
  const to = url.searchParams.get('to');
  const hops = Number(url.searchParams.get('hops'));
  if (hops > 1) response.writeHead(302, { location: `/hop?hops=${hops - 1}` }).end();
  else if (to !== null)
    response.writeHead(Number(url.searchParams.get('status') ?? 302), { location: to }).end('moved');
  else if (url.pathname === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  else if (url.pathname === '/large') response.end(Buffer.alloc(2_000));
  else if (url.pathname === '/never') response.writeHead(200).write('a');
  else response.end('reached');
}

const allowed = () => createEgress({ allow: `127.0.0.1:${allowedPort}` });
const get = async (path: string, init?: EgressInit, egress = allowed()) =>
  egress.fetch(`http://127.0.0.1:${allowedPort}${path}`, init);
const blocked = (error: Error) => error instanceof EgressBlocked || error.cause instanceof EgressBlocked;

for (const host of [
  '127.0.0.1',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::7f00:1]',
  '0x7f.1',
  '2130706433',
  '127.1',
])
  test(`https://${host} reaches nothing`, async () => {
    await assert.rejects(createEgress().fetch(`https://${host}:${canaryPort}/`), blocked);
  });

test('a name is resolved once for each connection, and the socket uses the checked address', async () => {
  const port = await listens(createServer(answer), '::1', 0);
  await listens(canary(), '127.0.0.1', port);
  // The first answer is allowed; a second look-up for the socket would return the address of the canary.
  const answers = [{ address: '::1', family: 6 }];
  let lookups = 0;
  const rebinding = createEgress({
    allow: `[::1/128]:${port}`,
    resolve: async () => [answers[lookups++] ?? { address: '127.0.0.1', family: 4 }],
  });
  const request = () => rebinding.fetch(`http://rebinding.example.com:${port}/`, { headers: { connection: 'close' } });
  assert.equal(await (await request()).text(), 'reached');
  assert.equal(lookups, 1);
  await assert.rejects(request(), blocked);
  assert.equal(lookups, 2);
});

test('a name with an internal address among public ones is refused, and so is a name without addresses', async () => {
  const mixed = [
    { address: '93.184.216.34', family: 4 },
    { address: '::1', family: 6 },
  ];
  await assert.rejects(createEgress({ resolve: async () => mixed }).fetch('https://mixed.example.com/'), blocked);
  await assert.rejects(createEgress({ resolve: async () => [] }).fetch('https://empty.example.com/'), blocked);
});

test('a port of another protocol is refused with a clear error, whatever the operator allows', async () => {
  const request = createEgress({ allow: '127.0.0.1' }).fetch('http://127.0.0.1:25/');
  await assert.rejects(request, { code: 'egress_blocked', message: 'Requests to port 25 are not allowed.' });
});

test('an allowed name is allowed on its port only', async () => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const egress = createEgress({ allow: `crm.internal:${allowedPort}`, resolve });
  assert.equal(await (await egress.fetch(`http://crm.internal:${allowedPort}/`)).text(), 'reached');
  await assert.rejects(egress.fetch(`http://crm.internal:${canaryPort}/`), blocked);
  await assert.rejects(egress.fetch(`https://crm.internal:${canaryPort}/`), blocked);
});

test('a host that the configuration names needs no second permission for its port', async () => {
  const egress = createEgress({ trusted: [`http://127.0.0.1:${allowedPort}/api`] });
  assert.equal(await (await egress.fetch(`http://127.0.0.1:${allowedPort}/x`)).text(), 'reached');
  await assert.rejects(egress.fetch(`http://127.0.0.1:${canaryPort}/`), blocked);
});

test('neither our own listener nor our database can be reached, whatever is allowed', async () => {
  const own = ownAddresses({ port: canaryPort, databaseUrl: '' });
  await assert.rejects(
    createEgress({ allow: '127.0.0.1,[::1]', own }).fetch(`http://127.0.0.1:${canaryPort}/`),
    blocked,
  );
  await assert.rejects(createEgress({ allow: '127.0.0.1,[::1]', own }).fetch(`http://[::1]:${canaryPort}/`), blocked);
  const database = ownAddresses({ port: 0, databaseUrl: `postgres://u:p@localhost:${canaryPort}/desk` });
  await assert.rejects(
    createEgress({ allow: '127.0.0.0/8', own: database }).fetch(`http://127.0.0.1:${canaryPort}/`),
    blocked,
  );
  assert.equal(await (await get('/', {}, createEgress({ allow: '127.0.0.1', own: database }))).text(), 'reached');
});

test('a redirect is returned unless the caller wants it followed', async () => {
  const response = await get('/?to=/elsewhere');
  assert.deepEqual([response.status, response.headers.get('location')], [302, '/elsewhere']);
  assert.equal(await (await get('/?to=/elsewhere', { redirects: 1 })).text(), 'reached');
});

test('at most three redirects are followed, however many the caller wants', async () => {
  assert.equal((await get('/?hops=4', { redirects: 3 })).status, 200);
  received.length = 0;
  assert.equal((await get('/?hops=9', { redirects: 50 })).status, 302);
  assert.equal(received.length, 4);
});

test('each hop is checked like a separate request', async () => {
  const targets = [
    `http://127.0.0.1:${canaryPort}/`,
    `https://127.0.0.1:${canaryPort}/`,
    `http://[::1]:${canaryPort}/`,
    `https://localhost:${canaryPort}/`,
    'http://169.254.169.254/latest/meta-data/',
    `http://user:word@127.0.0.1:${allowedPort}/`,
    'file:///etc/passwd',
  ];
  for (const to of targets) await assert.rejects(get(`/?to=${encodeURIComponent(to)}`, { redirects: 3 }), blocked, to);
});

test('another origin gets none of our credentials; the same one does', async () => {
  const other = await listens(createServer(answer), '127.0.0.1', 0);
  const egress = createEgress({ allow: '127.0.0.1' });
  const headers = { authorization: 'Bearer canary', cookie: 'a=b', 'x-api-key': 'canary', accept: 'text/plain' };
  received.length = 0;
  await get(`/?to=${encodeURIComponent(`http://127.0.0.1:${other}/`)}`, { redirects: 1, headers }, egress);
  await get('/?to=/same', { redirects: 1, headers }, egress);
  const [first, crossed, , same] = received.map((each) => each.headers);
  assert.equal(first?.authorization, 'Bearer canary');
  assert.deepEqual(
    [crossed?.authorization, crossed?.cookie, crossed?.['x-api-key']],
    [undefined, undefined, undefined],
  );
  assert.equal(crossed?.accept, 'text/plain');
  assert.equal(same?.authorization, 'Bearer canary');
});

test('a write request is never redirected', async () => {
  received.length = 0;
  const response = await get('/?to=/token&status=307', { method: 'POST', body: 'code=canary', redirects: 3 });
  assert.deepEqual([response.status, received.length], [307, 1]);
});

test('an answer over the limit fails, counted after decompression', async () => {
  const tooLarge = (error: Error & { code?: string }) => error.code === 'too_large';
  await assert.rejects(async () => (await get('/large', { maxBytes: 1_999 })).text(), tooLarge);
  assert.equal((await (await get('/large', { maxBytes: 2_000 })).text()).length, 2_000);
  await assert.rejects(async () => (await get('/bomb', { timeoutMilliseconds: 20_000 })).arrayBuffer(), tooLarge);
  const greedy = { timeoutMilliseconds: 20_000, maxBytes: 1e12 };
  await assert.rejects(async () => (await get('/bomb', greedy)).arrayBuffer(), tooLarge);
});

test('an answer that never ends is given up in time', async () => {
  const late = (error: Error) => error.name === 'TimeoutError';
  await assert.rejects(async () => (await get('/never', { timeoutMilliseconds: 100 })).text(), late);
  await assert.rejects(
    async () => (await get('/never', { timeoutMilliseconds: 100, signal: new AbortController().signal })).text(),
    late,
  );
});
