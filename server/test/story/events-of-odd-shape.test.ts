import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliverMail, postmarkEvent } from '../providers/mail/inbound.ts';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

// What the vendors' formats allow, although no honest program writes it.
let stage: Stage;
before(async () => {
  stage = await setStage({ autoRespond: false });
});
after(() => stage.close());

const post = (to: string, { raw, headers }: { raw: Buffer; headers: Record<string, string> }) =>
  fetch(to, { method: 'POST', headers, body: new Uint8Array(raw) });

/** A chat with the customer's words, changed as the test says. Returns the message as people see it. */
async function chatArrives(change: (item: any) => void) {
  const created = stage.chatdesk.events.userCreated({ text: 'Where is my invoice?' });
  const body = structuredClone(created.body) as any;
  change(body.data.item);
  const event = stage.chatdesk.events.signed(body);
  assert.equal((await post(stage.hooks.chatdesk, event)).status, 202);
  return conversationOf(stage, event.conversationId, ({ messages }) => assert.ok(messages.length > 0));
}

const odd: [string, (item: any) => void][] = [
  ['a NUL in the name of an attribute', (item) => (item.custom_attributes = { 'plan\u0000': 'team' })],
  ['a year before the calendar', (item) => (item.created_at = -2.2e11)],
  ['an address longer than any', (item) => (item.source.author.email = `${'x'.repeat(300_000)}@customer.test`)],
  ['an own id longer than any', (item) => (item.contacts.contacts[0].external_id = uncompressed(30_000))],
];
for (const [name, change] of odd)
  test(`a chat with ${name} is read`, async () => {
    const { messages } = await chatArrives(change);
    assert.deepEqual([messages[0].kind, messages[0].text], ['customer', 'Where is my invoice?']);
  });

/** A conversation and its colleague's reply, whose part is changed as the test says. Returns the conversation as people see it. */
async function colleagueReplies(change: (part: any) => void) {
  const { conversationId } = stage.chatdesk.events.userCreated({ text: 'Where is my invoice?' });
  const said = { text: 'Here it is.' };
  const opened = changedChat((item) => (item.id = conversationId));
  assert.equal((await post(stage.hooks.chatdesk, opened)).status, 202);
  const body = structuredClone(stage.chatdesk.events.adminReplied(conversationId, said).body) as any;
  change(body.data.item.conversation_parts.conversation_parts[0]);
  assert.equal((await post(stage.hooks.chatdesk, stage.chatdesk.events.signed(body))).status, 202);
  return conversationOf(stage, conversationId, ({ messages }) => assert.equal(messages.at(-1).kind, 'human'));
}

const label = {
  type: 'upload',
  name: 'label.pdf',
  url: 'https://x.test/1',
  content_type: 'application/pdf',
  filesize: 3,
};
for (const [what, change, name] of [
  ['a file', (part: any) => Object.assign(part, { body: null, attachments: [label] }), 'label.pdf'],
  ['a picture', (part: any) => (part.body = '<p><img src="https://x.test/photo.png"></p>'), 'photo.png'],
] as const)
  test(`a colleague who replies in the helpdesk with ${what} alone takes over`, async () => {
    const { messages, status } = await colleagueReplies(change);
    assert.equal(messages.at(-1).text, `(No text, only attachments) ${name}`);
    assert.equal(status, 'pending');
  });

test('a page in place of a ticket’s comments is no ticket without comments', async () => {
  stage.ticketdesk.failNext(
    { kind: 'answer', status: 200, body: 'Back soon' },
    { on: 'GET /api/v2/tickets/:id/comments' },
  );
  const opened = stage.ticketdesk.events.ticketOpened({ subject: 'Lamp', text: 'Where is my lamp?' });
  assert.equal((await post(stage.hooks.ticketdesk, opened)).status, 202);
  const { messages } = await conversationOf(stage, opened.ticketId);
  assert.equal(messages[0].text, 'Where is my lamp?');
});

/** The index compresses what repeats itself. */
const uncompressed = (length: number) =>
  Array.from({ length }, (_, at) => ((at * 7_919) % 1_009).toString(36)).join('');

test('an event whose conversation has an id longer than any is ignored', async () => {
  const event = changedChat((item) => (item.id = uncompressed(12_000)));
  const answer = await post(stage.hooks.chatdesk, event);
  assert.deepEqual([answer.status, await answer.json()], [200, { status: 'ignored' }]);
});

