import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startServer, type TestServer } from '../../test/server.ts';
import { createWorld, type World } from '../../test/world.ts';

let server: TestServer;
let world: World;
let hostile: Server;
let url: string;
let requestedPaths: string[] = [];
before(async () => {
  hostile = createServer(answer).listen(0, '127.0.0.1');
  await once(hostile, 'listening');
  url = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
  server = await startServer({ environment: { EGRESS_ALLOW: '127.0.0.1' } });
  world = await createWorld(server);
});
after(async () => {
  await server.close();
  hostile.close();
  hostile.closeAllConnections();
});

// Compressed beforehand: compression takes longer than the request's deadline on a busy machine.
const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 32));

function answer({ url: path = '' }: IncomingMessage, response: ServerResponse): void {
  requestedPaths.push(path);
  const json = { 'content-type': 'application/json' };
  switch (path) {
    case '/metadata':
      return void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    case '/elsewhere':
      return void response.writeHead(307, { location: 'https://evil.example.com/' }).end();
    case '/around':
      return void response.writeHead(302, { location: '/around' }).end();
    case '/near':
      return void response.writeHead(302, { location: '/good' }).end();
    case '/endless': {
      response.writeHead(200, json);
      const more = () => void response.write('"x"'.repeat(20_000), () => setImmediate(more));
      return more();
    }
    case '/bomb':
      return void response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb);
    case '/lying':
      response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"a":');
      return void setTimeout(() => response.destroy(), 20);
    case '/slow': {
      response.writeHead(200, json);
      const drip = setInterval(() => response.write(' '), 50);
      return void response.on('close', () => clearInterval(drip));
    }
    case '/silent':
      return;
    case '/page':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
    default:
      return void response.writeHead(200, json).end('{"ok":true}');
  }
}

/** Waits for less than a second only where nothing comes: on a busy machine, everything else takes its time. */
async function asks(path: string, wait: 'short' | 'long') {
  for (const { id } of (await world.wim.gets('/api/connectors')).items)
    await world.wim.deletes(`/api/connectors/${id}`);
  const { id } = await world.wim.posts('/api/connectors', {
    name: 'Hostile',
    base_url: url,
    timeout_ms: wait === 'short' ? 800 : 10_000,
  });
  const at = `/api/connectors/${id}/templates`;
  const template = await world.wim.posts(at, { name: 'it', method: 'GET', path, effect: 'read' });
  const { ok, error } = await world.wim.posts(`${at}/${template.id}/test`, { mode: 'live' }, 200);
  return { ok: ok as boolean, code: error?.code as string | undefined, message: String(error?.message ?? '') };
}

const cases: [path: string, code: string | undefined][] = [
  ['/good', undefined],
  ['/near', undefined],
  ['/metadata', 'redirect_refused'],
  ['/elsewhere', 'redirect_refused'],
  ['/around', 'redirect_refused'],
  ['/endless', 'too_large'],
  ['/bomb', 'too_large'],
  ['/lying', 'broken_answer'],
  ['/slow', 'timeout'],
  ['/silent', 'timeout'],
  ['/page', 'not_json'],
];
for (const [path, code] of cases)
  test(`${path} ${code ? `is refused in words (${code})` : 'is read'}, and nothing hangs`, async () => {
    requestedPaths = [];
    const result = await asks(path, code === 'timeout' ? 'short' : 'long');
    assert.deepEqual([result.ok, result.code], [code === undefined, code]);
    assert.equal(/to another host/.test(result.message), path === '/metadata' || path === '/elsewhere');
    assert.ok(requestedPaths.length >= 1 && requestedPaths.length <= 4, requestedPaths.join());
  });

const addresses = [
  'http://169.254.169.254/latest',
  'http://10.0.0.1',
  'https://localhost',
  'https://[::1]',
  'https://127.0.0.2',
  'http://example.com',
  // This host is allowed, but the port has another protocol.
  'https://127.0.0.1:1',
];
for (const address of addresses)
  test(`${address} is never requested: it is no public address over https`, async () => {
    const { id } = await world.wim.posts('/api/connectors', { name: address, base_url: address });
    const { ok, checks } = await world.wim.posts(`/api/connectors/${id}/validate`, {}, 200);
    assert.equal(ok, false);
    const reached = checks.find((check: any) => check.id === 'reachability');
    assert.equal(reached.ok, false);
    if (address.endsWith(':1')) assert.equal(reached.reason, 'blocked');
    assert.equal(checks.find((check: any) => check.id === 'tls').ok, false, 'nothing is known of a certificate');
    assert.ok(
      checks.every((check: any) => check.ok || check.remedy),
      JSON.stringify(checks),
    );
    const { status, status_detail } = await world.wim.gets(`/api/connectors/${id}`);
    assert.equal(status, 'draft');
    assert.doesNotMatch(status_detail, /Not tested/, 'the reason, and not what was left out for it');
  });
