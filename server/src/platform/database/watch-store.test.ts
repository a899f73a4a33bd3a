import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../../../test/server.ts';
import type { Db } from './database.ts';
import { watchStore } from './watch-store.ts';

const quick = { everyMilliseconds: 1, mostMissed: 3 };

/** Waits until the condition holds; otherwise the test's time limit ends it. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}

test('while the database answers, HEALTH_FILE is touched', async () => {
  const server = await startServer();
  const home = await mkdtemp(join(tmpdir(), 'watch-store-'));
  const healthFile = join(home, 'alive');
  let ended = 0;
  const stop = watchStore(server.desk.db, { ...quick, healthFile, end: () => void ended++ });
  const written = () =>
    stat(healthFile).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
  await until(async () => (await written()) > 0);
  const first = await written();
  await until(async () => (await written()) > first);
  await stop();
  assert.equal(ended, 0);
  await rm(home, { recursive: true });
  await server.close();
});

test('a process that has lost its connections ends itself if the database answers new ones', async () => {
  const server = await startServer();
  const { db } = server.desk;
  const lent = await Promise.all(Array.from({ length: db.pool.options.max ?? 1 }, () => db.pool.connect()));
  let stop = async () => {};
  // No connection is free and none is released, as after a leak.
  await new Promise<void>((resolve) => (stop = watchStore(db, { ...quick, healthFile: '', end: resolve })));
  await stop();
  for (const client of lent) client.release();
  await server.close();
});

test('an unavailable database never ends the process, however long', async () => {
  const server = await startServer();
  let looks = 0;
  const away = async () => {
    looks++;
    throw new Error('The database is away.');
  };
  const db = { ...server.desk.db, engine: 'postgres', owner: { query: away } } as Db;
  const lent = await Promise.all(Array.from({ length: db.pool.options.max ?? 1 }, () => db.pool.connect()));
  let ended = 0;
  const stop = watchStore(db, { ...quick, healthFile: '', end: () => void ended++ });
  await until(() => looks > quick.mostMissed);
  await stop();
  assert.equal(ended, 0);
  for (const client of lent) client.release();
  await server.close();
});
