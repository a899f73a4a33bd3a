import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startChatdesk, type Chatdesk } from '../../test/providers/chatdesk/chatdesk.ts';
import { startTicketdesk, type Ticketdesk } from '../../test/providers/ticketdesk/ticketdesk.ts';
import { startServer, type TestServer } from '../../test/server.ts';
import { registers, type Caller } from '../../test/world.ts';
import type { OutgoingNote, OutgoingReply } from './port/channel.logic.ts';
import { send } from './index.ts';

let server: TestServer;
let ada: Caller;
let chatdesk: Chatdesk;
let ticketdesk: Ticketdesk;

before(async () => {
  chatdesk = await startChatdesk();
  ticketdesk = await startTicketdesk();
  server = await startServer({
    environment: { CHATDESK_API_URL: chatdesk.url, TICKETDESK_BASE_URL: ticketdesk.url, EGRESS_ALLOW: '127.0.0.1' },
  });
  ada = await registers(server, 'Ada', 'Birch');
});
after(async () => {
  await server.close();
  await Promise.all([chatdesk.close(), ticketdesk.close()]);
});
beforeEach(async () => {
  chatdesk.reset();
  ticketdesk.reset();
  const { clientSecret } = chatdesk.workspace;
  await ada.puts('/api/integrations/chatdesk/app', { client_secret: clientSecret, access_token: chatdesk.accessToken });
  await ada.puts('/api/integrations/ticketdesk/app', { access_token: ticketdesk.accessToken, subdomain: 'birch' });
});

let keys = 0;
const words = (thread: string | number, more: Partial<OutgoingReply> = {}): OutgoingReply => ({
  kind: 'reply',
  channel: 'chatdesk',
  thread: String(thread),
  key: `reply:${++keys}`,
  attempt: 1,
  firstAttemptAt: new Date(),
  text: 'Open *Billing* and choose “Download”.\n\nAnything else?',
  html: null,
  subject: null,
  customer: null,
  author: 'ai',
  status: 'pending',
  tags: [],
  ...more,
});
const note = (thread: string | number, more: Partial<OutgoingNote> = {}): OutgoingNote => ({
  kind: 'note',
  channel: 'chatdesk',
  thread: String(thread),
  key: `note:${++keys}`,
  attempt: 1,
  firstAttemptAt: new Date(),
  text: 'The customer asks for a refund.',
  assignment: null,
  status: 'open',
  tags: [],
  ...more,
});
const sends = (outgoing: OutgoingReply | OutgoingNote) => send(server.desk, ada, outgoing);
const chat = () => chatdesk.events.userCreated({ text: 'Where is my invoice?' }).conversationId;
const ticket = () => ticketdesk.events.ticketOpened({ subject: 'Invoice', text: 'Where is it?' }).ticketId;

test('a chatdesk reply is sent from our seat and identified by its part', async () => {
  const thread = chat();
  const delivered = await sends(words(thread));
  const [reply] = chatdesk.repliesTo(thread);
  assert.deepEqual(delivered, { kind: 'sent', providerMessageId: reply?.id });
  assert.match(reply?.body ?? '', /^<p>Open \*Billing\* and choose “Download”\.<\/p><p>Anything else\?<\/p>$/);
  const call = chatdesk.calls.all.find((each) => each.path.endsWith('/reply'));
  assert.equal(call?.headers['intercom-version'], '2.14');
});

test('a table is sent to a chat as lines, and keeps its columns in a ticket', async () => {
  const table = {
    text: 'Gas boiler: yes\nHeat pump: no',
    html: '<table><tr><td>Gas boiler</td><td>yes</td></tr></table>',
  };
  const thread = chat();
  await sends(words(thread, table));
  assert.equal(chatdesk.repliesTo(thread)[0]?.body, '<p>Gas boiler: yes<br>Heat pump: no</p>');
  const id = ticket();
  await sends(words(id, { ...table, channel: 'ticketdesk' }));
  assert.match(JSON.stringify(ticketdesk.repliesTo(id)[0]), /<table>/);
});

test('a lost response does not send the reply to the customer twice', async () => {
  const thread = chat();
  chatdesk.failNext({ kind: 'drop-answer' }, { on: 'POST /conversations/:id/reply' });
  const first = words(thread);
  const delivered = await sends(first);
  assert.equal(delivered.kind, 'sent', 'our words are found at the vendor');
  assert.equal((await sends({ ...first, attempt: 2 })).kind, 'sent');
  assert.equal(chatdesk.repliesTo(thread).length, 1);
});

