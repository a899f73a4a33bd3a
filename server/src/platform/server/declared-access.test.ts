import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../app.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import type { Route } from './route.ts';

let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.close());

const planted = (mount: (app: FastifyInstance) => void): Route[] => {
  const [first, ...others] = server.routes;
  assert.ok(first);
  const both: Route['mount'] = (app, desk) => {
    first.mount(app, desk);
    mount(app);
  };
  return [{ ...first, mount: both }, ...others];
};

test('a route without declared access stops the start with its name', async () => {
  const routes = planted((app) => app.get('/api/back-door', async () => 'open'));
  await assert.rejects(createApp(server.desk, routes), /: GET \/api\/back-door has no access\.$/);
});

test('so does a route in a plugin, one with another access than declared, and a declared one that is missing', async () => {
  const nested = planted((app) => void app.register(async (scope) => scope.delete('/api/hidden', async () => 'gone')));
  await assert.rejects(createApp(server.desk, nested), /DELETE \/api\/hidden has no access/);

  const looser = planted((app) => app.get('/api/loose', { config: { access: 'member' } }, async () => 'x'));
  await assert.rejects(createApp(server.desk, looser), /GET \/api\/loose has the access member/);

  const missing = server.routes.map((route, index) => (index === 0 ? { ...route, mount: () => {} } : route));
  await assert.rejects(createApp(server.desk, missing), /does not exist/);
});
