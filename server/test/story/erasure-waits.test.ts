import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { workErasure } from '../../src/support/erasure/erase.actions.ts';
import { eraseCopies } from '../../src/validation/index.ts';
import { withoutJobs } from './erasure-stage.ts';
import { atRest, conversationWith, mailArrives } from './mail-stage.ts';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

// Between the wish and the end of an erasure, and what of other people an erasure leaves alone.
let stage: Stage;
let inbox: string;
before(async () => {
  stage = await setStage();
  inbox = (await stage.world.ada.gets('/api/channels/email/inbound-config')).forward_to;
});
after(() => stage.close());

const query = async (text: string, values: unknown[] = []) =>
  (await stage.server.desk.db.owner.query(text, values)).rows;
const wishes = (customerId: string): Promise<any> =>
  withoutJobs(stage, async () => (await stage.world.ada.calls('DELETE', `/api/customers/${customerId}`)).body);
const works = (erasureId: string) =>
  eventually(async () =>
    assert.equal(
      await workErasure(
        stage.server.desk,
        { organizationId: stage.world.birch.organizationId, erasureId },
        eraseCopies,
      ),
      'done',
    ),
  );
const aSecond = () => new Promise((resolve) => setTimeout(resolve, 1_000));

async function chats(name: string, text: string): Promise<any> {
  const customer = { name, email: `${name.toLowerCase()}@customer.test` };
  const event = stage.chatdesk.events.userCreated({ text, customer });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const conversation = await conversationOf(stage, event.conversationId, atRest);
  return { ...conversation, thread: event.conversationId };
}

test('a person who writes again before the erasure ends gets an answer in a new conversation', async () => {
  const before = await chats('Piet', 'how do I export my invoices?');
  const { id } = await wishes(before.customer.id);
  await aSecond();
  await stage.chatdesk.deliver(
    stage.hooks.chatdesk,
    stage.chatdesk.events.userReplied(before.thread, { text: 'how do I reset my password?' }),
  );
  const check = () =>
    conversationOf(stage, before.thread, (again) => {
      assert.notEqual(again.id, before.id);
      atRest(again);
      assert.deepEqual(
        again.messages.map(({ kind }: any) => kind),
        ['customer', 'ai'],
      );
    });
  await check();
  await works(id);
  await check();
  await stage.world.ada.gets(`/api/conversations/${before.id}`, 404);
});

test('nothing more is said to who is being erased, and a colleague learns it', async () => {
  const { chatdesk, world } = stage;
  const { id: conversationId, customer, thread } = await chats('Ona', 'how do I export my invoices?');
  const said = chatdesk.repliesTo(thread).length;
  // The desk tries again only once the person is being erased.
  const later = { kind: 'answer' as const, status: 503, headers: { 'retry-after': '10' } };
  chatdesk.failNext(later, { on: 'POST /conversations/:id/reply', times: 1 });
  await world.ada.posts(`/api/conversations/${conversationId}/messages`, { kind: 'reply', text: 'Gladly, Ona.' });
  await eventually(async () => {
    const [row] = await query(
      'select attempts, state from outbox where conversation_id = $1 order by id desc limit 1',
      [conversationId],
    );
    assert.deepEqual(row, { attempts: 1, state: 'pending' });
  });
  await wishes(customer.id);
  await world.ada.posts(`/api/conversations/${conversationId}/messages`, { kind: 'reply', text: 'Still there?' }, 404);
  await eventually(async () => {
    const [row] = await query('select state from outbox where conversation_id = $1 order by id desc limit 1', [
      conversationId,
    ]);
    assert.equal(row?.['state'], 'unknown');
  });
  assert.equal(chatdesk.repliesTo(thread).length, said);
  assert.equal((await world.ada.gets(`/api/conversations/${conversationId}`)).owner, 'human');
});