test('a response that is nested deeper than any is not read, and the reply is looked up', async () => {
  const thread = chat();
  const body = { conversation_parts: { conversation_parts: [{ id: 'forged' }] }, more: nested(2_000) };
  chatdesk.failNext({ kind: 'act-then-answer', status: 200, body }, { on: 'POST /conversations/:id/reply' });
  const delivered = await sends(words(thread));
  assert.deepEqual(delivered, { kind: 'sent', providerMessageId: chatdesk.repliesTo(thread)[0]?.id });
});

const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown;

for (const [channel, route] of [
  ['chatdesk', 'GET /conversations/:id'],
  ['ticketdesk', 'GET /api/v2/tickets/:id/comments'],
] as const)
  test(`a page in place of the ${channel} conversation is no proof that our message is missing`, async () => {
    const vendor = channel === 'chatdesk' ? chatdesk : ticketdesk;
    const reply = words(channel === 'chatdesk' ? chat() : ticket(), { channel });
    assert.equal((await sends(reply)).kind, 'sent');
    vendor.failNext({ kind: 'answer', status: 200, body: 'Back soon' }, { on: route });
    assert.equal((await sends({ ...reply, attempt: 2 })).kind, 'retry');
    assert.equal((await sends({ ...reply, attempt: 3 })).kind, 'sent');
    const sent = channel === 'chatdesk' ? chatdesk.repliesTo(reply.thread) : ticketdesk.repliesTo(Number(reply.thread));
    assert.equal(sent.length, 1);
  });

test('a second attempt looks for the message, and sends it only if it is missing', async () => {
  const thread = chat();
  chatdesk.failNext({ kind: 'answer', status: 500 }, { on: 'POST /conversations/:id/reply' });
  const reply = words(thread);
  assert.equal((await sends(reply)).kind, 'retry');
  chatdesk.failNext({ kind: 'answer', status: 500 }, { on: 'GET /conversations/:id' });
  assert.equal((await sends({ ...reply, attempt: 2 })).kind, 'retry', 'it could not look, so it says nothing');
  assert.equal(chatdesk.repliesTo(thread).length, 0);
  assert.equal((await sends({ ...reply, attempt: 3 })).kind, 'sent');
  assert.equal(chatdesk.repliesTo(thread).length, 1);
});

test('a chatdesk note is sent to colleagues, with the assignment', async () => {
  const thread = chat();
  const assignment = { kind: 'chatdesk_team' as const, target: '5200001' };
  chatdesk.failNext({ kind: 'answer', status: 503 }, { on: 'POST /conversations/:id/parts' });
  const handing = note(thread, { assignment });
  assert.equal((await sends(handing)).kind, 'retry');
  assert.equal((await sends({ ...handing, attempt: 2 })).kind, 'sent');
  assert.equal(chatdesk.notesOn(thread).length, 1, 'the note is not repeated with the assignment');
  assert.equal(chatdesk.conversation(thread).teamAssigneeId, 5200001);
});

test('a chatdesk note arrives although its assignment is refused, and the result says so', async () => {
  const thread = chat();
  const delivered = await sends(note(thread, { assignment: { kind: 'chatdesk_team', target: '404404' } }));
  const [written] = chatdesk.notesOn(thread);
  const unassigned = 'The helpdesk answered HTTP 404.';
  assert.deepEqual(delivered, { kind: 'sent', providerMessageId: written?.id, unassigned });
});

test('the vendor’s Retry-After is respected', async () => {
  chatdesk.failNext(
    { kind: 'answer', status: 429, headers: { 'retry-after': '17' } },
    { on: 'POST /conversations/:id/reply' },
  );
  assert.deepEqual(await sends(words(chat())), { kind: 'retry', afterMilliseconds: 17_000, why: 'HTTP 429' });
});

test('a reply to an unknown conversation is refused permanently', async () => {
  const delivered = await sends(words('404404'));
  assert.ok(delivered.kind === 'refused' && delivered.code === 'thread_not_found');
});

test('a ticketdesk reply is one PUT with text, tags and status, and removes no tag', async () => {
  const id = ticket();
  ticketdesk.ticket(id).tags = ['vip'];
  const delivered = await sends(words(id, { channel: 'ticketdesk', tags: ['ai_handled'] }));
  const [reply] = ticketdesk.repliesTo(id);
  assert.deepEqual(delivered, { kind: 'sent', providerMessageId: String(reply?.id) });
  assert.equal(ticketdesk.ticket(id).status, 'pending');
  assert.deepEqual(ticketdesk.ticket(id).tags, ['vip', 'ai_handled']);
  assert.equal(ticketdesk.calls.all.filter((call) => call.method === 'PUT').length, 1);
});