test('a message with an id longer than any is no dead letter', async () => {
  const event = changedChat((item) => (item.source.id = uncompressed(12_000)));
  assert.equal((await post(stage.hooks.chatdesk, event)).status, 202);
  await eventually(async () => {
    const { rows } = await stage.server.desk.db.owner.query('select state from inbound_event order by id desc limit 1');
    assert.notEqual(rows[0]?.['state'], 'queued');
    assert.equal(rows[0]?.['state'], 'done');
  });
});

test('an event that is nested deeper than any is refused', async () => {
  const deep = JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) as unknown;
  const event = changedChat((item) => (item.custom_attributes = { plan: deep }));
  assert.equal((await post(stage.hooks.chatdesk, event)).status, 401);
});

function changedChat(change: (item: any) => void) {
  const body = structuredClone(stage.chatdesk.events.userCreated({ text: 'Hello?' }).body) as any;
  change(body.data.item);
  return stage.chatdesk.events.signed(body);
}

test('a ticket event with a year before the calendar is read', async () => {
  const opened = stage.ticketdesk.events.ticketOpened({ subject: 'Old', text: 'Where is it?', form: 'event' });
  const event = stage.ticketdesk.events.signed({ ...(opened.body as object), time: '-200000-01-01T00:00:00Z' });
  assert.equal((await post(stage.hooks.ticketdesk, event)).status, 202);
  const { messages } = await conversationOf(stage, opened.ticketId);
  assert.equal(messages[0].text, 'Where is it?');
});

test('names and subjects of a megabyte do not make the queue one', async () => {
  const long = 'x'.repeat(400_000);
  const chat = await chatArrives((item) =>
    Object.assign(item.source, { subject: long, author: { ...item.source.author, name: long } }),
  );
  const ticket = stage.ticketdesk.events.ticketOpened({ subject: long, text: 'Hello', customer: { name: long } });
  assert.equal((await post(stage.hooks.ticketdesk, ticket)).status, 202);
  const { forward_to: to } = await stage.world.ada.gets('/api/channels/email/inbound-config');
  const mail = {
    from: `${long} <noor@customer.test>`,
    to,
    subject: long,
    text: 'Hello',
    messageId: '<long@customer.test>',
  };
  const mailed = postmarkEvent(mail, { from: 'noor@customer.test', to }, 'postmark:pass');
  assert.equal((await deliverMail(stage.hooks.email, mailed)).status, 202);
  const { items } = await eventually(async () => {
    const queue = await stage.world.ada.gets('/api/conversations?limit=200');
    const long = queue.items.filter(({ subject }: any) => subject?.startsWith('xxx'));
    assert.deepEqual(long.map(({ channel }: any) => channel).toSorted(), ['chatdesk', 'email', 'ticketdesk']);
    return queue;
  });
  assert.ok(JSON.stringify(items).length < 50_000);
  assert.match(chat.subject, /^x{1000}$/);
});

test('a ticket of a hundred comments of the greatest length is read', async () => {
  const { events, account } = stage.ticketdesk;
  const { ticketId } = events.ticketOpened({ subject: 'Long', text: 'Where is it?' });
  for (let more = 0; more < 98; more++) events.agentCommented(ticketId, { text: 'word '.repeat(13_000) });
  const lastMonth = new Date(Date.now() - 30 * 86_400_000).toISOString();
  for (const comment of account.tickets.get(ticketId)?.comments ?? []) comment.created_at = lastMonth;
  const last = events.customerCommented(ticketId, { text: 'And now?' });
  assert.equal((await post(stage.hooks.ticketdesk, last)).status, 202);
  const { messages } = await conversationOf(stage, ticketId);
  assert.equal(messages[0].text, 'And now?');
});

test('a ticket that is longer than anything we read leaves its gap at once', async () => {
  const opened = stage.ticketdesk.events.ticketOpened({ subject: 'Endless', text: 'word '.repeat(3_000_000) });
  assert.equal((await post(stage.hooks.ticketdesk, opened)).status, 202);
  const { messages } = await conversationOf(stage, opened.ticketId);
  assert.match(messages[0].text, /could not be read here/);
});
