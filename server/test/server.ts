import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { InjectOptions } from 'fastify';
import { createApp, routesOf, subscribeAll, sweep } from '../src/app.ts';
import { openDesk } from '../src/desk.ts';
import { readConfig } from '../src/platform/config/config.ts';
import type { BuiltClient } from '../src/platform/server/client.ts';
import type { Db } from '../src/platform/database/database.ts';

import { cloneDatabase } from './database.ts';

export interface TestOptions {
  environment?: Record<string, string>;
  /** Runs the jobs too: stories need them, plain HTTP tests do not. */
  working?: 'jobs';
  /** Wraps the database before the desk uses it. */
  database?: (db: Db) => Db;
  /** The web client, for tests in a browser. */
  client?: BuiltClient;
}

export type TestServer = Awaited<ReturnType<typeof startServer>>;

/** Sends a request to the application without a network. Reads only the beginning of a stream that does not end. */
export async function inject(app: TestServer['app'], request: InjectOptions) {
  const answer = await app.inject({ ...request, payloadAsStream: true });
  const stream = answer.stream();
  const isEndless = String(answer.headers['content-type']).startsWith('text/event-stream');
  const body = isEndless ? '' : (await buffer(stream)).toString();
  if (isEndless) await once(stream.destroy(), 'close');
  return { ...answer, statusCode: answer.statusCode, headers: answer.headers, body, json: () => JSON.parse(body) };
}

/**
 * The whole application on a database of its own. Tests call it through `app.inject` or, after `listen()`, over HTTP.
 * The clock is `time`: unless jobs are working, it stands still until a test moves it.
 */
export async function startServer({ environment = {}, working, database = (db) => db, client }: TestOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-test-'));
  const { db, url, drop } = await cloneDatabase();
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATA_DIR: dataDir,
    // Tests send more requests than callers may. Tests of the limits set their own value.
    RATE_LIMIT_PER_MINUTE: '1000000',
    // The model takes 300 MB and half a second: only tests of embeddings load it.
    EMBEDDINGS: 'off',
    ...environment,
  });
  let offset = 0;
  let frozen: number | null = working ? null : Date.now();
  const clock = { now: () => new Date((frozen ?? Date.now()) + offset) };
  const desk = await openDesk(config, database(db), clock);
  const app = await createApp(desk, routesOf(desk), client ?? null);
  if (working) {
    subscribeAll(desk);
    await desk.jobs.work();
  }
  await app.ready();
  return {
    app,
    desk,
    routes: routesOf(desk),
    databaseUrl: url,
    pass: (milliseconds: number) => void (offset += milliseconds),
    unfreeze: () => void (frozen = null),
    sweep: () => sweep(desk),
    listen: async () => (await app.listen({ host: '127.0.0.1', port: 0 })).replace(/\/$/, ''),
    close: async () => {
      await app.close();
      await desk.close();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
