import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as plain } from 'node:http';
import { createServer as encrypted } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { after, before, test } from 'node:test';
import { selfSigned } from '../../../test/providers/self-signed.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { createWorld, type World } from '../../../test/world.ts';

let server: TestServer;
let world: World;
before(async () => {
  server = await startServer({ environment: { EGRESS_ALLOW: '127.0.0.1' } });
  world = await createWorld(server);
});
after(() => server.close());

let asked = 0;
const answers = (_request: unknown, response: { end: (text: string) => void }) => {
  asked += 1;
  response.end('{}');
};
const services: [name: string, start: () => Server][] = [
  ['a certificate that nobody has vouched for', () => encrypted(selfSigned('127.0.0.1'), answers)],
  ['no encryption where https is asked for', () => plain(answers)],
];

for (const [name, start] of services) {
  test(`${name}: the check says so, and no credentials are sent`, async () => {
    const service = start().listen(0, '127.0.0.1');
    await once(service, 'listening');
    try {
      const connector = await world.wim.posts('/api/connectors', {
        name,
        kind: 'http',
        base_url: `https://127.0.0.1:${(service.address() as AddressInfo).port}`,
        auth: { kind: 'bearer' },
        credentials: { token: 'shop-token-canary-1' },
      });
      const { ok, checks } = await world.wim.posts(`/api/connectors/${connector.id}/validate`, {}, 200);
      assert.equal(ok, false);
      const failed = checks.filter((check: any) => !check.ok && check.reason !== 'not_tried');
      assert.deepEqual(
        failed.map(({ id, reason }: any) => [id, reason]),
        [['tls', 'tls_failed']],
      );
      assert.match(failed[0].detail, /TLS/);
      assert.match(failed[0].remedy, /operator of the service/);
      assert.equal(asked, 0, 'nothing was asked over a connection that nobody vouches for');
    } finally {
      service.close();
    }
  });
}
