import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as plain } from 'node:http';
import { createServer as encrypted } from 'node:https';
import { createServer as listener } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { after, before, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSigned } from '../../../test/providers/self-signed.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { createWorld, type World } from '../../../test/world.ts';

// Trusted, so that only their host or their date is wrong.
const elsewhere = selfSigned('shop.example');
const old = selfSigned('127.0.0.1', '210101000000Z');
const usual = getCACertificates('default');

let server: TestServer;
let world: World;
before(async () => {
  setDefaultCACertificates([...usual, elsewhere.cert, old.cert]);
  server = await startServer({ environment: { EGRESS_ALLOW: '127.0.0.1' } });
  world = await createWorld(server);
});
after(async () => {
  setDefaultCACertificates(usual);
  await server.close();
});

let asked = 0;
const answers = (_request: unknown, response: { end: (text: string) => void }) => {
  asked += 1;
  response.end('{}');
};
const services: [name: string, start: () => Server, reason: string, remedy: RegExp][] = [
  [
    'an untrusted certificate',
    () => encrypted(selfSigned('127.0.0.1'), answers),
    'certificate_untrusted',
    /public authority/,
  ],
  [
    'a certificate for another host',
    () => encrypted(elsewhere, answers),
    'certificate_of_another_host',
    /the host name that the certificate is for/,
  ],
  ['a certificate that has expired', () => encrypted(old, answers), 'certificate_expired', /renew/],
  ['a plain HTTP server at an https URL', () => plain(answers), 'tls_failed', /port of the base URL/],
];

for (const [name, start, reason, remedy] of services) {
  test(`${name}: the check reports it, and no credentials are sent`, async () => {
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
        failed.map((check: any) => [check.id, check.reason]),
        [['tls', reason]],
      );
      assert.match(failed[0].remedy, remedy);
      assert.equal(asked, 0, 'nothing was asked over a connection that nobody vouches for');
    } finally {
      service.close();
    }
  });
}

test('without a response, the check reports nothing about the certificate', async () => {
  const silent = listener().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  try {
    const { id } = await world.wim.posts('/api/connectors', {
      name: 'Silent',
      base_url: `https://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      timeout_ms: 500,
    });
    const { checks } = await world.wim.posts(`/api/connectors/${id}/validate`, {}, 200);
    const found = checks.map((check: any) => [check.id, check.reason]);
    assert.deepEqual(found.slice(0, 3), [
      ['dns', 'resolved'],
      ['tls', 'no_response'],
      ['reachability', 'timeout'],
    ]);
  } finally {
    silent.close();
  }
});
