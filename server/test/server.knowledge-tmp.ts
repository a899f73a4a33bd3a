import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import { openDesk } from '../src/desk.ts';
import { accessRoutes } from '../src/access/index.ts';
import { knowledgeRoutes, subscribeKnowledge, sweepIngestion } from '../src/knowledge/index.ts';
import { createServer } from '../src/platform/server.ts';
import { readConfig } from '../src/platform/config.ts';
import { cloneDatabase } from './database.ts';
export async function startServer({ working }: { working?: 'jobs' } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-test-'));
  const { db, url, drop } = await cloneDatabase();
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent', SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '1000000' });
  let offset = 0;
  const desk = await openDesk(config, db, { now: () => new Date(Date.now() + offset) });
  const app = createServer(desk);
  await app.register(multipart);
  await app.register(async (s) => { for (const r of [...accessRoutes(desk, { furnish: [] }), ...knowledgeRoutes(desk)]) r.mount(s, desk); });
  if (working) { subscribeKnowledge(desk); desk.jobs.work(); }
  await app.ready();
  return { app, desk, databaseUrl: url, pass: (ms: number) => void (offset += ms), sweep: () => sweepIngestion(desk), close: async () => { await app.close(); await desk.close(); await drop(); } } as any;
}