test('an address that somebody only claimed leaves the mail of its owner alone', async () => {
  await mailArrives(stage, { to: inbox, from: 'Bob <bob@customer.test>', text: 'Where is the gnomon of Bob?' });
  await conversationWith(stage, 'gnomon', atRest);
  const mails = () => query(`select message_id from email_message where lower(counterpart) = 'bob@customer.test'`);
  const before = await mails();
  assert.ok(before.length > 0);
  const ticket = stage.ticketdesk.events.ticketOpened({
    subject: 'Invoices',
    text: 'how do I export my invoices?',
    customer: { name: 'Mallory', email: 'bob@customer.test', verified: false },
  });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, ticket);
  const claims = await conversationOf(stage, ticket.ticketId, atRest);
  await works((await wishes(claims.customer.id)).id);
  assert.deepEqual(await mails(), before);
  const [event] = await query(
    `select octet_length(raw) > 0 as kept from inbound_event where channel = 'email' order by id desc limit 1`,
  );
  assert.equal(event?.['kept'], true);
});

test('who wrote into somebody else’s thread is erased from it, and the thread stays whole', async () => {
  const { messageId } = await mailArrives(stage, { to: inbox, text: 'How do I export my invoices?' });
  const answer = await eventually(() => {
    const sent = stage.mail.mails.all.findLast((mail: any) => mail.inReplyTo === messageId);
    assert.ok(sent, 'no answer yet');
    return sent;
  });
  const to = /^Reply-To:\s*<?([^>\s]+)/im.exec(String(answer.raw))?.[1] ?? '';
  await mailArrives(stage, { to, from: 'Carl <carl@customer.test>', text: 'Carl has the sextant.' });
  const shared = await conversationWith(stage, 'sextant', atRest);
  assert.equal(shared.customer.email, 'noor@customer.test');
  const { author } = shared.messages.find(({ text }: any) => text.includes('sextant'));
  const noors = () => query(`select message_id from email_message where lower(counterpart) = 'noor@customer.test'`);
  const before = await noors();
  await works((await wishes(author.id)).id);
  assert.deepEqual(await noors(), before, 'answers still find their place in the thread');
  const after = await stage.world.ada.gets(`/api/conversations/${shared.id}`);
  const said = after.messages.filter(({ kind }: any) => kind !== 'event');
  assert.ok(said.every(({ text }: any) => !text.includes('sextant')));
  assert.equal(after.message_count, after.messages.length);
  assert.equal(after.last_message.text, said.at(-1).text.slice(0, 200));
  assert.equal(after.customer_words, 'How do I export my invoices?');
});

test('what a helpdesk tells about the whole conversation meanwhile is not kept', async () => {
  const { thread, customer } = await chats('Quill', 'how do I export my marmalade invoices?');
  const { id } = await wishes(customer.id);
  await stage.chatdesk.deliver(stage.hooks.chatdesk, stage.chatdesk.events.adminClosed(thread));
  await eventually(async () =>
    assert.deepEqual(await query(`select id from inbound_event where state = 'queued'`), []),
  );
  await works(id);
  const rows = await query(
    `select id from inbound_event where lane_key = $1 and convert_from(raw, 'utf8') like '%marmalade%'`,
    [thread],
  );
  assert.deepEqual(rows, []);
});

test('an identity that is linked while its person is being erased stands alone afterwards', async () => {
  const { customer } = await chats('Rosa', 'how do I export my invoices?');
  const { id } = await wishes(customer.id);
  const late = '0190a1b2-0000-7000-8000-00000000beef';
  await query(
    `insert into customer (organization_id, id, person_id, channel, identity, verified)
     values ($1, $2, $3, 'email', 'rosa@late.test', true)`,
    [stage.world.birch.organizationId, late, customer.id],
  );
  await stage.world.ada.gets(`/api/customers/${late}`, 404);
  await works(id);
  assert.equal((await stage.world.ada.gets(`/api/customers/${late}`)).id, late);
});

test('a person whose first identity was never read is listed by the others', async () => {
  const { customer } = await chats('Tilda', 'how do I export my invoices?');
  const first = '0190a1b2-0000-7000-8000-0000000000aa';
  await query(
    `insert into customer (organization_id, id, person_id, channel, identity, verified) values ($1, $2, $2, 'chatdesk', 'unread:1', false)`,
    [stage.world.birch.organizationId, first],
  );
  await stage.world.ada.posts(`/api/customers/${first}/merge`, { customer_id: customer.id }, 200);
  const { items } = await stage.world.ada.gets('/api/customers?q=tilda');
  assert.deepEqual(
    items.map(({ id }: any) => id),
    [first],
  );
});
