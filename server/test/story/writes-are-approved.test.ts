import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connectShop } from '../providers/shop/connected.ts';
import { anOrder, startShop, type Shop } from '../providers/shop/shop.ts';
import { conversationOf, setStage, type Stage } from './stage.ts';

// docs/connectors.md: in live traffic a write runs only after a person has seen and approved it.
let stage: Stage;
let shop: Shop;
let connected: Awaited<ReturnType<typeof connectShop>>;
let cancel: { id: string };
before(async () => {
  [shop, stage] = await Promise.all([startShop(), setStage()]);
  connected = await connectShop(stage.world.wim, shop);
  cancel = await stage.world.wim.posts(`${connected.path}/templates`, {
    name: 'cancel',
    description: 'Cancels the order.',
    method: 'POST',
    path: '/orders/{number}/cancel',
    body: { for: '{email}', because: '{reason}' },
    inputs: [
      { name: 'number', type: 'string', source: 'message' },
      { name: 'email', type: 'string', source: 'customer.email' },
      { name: 'reason', type: 'string', required: false, source: 'conversation', value: 'channel' },
    ],
    output: { number: '/order/number', state: '/order/state' },
    owner_match: '/order/customer/email',
    effect: 'write',
  });
});
after(async () => {
  await stage.close();
  await shop.close();
});

const asksToCancel = () => shop.calls.all.filter(({ path }) => path.endsWith('/cancel'));

async function conversation(text: string, isVerified = true): Promise<{ path: string; id: string }> {
  const customer = { email: 'robin@customer.test', name: 'Robin', verified: isVerified };
  const event = stage.ticketdesk.events.ticketOpened({ subject: 'Cancel', text, customer });
  assert.equal((await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event)).status, 202);
  const { id } = await conversationOf(stage, event.ticketId, (each) => assert.ok(each.last_decision));
  return { id, path: `/api/conversations/${id}/actions` };
}

test('a person sees the request with the inputs of the verified customer, approves it, and it runs once', async () => {
  shop.add(anOrder('48213'));
  const { max, ada } = stage.world;
  const { id, path } = await conversation('Please cancel my order 48213.');
  const { items } = await max.gets(path);
  const [action] = items;
  assert.deepEqual([items.length, action.name, action.connector.name, action.blocked], [1, 'cancel', 'Shop', null]);
  assert.deepEqual(
    action.inputs.map(({ name, value, fixed }: any) => [name, value, fixed]),
    [
      ['number', '48213', false],
      ['email', 'robin@customer.test', true],
      ['reason', 'ticketdesk', false],
    ],
  );
  const wish = { template_id: cancel.id, inputs: { reason: 'asked for it' } };
  const shown = await max.posts(path, { ...wish, mode: 'dry_run' }, 200);
  assert.deepEqual([shown.ok, shown.request.method, shown.message_id], [true, 'POST', null]);
  assert.equal(new URL(shown.request.url).pathname, '/orders/48213/cancel');
  assert.deepEqual(shown.request.body, { for: 'robin@customer.test', because: 'asked for it' });
  assert.equal(shown.request.headers.authorization, '****');
  assert.equal(asksToCancel().length, 0);

  const approval = { approval: shown.approval, mode: 'live' };
  // Refused without the shown approval: other inputs, another person, no approval at all.
  for (const [who, more] of [
    [max, { ...wish, ...approval, inputs: { reason: 'something else' } }],
    [ada, { ...wish, ...approval }],
    [max, { ...wish, mode: 'live' }],
    [max, { ...wish, mode: 'live', approval: 'a.b.c' }],
  ] as const) {
    const refused = await who.calls('POST', path, more);
    assert.deepEqual([refused.status, refused.body.code], [409, 'approval_required'], refused.text);
  }
  assert.equal(asksToCancel().length, 0);

  const both = await Promise.all([1, 2].map(() => max.calls('POST', path, { ...wish, ...approval })));
  const [done, second] = both[0]?.status === 200 ? both : both.toReversed();
  assert.deepEqual([done?.status, second?.status, second?.body.code], [200, 409, 'already_done'], done?.text);
  assert.deepEqual([done?.body.ok, done?.body.output], [true, { number: '48213', state: 'cancelled' }]);
  assert.equal(asksToCancel().length, 1);
  assert.equal(shop.order('48213')?.state, 'cancelled');

  const { messages } = await max.gets(`/api/conversations/${id}`);
  const note = messages.find((message: any) => message.id === done?.body.message_id);
  assert.deepEqual([note.kind, note.author.name], ['note', 'Max']);
  assert.match(note.text, /“cancel” in Shop[\s\S]*state: cancelled/);
  const log = (await stage.world.wim.gets(`${connected.path}/calls`)).items.find(
    (each: any) => each.purpose === 'action',
  );
  assert.deepEqual([log.conversation_id, log.approved_by.name, log.status], [id, 'Max', 200]);
  assert.equal(JSON.stringify(log).includes('robin@'), false);
});

