import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { signWebhook } from '../../platform/secrets/standard-webhooks.ts';
import { path, withReceiver, type Received } from '../../../test/webhook-receiver.ts';

const stage = withReceiver();
const { answers, creates, happens, deliveredTo, looks, query, settles } = stage;

test('an event is sent to the endpoints that want it, signed, with ids and versions only', async () => {
  const { id, secret } = await creates('/one');
  await creates('/other', { events: ['document.updated'] });
  const version = await happens();
  const [request] = await deliveredTo('/one', 1);
  const event = JSON.parse(request!.body);
  assert.deepEqual([event.type, event.data.version], ['settings.updated', version]);
  const { 'webhook-id': eventId = '', 'webhook-timestamp': timestamp = '', ...headers } = request!.headers;
  assert.equal(event.id, eventId);
  const of = { id: String(eventId), timestamp: String(timestamp) };
  assert.equal(headers['webhook-signature'], signWebhook(request!.body, of, secret));
  const delivery = await settles(id, 'delivered', 1);
  assert.deepEqual(delivery.event, event);
  assert.deepEqual([delivery.attempts[0].status, delivery.attempts[0].outcome], [204, 'accepted']);
  assert.deepEqual(
    stage.received.filter((each) => each.path === '/other'),
    [],
  );
});

const outcomes: [string, (response: ServerResponse) => void, string][] = [
  ['/moved', (response) => response.writeHead(307, { location: '/one' }).end(), 'redirected'],
  ['/cut', (response) => response.destroy(), 'unreachable'],
];
for (const [at, answer, outcome] of outcomes)
  test(`${at} is ${outcome}, and nothing else is asked`, async () => {
    answers.set(at, answer);
    const { id } = await creates(at);
    await stage.world.ada.posts(`${path}/${id}/test`, undefined, 202);
    const delivery = await settles(id, 'failed', 1);
    assert.equal(delivery.attempts[0].outcome, outcome);
    assert.deepEqual(
      stage.received.map((each) => each.path),
      [at],
    );
  });

test('an address that is private by now is refused, and nothing is sent to it', async () => {
  const { id } = await creates('/one');
  await query(`update webhook_endpoint set url = 'https://10.0.0.1/hook'`);
  await stage.world.ada.posts(`${path}/${id}/test`, undefined, 202);
  const delivery = await settles(id, 'failed', 1);
  assert.deepEqual([delivery.attempts[0].outcome, delivery.attempts[0].status], ['blocked', null]);
});

test('of an answer 4 KiB are kept, and no secret', async () => {
  let secret = '';
  answers.set('/long', (response) => response.writeHead(200).end(`${secret}\0${'ä'.repeat(5_000)}`));
  const made = await creates('/long');
  ({ secret } = made);
  await stage.world.ada.posts(`${path}/${made.id}/test`, undefined, 202);
  const { attempts } = await settles(made.id, 'delivered', 1);
  assert.ok(Buffer.byteLength(attempts[0].response) <= 4_096);
  assert.ok(attempts[0].response.includes('ää') && !attempts[0].response.includes(secret.slice(6)));
});

test('an endpoint that does not answer holds up no other', async () => {
  answers.set('/silent', () => {});
  await creates('/silent');
  await creates('/one');
  await happens();
  await deliveredTo('/one', 1);
  await deliveredTo('/silent', 1);
});

test('what a process took and never sent is sent by another', async () => {
  const { id } = await creates('/one');
  await query(
    `insert into webhook_delivery
       (organization_id, id, endpoint_id, event_id, payload, cause, state, next_attempt_at, leased_until, created_at)
     values ($1, gen_random_uuid(), $2, '1', '{}', 'event', 'pending', now(), $3, now())`,
    [stage.world.birch.organizationId, id, new Date(stage.server.desk.clock.now().getTime() + 60_000)],
  );
  await looks();
  assert.deepEqual(stage.received, []);
  stage.server.pass(61_000);
  await deliveredTo('/one', 1);
});

test('the code of the documentation accepts what we sign, and nothing else', async () => {
  const text = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8');
  const code = /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  const { isAuthentic } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const { secret } = await creates('/one');
  await happens();
  const [{ headers, body }] = (await deliveredTo('/one', 1)) as [Received];
  assert.equal(isAuthentic(headers, body, secret), true);
  assert.equal(isAuthentic(headers, `${body} `, secret), false);
  assert.equal(isAuthentic({ ...headers, 'webhook-timestamp': '1' }, body, secret), false);
  assert.equal(isAuthentic(headers, body, `whsec_${Buffer.alloc(32).toString('base64')}`), false);
});

test('a slow address occupies one slot; what a person asks for is sent beside', async () => {
  answers.set('/silent', () => {});
  const { id } = await creates('/silent');
  await creates('/one');
  for (const events of [1, 2, 3]) {
    await happens();
    await deliveredTo('/one', events);
  }
  await deliveredTo('/silent', 1);
  await stage.world.ada.posts(`${path}/${id}/test`, undefined, 202);
  const [, test] = await deliveredTo('/silent', 2);
  assert.equal(JSON.parse(test!.body).type, 'webhook.test');
});

test('what happens now is sent before what is replayed, of which a thousand wait at most', async () => {
  answers.set('/one', () => {});
  const { id } = await creates('/one');
  const earlier = await happens();
  await deliveredTo('/one', 1);
  // As if the process had died, with a replay before it.
  await query(`update webhook_endpoint set serving_until = null`);
  await query(
    `insert into webhook_delivery (organization_id, id, endpoint_id, event_id, payload, cause, state, next_attempt_at, created_at)
     select $1, gen_random_uuid(), $2, '1', '{}', 'replay', 'pending', now() - interval '1 hour', now() from generate_series(1, 1000)`,
    [stage.world.birch.organizationId, id],
  );
  const since = new Date(stage.server.desk.clock.now().getTime() - 3_600_000).toISOString();
  const { version } = await stage.world.ada.patches('/api/organizations/me/settings', { max_ai_turns: 8 });
  await stage.world.ada.posts(`${path}/${id}/replay`, { since }, 202);
  const all = await deliveredTo('/one', 11);
  const versions = all.map(({ body }) => JSON.parse(body).data?.version);
  assert.deepEqual([versions[0], versions.filter((each) => each === version).length], [earlier, 1]);
  assert.equal((await stage.world.ada.gets(`${path}/${id}`)).replaying, true);
});
