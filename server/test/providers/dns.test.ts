import assert from 'node:assert/strict';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { startDns, type DnsZone } from './dns.ts';

let zone: DnsZone;
let resolver: Resolver;
before(async () => {
  zone = await startDns({ 'shop.test': { MX: [{ exchange: 'mx.shop.test', priority: 10 }], TXT: ['v=spf1 -all'] } });
  resolver = new Resolver({ tries: 1, timeout: 10_000 });
  resolver.setServers([zone.server]);
});
after(() => zone.close());

test('TXT and MX are answered from the table, for names in any case', async () => {
  assert.deepEqual(await resolver.resolveTxt('Shop.TEST'), [['v=spf1 -all']]);
  const [mx] = await resolver.resolveMx('shop.test');
  assert.deepEqual([mx?.exchange, mx?.priority], ['mx.shop.test', 10]);
});

test('a long text comes in several strings of one record', async () => {
  zone.set('long.shop.test', { TXT: ['x'.repeat(300), ['two', 'pieces']] });
  const answered = await resolver.resolveTxt('long.shop.test');
  assert.deepEqual(
    answered.map((strings) => strings.map((one) => one.length)).toSorted((a, b) => (b[0] ?? 0) - (a[0] ?? 0)),
    [
      [255, 45],
      [3, 6],
    ],
  );
});

test('an alias leads to the records of its target', async () => {
  zone.set('alias.shop.test', { CNAME: 'shop.test' });
  assert.deepEqual(await resolver.resolveCname('alias.shop.test'), ['shop.test']);
  assert.deepEqual(await resolver.resolveTxt('alias.shop.test'), [['v=spf1 -all']]);
});

test('an unknown name, a missing record and a failing server get three different answers', async () => {
  zone.set('bare.shop.test', {});
  await assert.rejects(resolver.resolveTxt('none.shop.test'), { code: 'ENOTFOUND' });
  await assert.rejects(resolver.resolveTxt('bare.shop.test'), { code: 'ENODATA' });
  zone.failNext();
  await assert.rejects(resolver.resolveTxt('shop.test'), { code: 'ESERVFAIL' });
});

test('a server starts even if other connections use the port that it chose', async () => {
  const taken = await Promise.all(
    Array.from({ length: 3_000 }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  // One in nine or ten ports is taken, so some of forty servers choose a taken one.
  for (let each = 0; each < 40; each += 1) await (await startDns()).close();
  for (const server of taken) server.close();
});
