import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listUnsentMail, type UnsentMail } from '../../access/index.ts';
import { eventually } from '../../../test/story/stage.ts';
import { addressOf } from '../../../test/world.ts';
import { path, withReceiver } from '../../../test/webhook-receiver.ts';

const hour = 3_600_000;
const stage = withReceiver();
const { answers, creates, happens, deliveredTo, deliveriesOf, looks, query, settles } = stage;

test('a refused event is sent again with the same id, later and later', async () => {
  answers.set('/one', (response) => response.writeHead(500).end('out of order'));
  const { id } = await creates('/one');
  await happens();
  // On a busy machine the next attempt may already have been made.
  const refused = await eventually(async () => {
    await looks();
    const [newest] = await deliveriesOf(id);
    assert.ok(newest?.state === 'pending' && newest.attempts.length > 0 && newest.next_attempt_at);
    return newest;
  });
  const last = refused.attempts.at(-1);
  assert.deepEqual([last.status, last.response], [500, 'out of order']);
  assert.ok(Date.parse(refused.next_attempt_at) - Date.parse(last.at) >= 4_500);
  assert.ok((await stage.world.ada.gets(`${path}/${id}`)).failing_since);
  answers.delete('/one');
  stage.server.pass(400_000);
  await eventually(async () => {
    await looks();
    assert.equal((await deliveriesOf(id))[0].state, 'delivered');
  });
  stage.server.pass(-400_000);
  assert.ok(stage.received.length >= 2);
  assert.equal(new Set(stage.received.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.equal(new Set(stage.received.map(({ body }) => body)).size, 1);
  await eventually(async () => assert.equal((await stage.world.ada.gets(`${path}/${id}`)).failing_since, null));
});

test('an address that is gone disables its endpoint, which says why and gets nothing more', async () => {
  answers.set('/gone', (response) => response.writeHead(410).end('our secret'));
  const { id } = await creates('/gone');
  await happens();
  const [first] = await deliveredTo('/gone', 1);
  await eventually(async () => {
    const endpoint = await stage.world.ada.gets(`${path}/${id}`);
    assert.deepEqual([endpoint.enabled, endpoint.disabled_reason], [false, 'gone']);
  });
  const { host } = new URL(stage.base);
  const mails = (await listUnsentMail(stage.server.desk)).filter(({ kind }) => kind === 'webhook_disabled');
  const [{ to, content }] = mails as [UnsentMail];
  assert.deepEqual(
    [mails.length, to, content?.subject],
    [1, addressOf('Ada'), `The webhook to ${host} was switched off`],
  );
  assert.match(String(content?.text), new RegExp(`410[^]*/settings/webhooks/${id}\\n$`));
  assert.doesNotMatch(JSON.stringify(content), /our secret/);
  const { items } = await stage.world.ada.gets(`/api/audit-events?subject_id=${id}&limit=1`);
  assert.deepEqual([items[0].action, items[0].actor.type], ['webhook_endpoint.disabled', 'system']);
  await happens();
  answers.clear();
  assert.equal((await stage.world.ada.posts(`${path}/${id}/test`, undefined, 409)).code, 'endpoint_disabled');
  // What happened meanwhile is sent by a replay only.
  await stage.world.ada.patches(`${path}/${id}`, { enabled: true });
  const version = await happens();
  const [, next] = await deliveredTo('/gone', 2);
  assert.equal(JSON.parse(next!.body).data.version, version);
  await stage.world.ada.posts(`${path}/${id}/replay`, { since: JSON.parse(first!.body).at }, 202);
  const all = await deliveredTo('/gone', 5);
  const ids = all.map(({ headers }) => headers['webhook-id']);
  assert.deepEqual([new Set(ids).size, ids.filter((each) => each === ids[0]).length], [3, 2]);
});

test('an address that accepts nothing for three days disables its endpoint, though no event had its last attempt', async () => {
  answers.set('/down', (response) => response.writeHead(500).end());
  const { id } = await creates('/down');
  await happens();
  await settles(id, 'pending', 1);
  stage.server.pass(73 * hour);
  await deliveredTo('/down', 2);
  // Its session has ended by then, so Ada cannot look.
  await eventually(async () => {
    const { rows } = await query('select state from webhook_delivery where endpoint_id = $1', [id]);
    assert.deepEqual(rows, [{ state: 'failed' }]);
  });
  stage.server.pass(-73 * hour);
  const { attempts } = await settles(id, 'failed', 2);
  assert.equal(attempts.at(-1).status, 500);
  const { enabled, disabled_reason: reason } = await stage.world.ada.gets(`${path}/${id}`);
  assert.deepEqual([enabled, reason], [false, 'failing']);
});

test('an event that waits is not forgotten, however old it is', async () => {
  answers.set('/down', (response) => response.writeHead(500).end());
  const { id } = await creates('/down');
  await happens();
  await settles(id, 'pending', 1);
  await query(`update webhook_delivery set created_at = created_at - interval '8 days'`);
  await stage.server.sweep();
  assert.equal((await deliveriesOf(id)).length, 1);
  await query(`update webhook_delivery set state = 'failed'`);
  await stage.server.sweep();
  assert.deepEqual(await deliveriesOf(id), []);
});

test('a failed test or resend says nothing of the events: nothing rests, nothing is disabled', async () => {
  const { id } = await creates('/one');
  const state = async () => {
    const { enabled, failing_since } = await stage.world.ada.gets(`${path}/${id}`);
    return { enabled, isFailing: failing_since !== null };
  };
  await happens();
  const delivery = await settles(id, 'delivered', 1);
  answers.set('/one', (response) => response.writeHead(500).end());
  await stage.world.ada.posts(`${path}/${id}/test`, undefined, 202);
  await settles(id, 'failed', 1);
  assert.deepEqual(await state(), { enabled: true, isFailing: false });
  await query(`update webhook_endpoint set failing_since = now() - interval '90 hours'`);
  await stage.world.ada.posts(`${path}/${id}/test`, undefined, 202);
  await settles(id, 'failed', 1);
  assert.deepEqual(await state(), { enabled: true, isFailing: true });
  await query(
    `update webhook_delivery
     set attempts = (select jsonb_agg(first) from (select attempts -> 0 as first from generate_series(1, 8)) eight)
     where id = $1`,
    [delivery.id],
  );
  const at = `${path}/${id}/deliveries/${delivery.id}`;
  await stage.world.ada.posts(`${at}/retry`, undefined, 202);
  await eventually(async () => {
    const { state: is, attempts } = await stage.world.ada.gets(at);
    assert.deepEqual([is, attempts.length], ['failed', 9]);
  });
  assert.deepEqual(await state(), { enabled: true, isFailing: true });
  answers.clear();
  await stage.world.ada.posts(`${path}/${id}/test`, undefined, 202);
  await settles(id, 'delivered', 1);
  assert.deepEqual(await state(), { enabled: true, isFailing: false });
});
