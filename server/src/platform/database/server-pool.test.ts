import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, before, mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { cloneDatabase, type TestDatabase } from '../../../test/database.ts';

const skip = process.env['TEST_ENGINE'] === 'postgres' ? false : 'PostgreSQL only';
let database: TestDatabase;
before(async () => {
  database = await cloneDatabase();
});
after(async () => {
  await database.db.close();
  await database.drop();
});

const idOf = async (client: pg.PoolClient) => (await client.query('select pg_backend_pid() as id')).rows[0].id;
const socketOf = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream;

test('a few idle connections stay open with their plans, however long they are idle', { skip }, async () => {
  const { pool } = database.db;
  const clients = await Promise.all(Array.from({ length: 7 }, () => pool.connect()));
  const ids = await Promise.all(clients.map(idOf));
  assert.equal(pool.totalCount, 7);
  mock.timers.enable({ apis: ['setTimeout'] });
  for (const client of clients) client.release();
  mock.timers.tick(600_000);
  mock.timers.reset();
  await turn();
  assert.equal(pool.totalCount, 4);
  const client = await pool.connect();
  assert.ok(ids.includes(await idOf(client)));
  client.release();
});

test('a query on a silent server is given up, but a free connection may be silent', { skip }, async () => {
  const { pool } = database.db;
  const client = await pool.connect();
  const id = await idOf(client);
  client.release();
  socketOf(client).emit('timeout');
  const again = await pool.connect();
  assert.equal(await idOf(again), id);
  const gone = assert.rejects(again.query('select pg_sleep(600)'), { code: 'ETIMEDOUT' });
  socketOf(again).emit('timeout');
  await gone;
  again.release(true);
});
