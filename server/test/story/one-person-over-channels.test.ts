import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSigner } from '../providers/mail/dkim.ts';
import { mailArrives } from './mail-stage.ts';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

// Who writes is one person over channels: by a proven address, or because somebody says so.
let stage: Stage;
let inbox: string;
const signer = startSigner('customer.test');

before(async () => {
  stage = await setStage({ autoRespond: false });
  stage.dns.set(signer.name, signer.record);
  inbox = (await stage.world.ada.gets('/api/channels/email/inbound-config')).forward_to;
});
after(() => stage.close());

async function chats(customer: { name?: string; email?: string | null }, text = 'Hello there') {
  const event = stage.chatdesk.events.userCreated({ text, customer });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  return conversationOf(stage, event.conversationId);
}
async function mails(from: string, isProven: boolean) {
  await mailArrives(stage, { from, to: inbox, ...(isProven ? { raw: signer.sign } : {}) });
  return eventually(async () => {
    const { items } = await stage.world.ada.gets('/api/conversations?channel=email');
    const found = items.find(({ customer }: any) => from.includes(customer.email));
    assert.ok(found);
    return found;
  });
}
const found = async (q: string): Promise<any[]> => (await stage.world.max.gets(`/api/customers?q=${q}`)).items;

test('a proven address links channels, an unproven one does not, and neither changes what a message proves', async () => {
  const { max } = stage.world;
  const chat = await chats({ name: 'Noor', email: 'noor@customer.test' });
  const forged = await mails('Noor <noor@customer.test>', false);
  assert.equal(forged.customer.verified, false);
  assert.equal((await found('noor')).length, 2, 'an unproven address is somebody else');
  await mails('Noor <noor@customer.test>', true);
  const [noor, ...others] = await eventually(async () => {
    const people = await found('noor');
    assert.equal(people.length, 1);
    return people;
  });
  assert.deepEqual(others, []);
  assert.deepEqual([noor.identities.length, noor.open_conversations], [2, noor.conversations]);
  const byOther = await max.gets(`/api/customers/${forged.customer.id}`);
  assert.equal(byOther.id, noor.id, 'the id of any identity names the person');
  const { items } = await max.gets(`/api/conversations?customer_id=${chat.customer.id}`);
  assert.equal(items.length, noor.conversations, 'the queue shows the conversations of all identities');
  assert.equal((await max.gets(`/api/conversations/${forged.id}`)).customer.verified, false);
  assert.deepEqual(await found('noor%20nobody'), []);
});

test('what people write about a person stays, whatever the channel says later', async () => {
  const { max } = stage.world;
  const { customer, channel_reference: thread } = await chats({ name: 'Piet', email: 'piet@customer.test' });
  const path = `/api/customers/${customer.id}`;
  const before = await max.gets(path);
  const edited = await max.patches(path, { name: ' Piet de Vries ', attributes: { plan: 'gold', seats: 3 } });
  assert.deepEqual(
    [edited.name, edited.attributes, edited.version],
    ['Piet de Vries', { plan: 'gold', seats: 3 }, before.version + 1],
  );
  const stale = await max.calls('PATCH', path, { name: 'P' }, { 'if-match': `"${before.version}"` });
  assert.equal(stale.status, 412, stale.text);
  await stage.chatdesk.deliver(
    stage.hooks.chatdesk,
    stage.chatdesk.events.userReplied(thread, { text: 'And another thing' }),
  );
  const later = await conversationOf(stage, thread, ({ messages }) => assert.equal(messages.length, 2));
  assert.deepEqual([later.customer.name, later.customer.attributes], ['Piet de Vries', { plan: 'gold', seats: 3 }]);
  const cleared = await max.patches(path, { name: null, attributes: { plan: null } });
  assert.deepEqual([cleared.name, cleared.attributes], [null, { seats: 3 }]);
  await stage.chatdesk.deliver(
    stage.hooks.chatdesk,
    stage.chatdesk.events.userReplied(thread, { text: 'A third thing' }),
  );
  await conversationOf(stage, thread, (each) => assert.equal(each.customer.name, 'Piet'));
  for (const body of [{ name: '' }, { attributes: { plan: ['gold'] } }, { email: 'x@y.test' }])
    await max.patches(path, body, 422);
});

test('a merge joins two persons by hand, and gives no trust', async () => {
  const { max, mallory } = stage.world;
  const one = await chats({ name: 'Ona Berg', email: 'ona@customer.test' });
  const other = await mails('Ona <ona@elsewhere.test>', false);
  const path = `/api/customers/${one.customer.id}/merge`;
  await max.patches(`/api/customers/${other.customer.id}`, { attributes: { plan: 'gold' } });
  await mallory.posts(path, { customer_id: other.customer.id }, 404);
  const strangers = await max.calls('POST', path, { customer_id: crypto.randomUUID() });
  assert.deepEqual([strangers.status, strangers.body.errors[0].path], [422, '/customer_id']);
  const person = await max.posts(path, { customer_id: other.customer.id }, 200);
  assert.deepEqual(
    [person.id, person.identities.length, person.conversations, person.attributes.plan],
    [one.customer.id, 2, 2, 'gold'],
  );
  assert.equal((await max.gets(`/api/customers/${other.customer.id}`)).id, person.id);
  await max.posts(path, { customer_id: other.customer.id }, 422);
  await mails('Ona <ona@elsewhere.test>', false);
  assert.equal((await max.gets(`/api/conversations/${other.id}`)).customer.verified, false);
  assert.equal((await found('ona')).length, 1, 'and stays joined when both write again');
  const { items } = await stage.world.ada.gets('/api/audit-events?action=customer.merged');
  assert.deepEqual(items[0].changes, { merged_customer_id: { from: null, to: other.customer.id } });
});

test('the list has pages, newest first, of this organization alone', async () => {
  const { max, mallory } = stage.world;
  const all = (await max.gets('/api/customers')).items.map(({ id }: any) => id);
  const seen: string[] = [];
  for (let cursor = ''; ;) {
    const page = await max.gets(`/api/customers?limit=1${cursor}`);
    seen.push(...page.items.map(({ id }: any) => id));
    if (page.next_cursor === null) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  assert.deepEqual(seen, all);
  assert.deepEqual(all, all.toSorted().toReversed());
  assert.deepEqual((await mallory.gets('/api/customers')).items, []);
  await mallory.gets(`/api/customers/${all[0]}`, 404);
});
