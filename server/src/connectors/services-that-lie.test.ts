import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { startServer, type TestServer } from '../../test/server.ts';
import { createWorld, type World } from '../../test/world.ts';

// Responses written byte by byte, as no HTTP server library would send them.
const json = 'content-type: application/json\r\n';
const head = (more = '', status = '200 OK') => `HTTP/1.1 ${status}\r\n${json}${more}`;
const whole = (body: string | Buffer, more = '', status = '200 OK') =>
  Buffer.concat([
    Buffer.from(`${head(more, status)}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`),
    Buffer.from(body),
  ]);
const packed = Buffer.alloc(40 * 1024 * 1024, 32);
const bombs = {
  br: brotliCompressSync(packed, { params: { 1: 1 } }),
  deflate: deflateSync(packed),
  zstd: zstdCompressSync(packed),
  twice: gzipSync(gzipSync(packed)),
};
const good = '{"ok":true}';

let server: TestServer;
let world: World;
let service: Server;
let url: string;
const sockets = new Set<Socket>();
before(async () => {
  service = createServer(serve).listen(0, '127.0.0.1');
  await once(service, 'listening');
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  server = await startServer({ environment: { EGRESS_ALLOW: '127.0.0.1' } });
  world = await createWorld(server);
});
after(async () => {
  await server.close();
  for (const socket of sockets) socket.destroy();
  service.close();
});

function serve(socket: Socket): void {
  sockets.add(socket);
  socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
    if (!received.includes('\r\n\r\n')) return;
    const path = received.split(' ')[1] ?? '';
    received = '';
    answers[path]?.[0](socket);
  });
}

/** Sends the piece repeatedly until the other side closes the connection. */
function sendEndlessly(socket: Socket, piece: string): void {
  const more = () => {
    if (!socket.destroyed) socket.write(piece, () => setImmediate(more));
  };
  more();
}

function drips(socket: Socket, piece: string): void {
  const drip = setInterval(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(drip));
}

