import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connectShop, orderRule } from '../../../test/providers/shop/connected.ts';
import { anOrder, startShop, type Shop } from '../../../test/providers/shop/shop.ts';
import { conversationOf, setStage, type Stage } from '../../../test/story/stage.ts';

let stage: Stage;
let shop: Shop;
let connected: Awaited<ReturnType<typeof connectShop>>;
before(async () => {
  shop = await startShop();
  stage = await setStage();
  const { wim } = stage.world;
  for (const number of ['48213', '48214', '48215']) shop.add(anOrder(number));
  connected = await connectShop(wim, shop);
  await wim.patches(`${connected.path}/templates/${connected.template.id}`, { cache_seconds: 3_600 });
  await wim.posts('/api/routing/rules', orderRule(connected.template.id));
});
after(async () => {
  await stage.close();
  await shop.close();
});

const at = '/api/knowledge/validation/outcome/simulate';
const playground = '/api/knowledge/validation/playground/conversations';
const customer = { email: 'robin@customer.test', name: 'Robin', verified: true };
const asked = () => shop.calls.all.filter(({ path }) => path.startsWith('/orders')).length;
const mocked = (number: string, state: string) => ({ order: { order: anOrder(number, { state }) } });

async function wordsToCustomer(number: string): Promise<string> {
  const event = stage.ticketdesk.events.ticketOpened({ subject: 'Order', text: `Where is order ${number}?`, customer });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
  const { messages }: any = await conversationOf(stage, event.ticketId, (each) => assert.ok(each.last_decision));
  return messages.at(-1).text;
}

test('a mocked lookup result never reaches a customer, however long results are cached', async () => {
  const rehearsed = await stage.world.wim.posts(
    at,
    { message: 'Where is order 48213?', customer, mocks: mocked('48213', 'eaten by a whale') },
    200,
  );
  assert.match(rehearsed.words, /eaten by a whale/);
  assert.match(await wordsToCustomer('48213'), /order 48213 is on its way/);
});

test('a rehearsal does not see lookup results of a customer', async () => {
  assert.match(await wordsToCustomer('48214'), /is on its way/);
  const message = 'Where is order 48214?';
  const other = await stage.world.wim.posts(at, { message, customer, mocks: mocked('48214', 'packed') }, 200);
  assert.match(other.words, /is packed/);
  const none = await stage.world.wim.posts(at, { message, customer }, 200);
  assert.deepEqual([none.reason, none.lookups[0].code], ['connector_failure', 'not_serving']);
});

test('an admin may let a rehearsal read from the service, which the call log records; a member may not', async () => {
  const { wim, max } = stage.world;
  const message = 'Where is order 48215?';
  const body = { message, customer, lookups: 'live' };
  const before = asked();
  const refused = await max.calls('POST', at, body);
  assert.deepEqual([refused.status, refused.body.required_role], [403, 'workspace_admin']);
  assert.equal(asked(), before);
  const read = await wim.posts(at, body, 200);
  assert.match(read.words, /order 48215 is on its way/);
  assert.equal(asked(), before + 1);
  const [call] = (await wim.gets(`${connected.path}/calls`)).items;
  assert.deepEqual([call.purpose, call.template.name, call.decision_id], ['test', 'order', null]);
  const mixed = await wim.posts(at, { ...body, mocks: mocked('48215', 'packed') }, 200);
  assert.match(mixed.words, /is packed/, 'a mock goes before');
  await wim.posts(at, body, 200);
  assert.equal(asked(), before + 2, 'nothing was kept');
});

test('the playground can read live, too, message by message', async () => {
  const { wim, max } = stage.world;
  const { id } = await max.posts(playground, { context: { customer } });
  const path = `${playground}/${id}/messages`;
  await max.posts(path, { text: 'Where is order 48215?', lookups: 'live' }, 403);
  const { reply } = await wim.posts(path, { text: 'Where is order 48215?', lookups: 'live' });
  assert.match(reply.text, /is on its way/);
  const { decision } = await max.posts(path, { text: 'And order 48214, please, where is that one?' });
  assert.equal(decision.reason, 'connector_failure');
  const supposed = await max.posts(path, { text: 'When does order 48213 arrive?', mocks: mocked('48213', 'lost') });
  assert.match(supposed.reply.text, /is lost/);
});

test('failed live reads do not disable the connector for customers', async () => {
  const { wim } = stage.world;
  for (let failures = 0; failures < 6; failures++) {
    shop.failNext({ kind: 'answer', status: 503 });
    const { lookups } = await wim.posts(at, { message: 'Where is order 48215?', customer, lookups: 'live' }, 200);
    assert.equal(lookups[0].code, 'server_error');
  }
  assert.equal((await wim.gets(connected.path)).status, 'active');
  assert.match(await wordsToCustomer('48215'), /is on its way/);
});
