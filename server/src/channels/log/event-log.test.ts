import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTicketdesk, type Ticketdesk } from '../../../test/providers/ticketdesk/ticketdesk.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { newId } from '../../platform/process/ids.ts';
import { unscoped } from '../../platform/database/transaction.ts';

let server: TestServer;
let world: World;
let ticketdesk: Ticketdesk;

before(async () => {
  ticketdesk = await startTicketdesk();
  server = await startServer({ environment: { TICKETDESK_BASE_URL: ticketdesk.url, EGRESS_ALLOW: '127.0.0.1' } });
  world = await createWorld(server);
  const secret = { secret: ticketdesk.account.signingSecret };
  await world.wim.posts('/api/integrations/ticketdesk/webhook-secret', secret, 200);
});

after(async () => {
  await server.close();
  await ticketdesk.close();
});

const log = '/api/channels/ticketdesk/events';
const post = (headers: Record<string, string>, organizationId: string = world.birch.organizationId) =>
  server.app.inject({
    method: 'POST',
    url: `/webhooks/ticketdesk/${organizationId}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: '{}',
  });
const signed = (at: Date) => ({
  'x-zendesk-webhook-signature': `${'A'.repeat(43)}=`,
  'x-zendesk-webhook-signature-timestamp': at.toISOString(),
});

test('refused calls are counted by reason, one entry an hour, for the organization in the address alone', async () => {
  assert.deepEqual((await world.wim.gets(log)).items, []);
  const now = server.desk.clock.now();
  const stale = signed(new Date(now.getTime() - 86_400_000));
  for (const headers of [{}, {}, stale, signed(now)]) assert.equal((await post(headers)).statusCode, 401);
  assert.equal((await post({}, newId())).statusCode, 401, 'nobody here');
  const { items } = await world.wim.gets(log);
  const counts = items.map(({ kind, state, reason, count }: any) => [kind, state, reason, count]);
  assert.deepEqual(counts.toSorted(), [
    ['calls', 'refused', 'stale', 1],
    ['calls', 'refused', 'unsigned', 2],
    ['calls', 'refused', 'wrong_signature', 1],
  ]);
  await post({});
  const later = (await world.wim.gets(log)).items;
  assert.equal(later.find(({ reason }: any) => reason === 'unsigned').count, 3, 'the same entry goes on');
  assert.equal(later.length, 3);
  assert.deepEqual((await world.mallory.gets(log)).items, []);
  assert.equal((await world.max.calls('GET', log)).status, 403);
  const first = await world.wim.gets(`${log}?limit=2`);
  const second = await world.wim.gets(`${log}?limit=2&cursor=${first.next_cursor}`);
  const ids = [...first.items, ...second.items].map(({ id }: any) => id);
  assert.deepEqual([new Set(ids).size, second.next_cursor], [3, null]);
});

test('a stored mail is in the log of its channel with its state', async () => {
  const { organizationId } = world.birch;
  await server.desk.db.owner.query(
    `insert into inbound_event (organization_id, channel, provider_event_id, lane_key, raw, raw_sha256, headers, facts, state, last_error)
     values ($1, 'email', 'kept', 'lane', '', '', '{}', '{}', 'parked', 'unreadable')`,
    [organizationId],
  );
  const [entry] = (await world.wim.gets('/api/channels/email/events')).items;
  assert.deepEqual([entry.kind, entry.state, entry.reason, entry.count], ['mail', 'dead', 'unreadable', 1]);
  assert.equal(entry.ignored_because, undefined);
  const [letter] = (await world.wim.gets('/api/dead-letters')).items;
  assert.equal(letter.id, entry.id, 'the same thing in both lists');
});

test('an accepted event without effect has its explanation in a separate field', async () => {
  await server.desk.db.owner.query(
    `insert into inbound_event (organization_id, channel, provider_event_id, lane_key, raw, raw_sha256, headers, facts, state, reason)
     values ($1, 'ticketdesk', 'private', 'lane', '', '', '{}', '{}', 'done', 'ignored: a private comment')`,
    [world.birch.organizationId],
  );
  const { items } = await world.wim.gets(log);
  const { state, reason, ignored_because } = items.find(({ kind }: any) => kind === 'event');
  assert.deepEqual([state, reason, ignored_because], ['accepted', 'ignored: a private comment', 'a private comment']);
});

test('unroutable mail is listed for the domain’s owner only', async () => {
  const { organizationId } = world.birch;
  await server.desk.db.owner.query(
    `insert into verified_email_domain (domain, organization_id, verified_at) values ('birch.test', $1, now())`,
    [organizationId],
  );
  const mail = Buffer.from(
    'From: noor@customer.test\r\nTo: help@birch.test\r\nMessage-ID: <1@customer.test>\r\n\r\nHello',
  );
  const [id, foreign] = [newId(), newId()];
  const row = { reason: 'unknown_recipient', media_type: 'message/rfc822' as const, raw: mail };
  const envelope = { envelope_to: 'Help@Birch.test,x@cedar.test', envelope_from: 'noor@customer.test' };
  await unscoped(server.desk.db, (tx) =>
    tx
      .insertInto('unroutable_mail')
      .values([
        { id, event_id: 'mid:1@customer.test', ...row, ...envelope },
        { id: foreign, event_id: 'mid:2', ...row, ...envelope, signed_by: world.cedar.organizationId },
      ])
      .execute(),
  );
  const list = '/api/channels/email/unroutable';
  const { items } = await world.wim.gets(list);
  assert.deepEqual(
    items.map((each: any) => [each.id, each.to]),
    [[id, ['help@birch.test']]],
    'what another organization has signed is not for us',
  );
  assert.deepEqual((await world.mallory.gets(list)).items, []);
  assert.equal((await world.mallory.calls('POST', `${list}/${id}/deliver`)).status, 404);
  assert.equal((await world.wim.calls('POST', `${list}/${foreign}/deliver`)).status, 404);
  assert.equal((await world.wim.calls('POST', `${list}/${id}/deliver`)).status, 204);
  assert.deepEqual((await world.wim.gets(list)).items, []);
  const events = (await world.wim.gets('/api/channels/email/events')).items;
  assert.ok(events.some(({ state }: any) => state === 'accepted'));
});
