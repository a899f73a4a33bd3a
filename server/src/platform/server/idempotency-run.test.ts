import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { endpoint } from '@desk/contract/endpoint';
import { startServer, type TestServer } from '../../../test/server.ts';
import { registers, type Caller } from '../../../test/world.ts';
import type { Desk } from '../desk.ts';
import { forbidden, tooMany, upstreamFailed } from '../http/errors.ts';
import type { Access } from './handler.ts';
import { route } from './route.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { createServer } from './server.ts';
import { sentence } from '../words/sentence.logic.ts';

// Tests of concurrent requests, on a route of this file whose handler the tests control.
let server: TestServer;
let ada: Caller;
let runs = 0;
let work: () => Promise<unknown> = async () => undefined;
let app: FastifyInstance;
let open: (desk: Desk) => Promise<FastifyInstance>;

before(async () => {
  server = await startServer();
  ada = await registers(server, 'Ada', 'Birch');
  const access: Access<Caller> = {
    name: 'member',
    admit: async () => ada,
    identify: ({ userId, organizationId }) => ({ caller: `user:${userId}`, organizationId }),
  };
  const operation = endpoint({
    method: 'POST',
    path: '/steered',
    operation: 'steer',
    summary: '',
    tag: '',
    reply: { 200: Type.Object({ run: Type.Integer() }) },
  });
  const steered = route(operation, access, async () => {
    const run = ++runs;
    await work();
    return { run };
  });
  open = async (desk) => {
    const made = createServer(desk);
    await made.register(multipart);
    steered.mount(made, desk);
    return made;
  };
  app = await open(server.desk);
});
after(async () => {
  await app.close();
  await server.close();
});

const steer = async (key: string, at = app) => {
  const answer = await at.inject({ method: 'POST', url: '/steered', headers: { 'idempotency-key': key } });
  return { status: answer.statusCode, body: answer.json(), replayed: answer.headers['idempotency-replayed'] };
};

/** Starts a first request, which runs until `letGo` is called. */
async function heldRun(key: string) {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  work = () => {
    reached.resolve();
    return gate.promise;
  };
  const first = steer(key);
  await reached.promise;
  return { first, letGo: gate.resolve };
}

test('while the first request runs, the second gets an error, and the first answer afterwards', async () => {
  const key = randomUUID();
  const { first, letGo } = await heldRun(key);
  const second = await steer(key);
  assert.deepEqual([second.status, second.body.code], [409, 'conflict']);
  letGo();
  const { body } = await first;
  assert.deepEqual(await steer(key), { status: 200, body, replayed: 'true' });
});

for (const [status, failure] of [
  [502, () => upstreamFailed(sentence`The vendor is away.`)],
  [429, () => tooMany(sentence`Too many.`, 1)],
  [403, () => forbidden('closed', sentence`Not now.`)],
  [500, () => new Error('unforeseen')],
] as const) {
  test(`a ${status} is not stored, so that the client may try again`, async () => {
    const key = randomUUID();
    work = () => Promise.reject(failure());
    assert.equal((await steer(key)).status, status);
    work = async () => undefined;
    const again = await steer(key);
    assert.deepEqual([again.status, again.replayed], [200, undefined]);
  });
}

test('a run that lost its lease to another does not store its answer', async () => {
  const key = randomUUID();
  const { first, letGo } = await heldRun(key);
  await server.desk.db.owner.query(`update idempotency_key set lease_until = clock_timestamp() where key = '${key}'`);
  work = async () => undefined;
  const quick = await steer(key);
  letGo();
  assert.equal((await first).status, 200);
  assert.deepEqual((await steer(key)).body, quick.body);
});

test('if an answer can no longer be opened, the request does not run again', async () => {
  const key = randomUUID();
  await steer(key);
  const before = runs;
  const secrets = createSecrets(Buffer.alloc(32, 8).toString('base64'));
  const elsewhere = await open({ ...server.desk, secrets });
  const { status, body } = await steer(key, elsewhere);
  await elsewhere.close();
  assert.deepEqual([status, body.code, runs], [409, 'conflict', before]);
});
