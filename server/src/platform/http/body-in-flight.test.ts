import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { rawMailEvent } from '../../../test/providers/mail/inbound.ts';
import { eventually } from '../../../test/story/stage.ts';
import { registers } from '../../../test/world.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { createBodyBudget } from './body-in-flight.ts';

const megabyte = 1024 * 1024;
let server: TestServer;
let url: string;
before(async () => {
  server = await startServer({ environment: { RATE_LIMIT_PER_MINUTE: '600' } });
  url = await server.listen();
});
after(() => server.close());

const signed = (raw: Buffer) =>
  rawMailEvent(
    raw,
    { from: 'a@b.test', to: 'nobody@here.test' },
    { secret: server.desk.config.EMAIL_INBOUND_SECRET, at: server.desk.clock.now() },
  ).headers;

const startRequest = (headers: Record<string, string>) =>
  request(`${url}/webhooks/email/inbound`, { method: 'POST', headers, agent: false });

async function answers(call: ClientRequest): Promise<number> {
  const [answer] = await once(call, 'response');
  answer.resume();
  return answer.statusCode;
}

test('a request with an invalid signature is refused by its headers, before the body arrives', async () => {
  const unsigned = startRequest({ 'content-type': 'message/rfc822', 'content-length': String(30 * megabyte) });
  unsigned.on('error', () => {});
  unsigned.write('only the beginning');
  assert.equal(await answers(unsigned), 401);
  unsigned.destroy();
  const { 'webhook-signature': signature = '', ...rest } = signed(Buffer.from('x'));
  const old = { ...rest, 'webhook-signature': signature, 'webhook-timestamp': '1', 'content-length': '5000000' };
  const late = startRequest(old);
  late.on('error', () => {});
  late.write('x');
  assert.equal(await answers(late), 401);
  late.destroy();
});

test('a mail of the largest size arrives completely', async () => {
  const raw = Buffer.concat([Buffer.from('From: a@b.test\r\n\r\n'), Buffer.alloc(20 * megabyte, 'words ')]);
  const call = startRequest({ ...signed(raw), 'content-length': String(raw.length) });
  call.end(raw);
  assert.equal(await answers(call), 200, 'signed over every byte, for nobody here');
});

test('the body of a mail with a wrong signature never gets into memory, even if its headers are valid', async () => {
  const own = await startServer();
  try {
    const small = { inMemory: megabyte, inAll: 64 * megabyte };
    Object.assign(own.desk, { bodies: createBodyBudget(own.desk.config.DATA_DIR, small) });
    const raw = Buffer.concat([Buffer.from('From: a@b.test\r\n\r\n'), Buffer.alloc(5 * megabyte, 'words ')]);
    const secret = own.desk.config.EMAIL_INBOUND_SECRET;
    const posts = async (signedOver: Buffer) => {
      const envelope = { from: 'a@b.test', to: 'nobody@here.test' };
      const { headers } = rawMailEvent(signedOver, envelope, { secret, at: own.desk.clock.now() });
      return own.app.inject({ method: 'POST', url: '/webhooks/email/inbound', headers, payload: raw });
    };
    assert.equal((await posts(Buffer.from('other bytes'))).statusCode, 401);
    const genuine = await posts(raw);
    assert.deepEqual(
      [genuine.statusCode, genuine.headers['retry-after']],
      [503, '10'],
      'memory would not have held it',
    );
  } finally {
    await own.close();
  }
});

test('unfinished bodies are stored on disk, not in memory, and leave nothing behind', async () => {
  const before = process.memoryUsage().rss;
  const raw = Buffer.alloc(4 * megabyte, 'x');
  const calls = Array.from({ length: 20 }, () => {
    const call = startRequest({ ...signed(raw), 'content-length': String(30 * megabyte) });
    call.on('error', () => {});
    return call;
  });
  await Promise.all(calls.map((call) => new Promise((resolve) => call.write(raw, resolve))));
  const grown = process.memoryUsage().rss - before;
  for (const call of calls) call.destroy();
  // The figure includes the buffers of the sockets at both ends.
  assert.ok(grown < 150 * megabyte, `${Math.round(grown / megabyte)} MB more`);
  // A file has a name for a moment, until it is unlinked.
  await eventually(async () => {
    assert.deepEqual(readdirSync(join(server.desk.config.DATA_DIR, 'incoming')), []);
  });
});

