import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliver } from '../providers/webhook-delivery.ts';
import type { SignedEvent } from '../providers/webhook-delivery.ts';
import { times } from './chance.ts';
import { speak, type Channel } from './deliverers.ts';
import { conversationOf, conversations, eventually, hookOf, setScene, type Scene } from './scene.ts';

// docs/promises.md P2: each event takes effect once, no matter how often and on how many connections it arrives.
const connections = times('PROMISES_CONNECTIONS', 20, 200);
const question = 'How do I reset my password? I cannot sign in.';

let scene: Scene;
before(async () => {
  scene = await setScene();
});
after(() => scene?.close());

for (const channel of ['chatdesk', 'ticketdesk', 'email'] as const) {
  test(`the same ${channel} event on ${connections} connections at once is accepted once and becomes one message`, async () => {
    const { thread, signed } = speak(scene, channel, { thread: '', text: question, mark: 'twenty' });
    const answers = await Promise.all(Array.from({ length: connections }, () => post(channel, signed)));
    assert.deepEqual(tally(answers), { '200 duplicate': connections - 1, '202 accepted': 1 });
    const [only, ...more] = (await answered(channel, thread)).messages.filter((each: any) => each.kind === 'customer');
    assert.ok(only);
    assert.equal(more.length, 0);
    assert.equal(repliesIn(channel, thread), 1);
  });
}

test('the same words under a second topic, trigger and webhook id stay one message', async () => {
  const chat = speak(scene, 'chatdesk', { thread: '', text: question, mark: '' });
  await post('chatdesk', chat.signed);
  await answered('chatdesk', chat.thread);
  const reply = scene.chatdesk.events.userReplied(chat.thread, { text: 'And how can I export all my invoices?' });
  const ticket = speak(scene, 'ticketdesk', { thread: '', text: question, mark: '' });
  const mail = speak(scene, 'email', { thread: '', text: question, mark: 'again' });
  const again = [
    await post('chatdesk', reply),
    await post('chatdesk', scene.chatdesk.events.again(reply, 'conversation.user.created')),
    await post('chatdesk', scene.chatdesk.events.again(reply, 'conversation.admin.replied')),
    await post('ticketdesk', ticket.signed),
    await post('ticketdesk', scene.ticketdesk.events.again(ticket.signed as never)),
    await post('email', mail.signed),
    await post(
      'email',
      speak(scene, 'email', { thread: '', text: 'How can I export all my invoices?', mark: 'later' }).signed,
    ),
  ];
  assert.ok(
    again.every((answer) => answer.startsWith('2')),
    again.join(),
  );
  await answered('email', 'later@customer.test');
  await eventually(() => assert.equal(repliesIn('chatdesk', chat.thread), 2));
  await eventually(() => assert.equal(repliesIn('ticketdesk', ticket.thread), 1));
  assert.deepEqual(await customerWords('chatdesk', chat.thread), 2);
  assert.deepEqual(await customerWords('ticketdesk', ticket.thread), 1);
});

test('another body under a known id is acknowledged, and the first one stays', async () => {
  const first = scene.chatdesk.events.userCreated({ text: question });
  const second = scene.chatdesk.events.signed({ ...(first.body as object), data: altered(first.body) });
  assert.equal(await post('chatdesk', first), '202 accepted');
  assert.equal(await post('chatdesk', second), '200 duplicate');
  const conversation = await answered('chatdesk', first.conversationId);
  assert.equal(await customerWords('chatdesk', first.conversationId), 1);
  assert.match(conversation.messages[0].text, /reset my password/);
});

test('a replay after the answer changes nothing', async () => {
  const { thread, signed } = speak(scene, 'chatdesk', { thread: '', text: question, mark: '' });
  await post('chatdesk', signed);
  const before = await answered('chatdesk', thread);
  assert.equal(await post('chatdesk', signed), '200 duplicate');
  // Once a later event of the same lane is processed, the replay is processed too.
  await post('chatdesk', scene.chatdesk.events.userReplied(thread, { text: 'Thanks, that solved it!' }));
  const after = await eventually(async () => {
    const conversation = await conversationOf(scene, thread);
    assert.equal(conversation.status, 'resolved');
    return conversation;
  });
  assert.equal(after.messages.length, before.messages.length + 1);
  assert.equal(repliesIn('chatdesk', thread), 1);
});

async function post(channel: Channel, event: SignedEvent): Promise<string> {
  const habits = { timeoutMilliseconds: 15_000, maxAttempts: 1, retries: () => false, pauseMilliseconds: () => 0 };
  const { attempts, status } = await deliver(hookOf(scene, channel, scene.desk.url), event, habits);
  const answer = attempts[0]?.answer ?? '';
  return `${status} ${answer.startsWith('{') ? JSON.parse(answer).status : answer}`;
}

const tally = (answers: string[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, (answer) => answer)).map(([answer, of]) => [answer, of?.length]),
  );

/** The conversation, once its last message is our reply and has been sent. */
const answered = (channel: Channel, thread: string): Promise<any> =>
  eventually(async () => {
    const conversation = await find(channel, thread);
    assert.equal(conversation?.messages.at(-1).delivery.status, 'sent');
    return conversation;
  });

async function find(channel: Channel, thread: string): Promise<any> {
  if (channel !== 'email') return conversationOf(scene, thread);
  const mails = (await conversations(scene)).filter((each) => each.customer.email === thread);
  assert.equal(mails.length, 1, `${mails.length} conversations with ${thread}`);
  return conversationOf(scene, mails[0].channel_reference);
}

async function customerWords(channel: Channel, thread: string): Promise<number> {
  const { messages } = await find(channel, thread);
  return messages.filter((each: any) => each.kind === 'customer').length;
}

function repliesIn(channel: Channel, thread: string): number {
  switch (channel) {
    case 'chatdesk':
      return scene.chatdesk.repliesTo(thread).length;
    case 'ticketdesk':
      return scene.ticketdesk.repliesTo(Number(thread)).length;
    case 'email':
      return scene.mail.mailsTo(thread).length;
  }
}

function altered(body: unknown): unknown {
  const text = JSON.stringify((body as { data: unknown }).data);
  return JSON.parse(text.replace('reset my password', 'delete my account'));
}
