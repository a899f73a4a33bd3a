import assert from 'node:assert/strict';
import { test } from 'node:test';
import { path, withReceiver } from '../../../test/webhook-receiver.ts';

const day = 24 * 3_600_000;
const settings = '/api/organizations/me/settings';
const stage = withReceiver();
const { answers, creates, happens, deliveredTo, deliveriesOf, query, settles } = stage;

test('a delivery is sent again on request', async () => {
  const { id } = await creates('/one');
  await happens();
  const delivery = await settles(id, 'delivered', 1);
  const at = `${path}/${id}/deliveries/${delivery.id}`;
  assert.equal((await stage.world.ada.posts(`${at}/retry`, undefined, 202)).state, 'pending');
  const [one, other] = await deliveredTo('/one', 2);
  assert.deepEqual([other!.body, other!.headers['webhook-id']], [one!.body, one!.headers['webhook-id']]);
  assert.equal((await settles(id, 'delivered', 2)).id, (await stage.world.ada.gets(at)).id);
});

test('a replay begins at most seven days ago, and not in the future', async () => {
  const { id } = await creates('/one');
  const at = (offset: number) => new Date(stage.server.desk.clock.now().getTime() + offset).toISOString();
  for (const since of [at(60_000), at(-8 * day)])
    assert.equal((await stage.world.ada.posts(`${path}/${id}/replay`, { since }, 422)).errors[0].path, '/since');
});

test('the log is in the order of the events, the newest first', async () => {
  const { id } = await creates('/one');
  for (const turns of [5, 6, 5, 6, 5, 6]) await stage.world.ada.patches(settings, { max_ai_turns: turns });
  await deliveredTo('/one', 6);
  const versions = (await deliveriesOf(id)).map(({ event }) => event.data.version);
  assert.deepEqual(
    versions,
    [...versions].sort((one, other) => other - one),
  );
});

test('the list has the last response of each delivery, and a delivery all of them', async () => {
  let count = 0;
  answers.set('/one', (response) => response.writeHead(200).end(`answer ${(count += 1)}`));
  const { id } = await creates('/one');
  await happens();
  const delivery = await settles(id, 'delivered', 1);
  const at = `${path}/${id}/deliveries/${delivery.id}`;
  await stage.world.ada.posts(`${at}/retry`, undefined, 202);
  const listed = await settles(id, 'delivered', 2);
  const responses = ({ attempts }: any) => attempts.map((each: any) => each.response);
  assert.deepEqual(responses(listed), [null, 'answer 2']);
  assert.deepEqual(responses(await stage.world.ada.gets(at)), ['answer 1', 'answer 2']);
});

test('while an attempt is under way, none is to come', async () => {
  answers.set('/silent', () => {});
  const { id } = await creates('/silent');
  await happens();
  await deliveredTo('/silent', 1);
  const [{ state, next_attempt_at, attempts }] = (await deliveriesOf(id)) as [any];
  assert.deepEqual({ state, next_attempt_at, attempts }, { state: 'pending', next_attempt_at: null, attempts: [] });
});

test('what is kept for replays has no presence', async () => {
  await creates('/one');
  await happens();
  await deliveredTo('/one', 1);
  await query(
    `insert into live_event (organization_id, type, subject, data, at, position)
     select $1, type, 'old ' || type, '{}', now() - interval '2 days', nextval('live_event_place')
     from unnest(array['presence.updated', 'settings.updated']) type`,
    [stage.world.birch.organizationId],
  );
  // The newest of all stays in any case.
  await happens();
  await deliveredTo('/one', 3);
  stage.server.pass(11 * 60_000);
  await stage.server.sweep();
  stage.server.pass(-11 * 60_000);
  const { rows } = await query(`select type from live_event where subject like 'old %'`);
  assert.deepEqual(rows, [{ type: 'settings.updated' }]);
});