type Refusal = string | undefined;
// The response that is sent, and the code of its refusal.
const answers: Record<string, [send: (socket: Socket) => unknown, code: Refusal]> = {
  '/brotli': [(socket) => socket.end(whole(bombs.br, 'content-encoding: br\r\n')), 'too_large'],
  '/deflate': [(socket) => socket.end(whole(bombs.deflate, 'content-encoding: deflate\r\n')), 'too_large'],
  '/zstd': [(socket) => socket.end(whole(bombs.zstd, 'content-encoding: zstd\r\n')), 'too_large'],
  '/twice': [(socket) => socket.end(whole(bombs.twice, 'content-encoding: gzip, gzip\r\n')), 'too_large'],
  '/good-brotli': [(socket) => socket.end(whole(brotliCompressSync(good), 'content-encoding: br\r\n')), undefined],
  '/chunks': [
    (socket) => {
      socket.write(`${head('transfer-encoding: chunked\r\n')}\r\n`);
      sendEndlessly(socket, `8000\r\n${' '.repeat(0x8000)}\r\n`);
    },
    'too_large',
  ],
  '/small-chunks': [
    (socket) => {
      socket.write(`${head('transfer-encoding: chunked\r\n')}\r\n`);
      sendEndlessly(socket, `10\r\n${' '.repeat(16)}\r\n`.repeat(2_000));
    },
    'too_large',
  ],
  '/huge-chunk': [
    (socket) => socket.end(`${head('transfer-encoding: chunked\r\n')}\r\nFFFFFFFFFFFFFFFFF\r\n{}`),
    'broken_answer',
  ],
  '/no-chunk': [(socket) => socket.end(`${head('transfer-encoding: chunked\r\n')}\r\n{"ok":true}`), 'broken_answer'],
  '/two-lengths': [
    (socket) => socket.end(`${head('content-length: 2\r\ncontent-length: 11\r\n')}\r\n${good}`),
    'broken_answer',
  ],
  '/less-than-none': [(socket) => socket.end(`${head('content-length: -1\r\n')}\r\n${good}`), 'broken_answer'],
  '/both': [
    (socket) =>
      socket.end(`${head('content-length: 5\r\ntransfer-encoding: chunked\r\n')}\r\nb\r\n${good}\r\n0\r\n\r\n`),
    'broken_answer',
  ],
  '/said-less': [
    (socket) => socket.end(`${head('content-length: 2\r\n')}\r\n{}HTTP/1.1 200 OK\r\n\r\nmore`),
    'no_output',
  ],
  '/said-huge': [(socket) => socket.write(`${head(`content-length: ${2 ** 40}\r\n`)}\r\n{`), 'timeout'],
  '/pouring-headers': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      sendEndlessly(socket, `x-more: ${'x'.repeat(1000)}\r\n`);
    },
    'broken_answer',
  ],
  '/dripping-headers': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drips(socket, 'x: y\r\n');
    },
    'timeout',
  ],
  '/hints': [(socket) => sendEndlessly(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'), 'timeout'],
  '/dripping-hints': [(socket) => drips(socket, 'HTTP/1.1 102 Processing\r\n\r\n'), 'timeout'],
  '/no-http': [(socket) => socket.end('220 mail.test ESMTP\r\n'), 'broken_answer'],
  '/old-http': [(socket) => socket.end(good), 'broken_answer'],
  '/nothing': [(socket) => socket.end(), 'broken_answer'],
  '/reset': [(socket) => socket.resetAndDestroy(), 'unreachable'],
  '/split-header': [
    (socket) => socket.end(`HTTP/1.1 200 OK\r\n${json}x: a\nset-cookie: b\r\ncontent-length: 11\r\n\r\n${good}`),
    'broken_answer',
  ],
  '/switches': [
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    'broken_answer',
  ],
  '/no-content': [(socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'), 'no_output'],
  '/not-modified': [(socket) => socket.end('HTTP/1.1 304 Not Modified\r\n\r\n'), 'refused'],
  '/status-999': [(socket) => socket.end(whole(good, '', '999 What')), 'broken_answer'],
  '/utf-16': [(socket) => socket.end(whole(Buffer.from(`\ufeff${good}`, 'utf16le'))), 'not_json'],
  '/mark': [(socket) => socket.end(whole(`\ufeff${good}`)), undefined],
  '/nan': [(socket) => socket.end(whole('{"ok":NaN}')), 'not_json'],
  '/guarded': [(socket) => socket.end(whole(`)]}',\n${good}`)), 'not_json'],
  '/text': [(socket) => socket.end(whole('"ok"')), 'no_output'],
  '/list': [(socket) => socket.end(whole('[1]')), 'no_output'],
  '/null': [(socket) => socket.end(whole('null')), 'no_output'],
  '/mapped': [
    (socket) => socket.end(whole('', 'location: http://[::ffff:169.254.169.254]/latest\r\n', '302 Found')),
    'redirect_refused',
  ],
  '/scheme': [
    (socket) => socket.end(whole('', `location: ${url.replace('http:', 'https:')}/x\r\n`, '302 Found')),
    'redirect_refused',
  ],
  '/port': [(socket) => socket.end(whole('', 'location: http://127.0.0.1:1/\r\n', '302 Found')), 'redirect_refused'],
  '/relative': [
    (socket) => socket.end(whole('', 'location: //evil.test/x\r\n', '308 Permanent Redirect')),
    'redirect_refused',
  ],
  '/user': [
    (socket) => socket.end(whole('', `location: ${url.replace('//', '//a:b@')}/mark\r\n`, '302 Found')),
    'blocked',
  ],
  '/file': [(socket) => socket.end(whole('', 'location: file:///etc/passwd\r\n', '302 Found')), 'redirect_refused'],
  '/nowhere': [(socket) => socket.end(whole('', 'location: http://[\r\n', '302 Found')), 'redirect_refused'],
  '/no-location': [(socket) => socket.end(whole(good, '', '302 Found')), 'refused'],
};

let made = 0;
async function asks(path: string): Promise<{ ok: boolean; code: Refusal; remedy: string | undefined }> {
  // Short only where nothing more comes: on a busy machine, everything else takes its time.
  const timeout_ms = answers[path]?.[1] === 'timeout' ? 1_500 : 10_000;
  const { id } = await world.wim.posts('/api/connectors', { name: `S${(made += 1)}`, base_url: url, timeout_ms });
  const at = `/api/connectors/${id}/templates`;
  const template = await world.wim.posts(at, { name: `t${made}`, method: 'GET', path, output: { ok: '/ok' } });
  const { ok, error } = await world.wim.posts(`${at}/${template.id}/test`, { mode: 'live' }, 200);
  await world.wim.deletes(`/api/connectors/${id}`);
  return { ok, code: error?.code, remedy: error?.remedy };
}

for (const [path, [, code]] of Object.entries(answers))
  test(`${path} ${code ? `is refused in words (${code})` : 'is read'}, and nothing hangs`, async () => {
    const result = await asks(path);
    assert.deepEqual([result.ok, result.code], [code === undefined, code]);
    assert.equal(Boolean(result.remedy), code !== undefined);
  });
