import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import Fastify from 'fastify';
import { answerProblems } from './problems.ts';
import { refuseOverload, type OverloadBounds } from './overload.ts';

const bounds: OverloadBounds = { calls: 3, events: 2, waitingForDatabase: 5 };

/** Creates a server whose calls wait until `answer` is called. */
function openDoor() {
  const pool = { waitingCount: 0 };
  const waiting: (() => void)[] = [];
  const app = Fastify();
  app.decorate('mountedRoutes', []);
  refuseOverload(app, { db: { pool } as never }, bounds);
  answerProblems(app);
  const slow = () => new Promise((resolve) => waiting.push(() => resolve({})));
  for (const path of ['/api/slow', '/api/events', '/webhooks/slow']) app.get(path, slow);
  app.get('/healthz', async () => ({}));
  const ask = (url: string) => app.inject({ url });
  const arrived = async (count: number) => {
    while (waiting.length < count) await new Promise(setImmediate);
  };
  return { app, pool, ask, arrived, answer: () => waiting.splice(0).forEach((each) => each()) };
}

async function isRefused(response: ReturnType<ReturnType<typeof openDoor>['ask']>): Promise<void> {
  const answer = await response;
  assert.equal(answer.statusCode, 503);
  assert.equal(answer.json().code, 'unavailable');
  assert.ok(Number(answer.headers['retry-after']) >= 2);
}

test('calls over the limit are refused at once, and accepted again when others have been answered', async () => {
  const door = openDoor();
  const taken = Array.from({ length: bounds.calls }, () => door.ask('/api/slow'));
  await door.arrived(bounds.calls);
  await isRefused(door.ask('/api/slow'));
  assert.equal((await door.ask('/healthz')).statusCode, 200, 'health is told all the same');
  door.answer();
  assert.deepEqual(
    (await Promise.all(taken)).map(({ statusCode }) => statusCode),
    [200, 200, 200],
  );
  const again = door.ask('/api/slow');
  await door.arrived(1);
  door.answer();
  assert.equal((await again).statusCode, 200);
});

test('events have their own limit, and streams have none', async () => {
  const door = openDoor();
  const calls = Array.from({ length: bounds.calls }, () => door.ask('/api/slow'));
  const streams = Array.from({ length: 9 }, () => door.ask('/api/events'));
  const events = Array.from({ length: bounds.events }, () => door.ask('/webhooks/slow'));
  await door.arrived(bounds.calls + 9 + bounds.events);
  await isRefused(door.ask('/webhooks/slow'));
  door.answer();
  const answers = await Promise.all([...calls, ...streams, ...events]);
  assert.ok(answers.every(({ statusCode }) => statusCode === 200));
});

test('calls are refused while the queue for the database is full', async () => {
  const door = openDoor();
  door.pool.waitingCount = bounds.waitingForDatabase;
  await isRefused(door.ask('/api/slow'));
  await isRefused(door.ask('/webhooks/slow'));
  door.pool.waitingCount -= 1;
  const taken = door.ask('/api/slow');
  await door.arrived(1);
  door.answer();
  assert.equal((await taken).statusCode, 200);
});

test('a disconnected call no longer counts', async () => {
  const door = openDoor();
  const url = new URL(await door.app.listen({ host: '127.0.0.1', port: 0 }));
  const callers = Array.from({ length: bounds.calls }, () => {
    const socket = connect(Number(url.port), '127.0.0.1');
    socket.write('GET /api/slow HTTP/1.1\r\nHost: desk.test\r\n\r\n');
    return socket;
  });
  await door.arrived(bounds.calls);
  await isRefused(door.ask('/api/slow'));
  const [first] = callers;
  first?.destroy();
  const status = async () => {
    const response = door.ask('/api/slow');
    const refused = await Promise.race([response.then(() => true), door.arrived(bounds.calls + 1).then(() => false)]);
    return refused ? 503 : 200;
  };
  while ((await status()) === 503) await new Promise(setImmediate);
  door.answer();
  for (const each of callers) each.destroy();
  await door.app.close();
});
