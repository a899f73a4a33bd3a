import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { orderTemplate } from '../providers/shop/connected.ts';
import { anOrder, startShop, type Shop } from '../providers/shop/shop.ts';
import { openHome, passSeconds, type Home } from './home.ts';
import { freePort, killAll, startDesk, type DeskProcess } from './process.ts';

// docs/connectors.md: if a process dies during a rotation, the former or the new credentials stay valid, never none.
const delay = 250;

let home: Home;
let shop: Shop;
let port: number;
let desk: DeskProcess;
let token: string;
let path: string;
let template: string;
before(async () => {
  [home, shop, port] = await Promise.all([openHome(), startShop(), freePort()]);
  shop.add(anOrder('48213'));
  await starts();
  const person = { email: 'ada@example.test', password: 'a long enough passphrase 7' };
  ({ access_token: token } = (await call('POST', '/api/auth/register', person)).body);
  const connector = {
    name: 'Shop',
    base_url: shop.url,
    auth: { kind: 'bearer' },
    credentials: { token: shop.keys.token },
  };
  path = `/api/connectors/${(await call('POST', '/api/connectors', connector)).body.id}`;
  template = (await call('POST', `${path}/templates`, orderTemplate)).body.id;
  assert.equal((await call('POST', `${path}/validate`, {})).body.ok, true);
});
after(async () => {
  await killAll();
  await shop.close();
  await home.remove();
});

async function starts(): Promise<void> {
  const environment = {
    ...home.environment,
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    EMBEDDINGS: 'off',
    EGRESS_ALLOW: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '100000',
  };
  desk = startDesk({ environment, port });
  await desk.ready;
}

async function call(method: string, route: string, body?: object): Promise<{ status: number; body: any }> {
  const response = await fetch(desk.url + route, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: await response.json() };
}

const asksLive = async () =>
  (await call('POST', `${path}/templates/${template}/test`, { mode: 'live' })).body as { ok: boolean; error: unknown };

/** Starts `work`, kills the process after `requests` more requests to the shop, and starts it again. */
async function killsAfter(requests: number, work: () => Promise<unknown>): Promise<void> {
  const end = shop.calls.all.length + requests;
  const working = work().catch(() => null);
  if (requests === 0) await sleep(delay / 2);
  const deadline = performance.now() + 30_000;
  while (shop.calls.all.length < end) {
    assert.ok(performance.now() < deadline, 'the shop was not asked');
    await sleep(2);
  }
  await desk.kill();
  await working;
  await passSeconds(home, 600);
  await starts();
}

const fingerprint = async (): Promise<string> => (await call('GET', path)).body.credentials.fingerprint;

// Kill before the first request is answered, between the three requests, and while the result is written.
for (const requests of [0, 1, 2, 3])
  test(`after a kill at ${requests} answers of a rotation, the former or the new credentials work`, async () => {
    const former = await fingerprint();
    const next = `next-canary-${requests}`;
    shop.accept(next);
    shop.clearFaults();
    const rotates = () =>
      call('POST', `${path}/rotate-credentials`, { credentials: { token: next }, mode: 'immediate' });
    shop.failNext({ kind: 'delay', milliseconds: delay }, { times: 3 });
    await killsAfter(requests, rotates);
    shop.clearFaults();
    const left = await call('GET', path);
    assert.equal(left.status, 200);
    assert.equal(left.body.status, 'active');
    const { ok, error } = await asksLive();
    assert.deepEqual([ok, error], [true, null]);
    // The unfinished rotation does not block a new one.
    const again = await rotates();
    assert.equal(again.status, 200, JSON.stringify(again.body));
    assert.equal(again.body.rotation.state, 'completed');
    assert.notEqual(again.body.credentials.fingerprint, former);
    assert.equal((await asksLive()).ok, true);
  });

test('after a kill during the fallback, the former credentials work after the next request at the latest', async () => {
  const former = await fingerprint();
  shop.accept('staged-canary');
  const wish = { credentials: { token: 'staged-canary' }, mode: 'staged', grace_seconds: 3600 };
  assert.equal((await call('POST', `${path}/rotate-credentials`, wish)).body.rotation.state, 'grace');
  shop.revoke('staged-canary');
  // The shop refuses the first request; it answers the second, with the former credentials, after the process is dead.
  await killsAfter(2, asksLive);
  assert.equal((await asksLive()).ok, true);
  const now = (await call('GET', path)).body;
  assert.deepEqual([now.status, now.rotation.state], ['active', 'fell_back']);
  assert.equal(now.credentials.fingerprint, former);
});