test('unfinished uploads are stored on disk; too many get a 503; their bytes are released', async () => {
  const ada = await registers(server, 'Ada', 'Birch');
  const head =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n';
  const uploads = () =>
    request(`${url}/api/knowledge/documents/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'multipart/form-data; boundary=b' },
      agent: false,
    }).on('error', () => {});
  const before = process.memoryUsage().rss;
  const part = Buffer.alloc(24 * megabyte, 'words ');
  const calls = Array.from({ length: 12 }, uploads);
  const refused = Promise.any(calls.map((call) => once(call, 'response')));
  for (const call of calls) {
    call.write(head);
    call.write(part);
  }
  const [answer] = await refused;
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '10']);
  const grown = process.memoryUsage().rss - before;
  for (const call of calls) call.destroy();
  assert.ok(grown < 200 * megabyte, `${Math.round(grown / megabyte)} MB more`);
  await eventually(async () => {
    const later = uploads();
    later.end(`${head}Some words about invoices.\r\n--b--\r\n`);
    assert.notEqual(await answers(later), 503);
  });
});

test('a body that the disk has no room for gets a 503, so that it is sent again', async () => {
  const own = await startServer();
  // As on a full disk, no file can be made there.
  const folder = join(own.desk.config.DATA_DIR, 'incoming');
  try {
    const ada = await registers(own, 'Ada', 'Birch');
    const raw = Buffer.concat([Buffer.from('From: a@b.test\r\n\r\n'), Buffer.alloc(megabyte, 'words ')]);
    const secret = own.desk.config.EMAIL_INBOUND_SECRET;
    const { headers } = rawMailEvent(raw, { from: 'a@b.test', to: 'nobody@here.test' }, { secret });
    const form = new FormData();
    form.set('file', new File([raw], 'a.txt'));
    const body = new Response(form);
    const upload = {
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': body.headers.get('content-type') ?? '' },
      payload: Buffer.from(await body.arrayBuffer()),
    };
    const calls = [
      { url: '/webhooks/email/inbound', headers, payload: raw },
      { url: '/api/knowledge/documents/upload', ...upload },
    ];
    const statuses = async () => {
      const answers = await Promise.all(calls.map((call) => own.app.inject({ method: 'POST', ...call })));
      return answers.map(({ statusCode, headers: { 'retry-after': wait } }) => [statusCode, wait]);
    };
    writeFileSync(folder, '');
    assert.deepEqual(await statuses(), [
      [503, '30'],
      [503, '30'],
    ]);
    rmSync(folder);
    assert.deepEqual((await statuses())[0], [200, undefined], 'signed, for nobody here');
  } finally {
    await own.close();
  }
});

test('unauthenticated calls are limited, but authentic mail from the same address is not', async () => {
  const statuses = new Set<number>();
  // A loopback address may stand for all users behind a proxy, so it has the limit of an organization: 3,000 a minute.
  for (let call = 0; call < 3_020; call++) {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/webhooks/email/inbound',
      headers: { 'content-type': 'message/rfc822' },
      payload: 'x',
    });
    statuses.add(answer.statusCode);
    if (answer.statusCode === 429) assert.ok(Number(answer.headers['retry-after']) > 0);
  }
  assert.deepEqual([...statuses], [401, 429]);
  const raw = Buffer.from('From: a@b.test\r\n\r\nx');
  const authentic = await server.app.inject({
    method: 'POST',
    url: '/webhooks/email/inbound',
    headers: signed(raw),
    payload: raw,
  });
  assert.equal(authentic.statusCode, 200);
});

test('a body over the budget gets a 503, and a finished body releases its bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'budget-'));
  const budget = createBodyBudget(folder, {
    inMemory: 2 * megabyte,
    inAll: 4 * megabyte,
  });
  const body = async function* () {
    for (let part = 0; part < 10; part++) yield Buffer.alloc(150_000, part);
  };
  const first = await budget.take(body(), { limit: megabyte * 2, from: 'a' });
  assert.equal(first.bytes.length, 1_500_000);
  assert.equal(first.bytes[1_499_999], 9);
  const refused = budget.take(body(), { limit: megabyte * 2, from: 'a' });
  await assert.rejects(refused, { status: 503, headers: { 'retry-after': '10' } });
  await assert.rejects(budget.take(body(), { limit: 1_000, from: 'b' }), { status: 413 });
  first.release();
  assert.equal((await budget.take(body(), { limit: megabyte * 2, from: 'a' })).bytes.length, 1_500_000);
});