test('a ticket that changed meanwhile is read again, once', async () => {
  const id = ticket();
  ticketdesk.failNext(
    { kind: 'answer', status: 409, body: { error: 'UpdateConflict' } },
    { on: 'PUT /api/v2/tickets/:id' },
  );
  assert.equal((await sends(words(id, { channel: 'ticketdesk', tags: ['x'] }))).kind, 'sent');
  assert.equal(ticketdesk.repliesTo(id).length, 1);
});

test('a ticketdesk comment whose response was lost is recognised by our mark', async () => {
  const id = ticket();
  ticketdesk.failNext({ kind: 'drop-answer' }, { on: 'PUT /api/v2/tickets/:id' });
  const reply = words(id, { channel: 'ticketdesk' });
  assert.equal((await sends(reply)).kind, 'sent');
  assert.equal((await sends({ ...reply, attempt: 2 })).kind, 'sent');
  assert.equal(ticketdesk.repliesTo(id).length, 1);
});

test('a ticketdesk note is private and assigns the group', async () => {
  const id = ticket();
  const assignment = { kind: 'ticketdesk_group' as const, target: '36000001' };
  assert.equal((await sends(note(id, { channel: 'ticketdesk', assignment }))).kind, 'sent');
  assert.deepEqual([ticketdesk.notesOn(id).length, ticketdesk.repliesTo(id).length], [1, 0]);
  assert.equal(ticketdesk.ticket(id).groupId, 36000001);
});

test('a closed ticket accepts no more comments', async () => {
  const id = ticket();
  ticketdesk.ticket(id).status = 'closed';
  const delivered = await sends(words(id, { channel: 'ticketdesk' }));
  assert.ok(delivered.kind === 'refused' && delivered.code === 'thread_closed');
});

test('a refused token stops the channel after one call, whatever else waits to be sent', async () => {
  const [first, second] = [chat(), chat()];
  chatdesk.calls.clear();
  chatdesk.failNext({ kind: 'answer', status: 401 }, { on: 'POST /conversations/:id/reply' });
  assert.deepEqual(await sends(words(first)), { kind: 'needs_reauth' });
  assert.deepEqual(await sends(words(second)), { kind: 'needs_reauth' });
  assert.deepEqual(await sends(note(second)), { kind: 'needs_reauth' });
  assert.equal(chatdesk.calls.all.length, 1);
  assert.equal((await ada.gets('/api/integrations/chatdesk/status')).status, 'needs_reauth');
});

test('a message without a connection or a possible channel is refused with the reason', async () => {
  const mallory = await registers(server, 'Mallory', 'Cedar');
  assert.deepEqual(await send(server.desk, mallory, words('1')).then(codeOf), 'not_connected');
  assert.deepEqual(await sends(note('t', { channel: 'email' })).then(codeOf), 'not_supported');
  const mail = words('t', { channel: 'email', customer: { email: 'noor@customer.test', name: null } });
  assert.deepEqual(await sends(mail).then(codeOf), 'smtp_not_configured');
  assert.deepEqual(await sends({ ...mail, customer: null }).then(codeOf), 'no_recipient');
});

test('a webhook destination is notified under a stable id, and never at a private address', async () => {
  const base = {
    channel: 'email' as const,
    thread: 't',
    key: 'handover:1',
    attempt: 1,
    firstAttemptAt: new Date(),
    payload: { note: 'x' },
  };
  const outcome = await send(server.desk, ada, { kind: 'notify_webhook', url: `${chatdesk.url}/nowhere`, ...base });
  assert.equal(codeOf(outcome), 'rejected');
  assert.equal(chatdesk.calls.all.at(-1)?.headers['webhook-id'], 'handover:1');
  const inside = await send(server.desk, ada, { kind: 'notify_webhook', url: 'https://10.0.0.1/', ...base });
  assert.equal(codeOf(inside), 'blocked_address');
});

test('an organization cannot call the addresses that the configuration names for models and files', async (t) => {
  const own = await startServer({
    environment: { EMBEDDINGS: 'provider', AI_EMBEDDING_MODEL: 'm', AI_BASE_URL: `${chatdesk.url}/v1` },
  });
  t.after(() => own.close());
  const owner = await registers(own, 'Eve', 'Elm');
  const before = chatdesk.calls.all.length;
  const outcome = await send(own.desk, owner, {
    kind: 'notify_webhook',
    channel: 'email',
    thread: 't',
    key: 'handover:2',
    attempt: 1,
    firstAttemptAt: new Date(),
    payload: {},
    url: `${chatdesk.url}/v1/embeddings`,
  });
  assert.equal(codeOf(outcome), 'blocked_address');
  assert.equal(chatdesk.calls.all.length, before);
});

const codeOf = (delivered: Awaited<ReturnType<typeof send>>) =>
  delivered.kind === 'refused' ? delivered.code : delivered.kind;