test('nobody can enter the owner, and data of another customer is not shown', async () => {
  shop.add(anOrder('50001', { customer: { email: 'somebody@else.test', id: 'c-2' } }));
  const { max } = stage.world;
  const { path } = await conversation('Please cancel my order 50001.');
  const entered = { template_id: cancel.id, mode: 'dry_run', inputs: { email: 'somebody@else.test' } };
  assert.equal((await max.calls('POST', path, entered)).status, 422);
  const shown = await max.posts(path, { template_id: cancel.id, mode: 'dry_run' }, 200);
  const done = await max.posts(path, { template_id: cancel.id, mode: 'live', approval: shown.approval }, 200);
  assert.deepEqual([done.ok, done.output, done.error.code], [false, null, 'not_owner']);
});

test('no account action runs for an unverified customer, and a read is not an action', async () => {
  shop.add(anOrder('48214'));
  const { max } = stage.world;
  const { path } = await conversation('Please cancel my order 48214.', false);
  const before = asksToCancel().length;
  assert.equal((await max.gets(path)).items[0].blocked.code, 'verification_required');
  const refused = await max.calls('POST', path, { template_id: cancel.id, mode: 'dry_run' });
  assert.deepEqual([refused.status, refused.body.code], [409, 'verification_required']);
  await max.posts(path, { template_id: connected.template.id, mode: 'dry_run' }, 422);
  assert.equal(asksToCancel().length, before);
});

test('a failing shop is reported in the thread, with advice for the next attempt', async () => {
  shop.add(anOrder('48215'));
  const { max, mallory } = stage.world;
  const { id, path } = await conversation('Please cancel my order 48215.');
  const shown = await max.posts(path, { template_id: cancel.id, mode: 'dry_run' }, 200);
  shop.failNext({ kind: 'answer', status: 500 }, { on: 'POST /orders/:number/cancel' });
  const failed = await max.posts(path, { template_id: cancel.id, mode: 'live', approval: shown.approval }, 200);
  assert.deepEqual([failed.ok, failed.error.code], [false, 'server_error']);
  assert.match(failed.error.remedy, /may have been carried out/);
  const { messages } = await max.gets(`/api/conversations/${id}`);
  assert.match(messages.find((message: any) => message.id === failed.message_id).text, /but it failed/);
  await mallory.gets(path, 404);
  await mallory.posts(path, { template_id: cancel.id, mode: 'dry_run' }, 404);
  const missing = await max.posts(path, { template_id: cancel.id, mode: 'dry_run', inputs: { number: null } }, 200);
  assert.deepEqual([missing.ok, missing.error.code], [false, 'missing_input']);
});

test('an API key cannot approve, because it is no person', async () => {
  const { ada } = stage.world;
  const { path } = await conversation('Please cancel my order 48216.');
  const { key } = await ada.posts('/api/api-keys', { name: 'robot', role: 'member' });
  const refused = await ada.calls(
    'POST',
    path,
    { template_id: cancel.id, mode: 'dry_run' },
    { authorization: `Bearer ${key}` },
  );
  assert.deepEqual([refused.status, refused.body.code], [403, 'person_required'], refused.text);
});
