import { accessRoutes } from './index.ts';
import { settingsRoutes } from '../settings/index.ts';
import { destinationExists, openInternalQueue } from '../routing/index.ts';
import { openDesk } from '../desk.ts';
import { readConfig } from '../platform/config.ts';
import { createServer } from '../platform/server.ts';
import type { TestServer } from '../../test/server.ts';
import { cloneDatabase } from '../../test/database.ts';

export async function startServer({ environment = {} }: { environment?: Record<string, string> } = {}): Promise<TestServer> {
  let offset = 0;
  const start = Date.now();
  const { db, drop } = await cloneDatabase();
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent', SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), EMAIL_INBOUND_SECRET: 'whsec_dGVzdA==', DATA_DIR: '/tmp/desk-access', ...environment });
  const desk = await openDesk(config, db, { now: () => new Date(start + offset) });
  const app = createServer(desk);
  const all = [...accessRoutes(desk, { furnish: [openInternalQueue] }), ...settingsRoutes(desk, { destinationExists })];
  for (const each of all) each.mount(app, desk);
  await app.ready();
  return { desk, app, pass: (ms: number) => void (offset += ms), close: async () => { await app.close(); await desk.close(); await drop(); } } as unknown as TestServer;
}
