import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connectShop, orderRule } from '../providers/shop/connected.ts';
import { anOrder, startShop } from '../providers/shop/shop.ts';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

// Each metric that docs/operating.md tells operators to watch rises above zero.
let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

async function metric(name: string): Promise<number> {
  const answer = await stage.server.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const line = answer.body.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length + 1));
}

/** Runs the work, and waits until the counter has risen. */
async function rises(name: string, work: () => Promise<unknown>): Promise<void> {
  const before = await metric(name);
  await work();
  await eventually(async () => assert.ok((await metric(name)) > before, `${name} stays at ${before}`));
}

const query = (text: string, values: unknown[] = []) => stage.server.desk.db.owner.query(text, values);
const asks = () => stage.chatdesk.events.userCreated({ text: 'how do I export my invoices?' });
const post = async ({ raw, headers }: ReturnType<typeof asks>) =>
  (await fetch(stage.hooks.chatdesk, { method: 'POST', headers, body: raw })).status;
const requests = (outcome: string) => `desk_inbound_requests_total{channel="chatdesk",outcome="${outcome}"}`;

test('inbound requests are counted by channel and outcome, including refused signatures', async () => {
  const event = asks();
  await rises(requests('accepted'), async () => assert.equal(await post(event), 202));
  await rises(requests('duplicate'), async () => assert.equal(await post(event), 200));
  const forged = { ...asks(), headers: { ...event.headers, 'x-hub-signature': `sha1=${'0'.repeat(40)}` } };
  await rises(requests('refused'), async () => assert.equal(await post(forged), 401));
});

test('stored events are counted by outcome', async () => {
  const events = (outcome: string) => `desk_inbound_events_total{channel="ticketdesk",outcome="${outcome}"}`;
  const opens = (text: string) =>
    stage.ticketdesk.deliver(stage.hooks.ticketdesk, stage.ticketdesk.events.ticketOpened({ subject: text, text }));
  const fails = (status: number) =>
    stage.ticketdesk.failNext({ kind: 'answer', status, body: {} }, { on: 'GET /api/v2/tickets/:id' });
  await rises(events('done'), () => opens('how do I export my invoices?'));
  fails(403);
  await rises(events('park'), () => opens('Where is my order?'));
  fails(500);
  await rises(events('wait'), () => opens('How can I reset my password?'));
});

test('deliveries are counted by channel, kind and result', async () => {
  const deliveries = (state: string) => `desk_deliveries_total{channel="chatdesk",kind="reply",state="${state}"}`;
  await rises(deliveries('sent'), () => post(asks()));
  stage.chatdesk.failNext({ kind: 'answer', status: 422, body: {} }, { on: 'POST /conversations/:id/reply' });
  await rises(deliveries('dead'), () => post(asks()));
});

test('a customer who waits without a turn is counted, and so is the repair', async () => {
  const event = asks();
  await post(event);
  const { id } = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.messages.at(-1).delivery?.status, 'sent'),
  );
  assert.equal(await metric('desk_overdue_conversations{need="lost"}'), 0);
  await query(
    `update conversation set status = 'open', waiting_since = clock_timestamp() - interval '1 minute', ai_state = 'idle',
      turn_due_at = null, turn_deadline_at = null, turn_lease = null, turn_lease_until = null where id = $1`,
    [id],
  );
  assert.equal(await metric('desk_overdue_conversations{need="lost"}'), 1);
  await rises('desk_repairs_total{need="lost"}', () => stage.server.sweep());
  assert.equal(await metric('desk_overdue_conversations{need="lost"}'), 0, 'it is repaired');
});

test('the age of due work and the number of due lanes are reported', async () => {
  await query(
    `insert into lane (organization_id, channel, lane_key, pending, ready_at)
     values ($1, 'chatdesk', 'left', true, clock_timestamp() - interval '90 seconds')`,
    [stage.world.birch.organizationId],
  );
  assert.ok((await metric('desk_queue_age_seconds{queue="events"}')) >= 90);
  assert.ok((await metric('desk_lanes_due')) >= 1);
  await query(`delete from lane where lane_key = 'left'`);
  await query(
    `update outbox set state = 'pending', next_at = clock_timestamp() - interval '90 seconds'
     where id = (select id from outbox where state = 'dead' limit 1)`,
  );
  assert.ok((await metric('desk_queue_age_seconds{queue="deliveries"}')) >= 90);
});

test('a connector with an open breaker is counted, until it works again', async (t) => {
  assert.equal(await metric('desk_breakers_open'), 0);
  const shop = await startShop();
  t.after(() => shop.close());
  shop.add(anOrder('48213'));
  const { template, path } = await connectShop(stage.world.wim, shop);
  await stage.world.wim.posts('/api/routing/rules', orderRule(template.id));
  const customer = { email: 'robin@customer.test', name: 'Robin', verified: true };
  const asksOfOrder = async () => {
    const event = stage.ticketdesk.events.ticketOpened({ subject: 'Order', text: 'Where is order 48213?', customer });
    await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
    await conversationOf(stage, event.ticketId, (each) =>
      assert.equal(each.last_decision?.lookups[0]?.status, 'failed'),
    );
  };
  shop.failNext({ kind: 'answer', status: 503 }, { times: 5 });
  for (let question = 0; question < 5; question++) await asksOfOrder();
  assert.equal(await metric('desk_breakers_open'), 1);
  assert.equal((await stage.world.wim.posts(`${path}/validate`, {}, 200)).ok, true);
  assert.equal(await metric('desk_breakers_open'), 0);
});

test('a vendor with an open breaker is counted', async () => {
  assert.equal(await metric('desk_breakers_open'), 0);
  // Fail every route: a successful answer in between would show that the host works.
  stage.chatdesk.failNext({ kind: 'answer', status: 503, body: {} }, { times: 100 });
  for (let customer = 0; customer < 6; customer++) assert.equal(await post(asks()), 202);
  await eventually(async () => assert.equal(await metric('desk_breakers_open'), 1));
});
