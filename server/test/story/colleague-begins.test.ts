import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { atRest } from './mail-stage.ts';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

// A colleague begins a conversation in the helpdesk, and the customer answers there.
let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const opening = 'Hello Robin, your lamp comes on Friday. Is that all right?';
const said = ({ messages }: any) =>
  messages.filter(({ kind }: any) => kind !== 'event').map(({ kind, text }: any) => [kind, text]);

async function deliver(event: Parameters<Stage['chatdesk']['deliver']>[1]) {
  const { acknowledged } = await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  assert.ok(acknowledged);
}

const asked = 'Yes. How do I reset my password?';
async function customerAsks(thread: string) {
  await deliver(stage.chatdesk.events.userReplied(thread, { text: asked }));
  const conversation = await conversationOf(stage, thread, ({ messages, ai_state }) => {
    assert.equal(messages.findLast(({ kind }: any) => kind === 'customer')?.text, asked);
    assert.notEqual(ai_state, 'queued');
  });
  return conversation;
}

test('a chat that a colleague begins is theirs: the AI does not answer the customer', async () => {
  const event = stage.chatdesk.events.adminCreated({ text: opening, customer: { name: 'Robin' } });
  await deliver(event);
  const begun = await conversationOf(stage, event.conversationId, ({ messages }) => assert.ok(messages.length > 0));
  assert.deepEqual(said(begun), [['human', opening]]);
  assert.deepEqual([begun.owner, begun.status, begun.waiting_since], ['human', 'pending', null]);
  assert.equal(begun.messages[0].author.name, 'Tove Teammate');
  await deliver(stage.chatdesk.events.adminReplied(event.conversationId, { text: 'Between 9 and 12.' }));
  const conversation = await customerAsks(event.conversationId);
  assert.deepEqual(said(conversation), [
    ['human', opening],
    ['human', 'Between 9 and 12.'],
    ['customer', asked],
  ]);
  assert.deepEqual([conversation.owner, conversation.status], ['human', 'open']);
  assert.ok(conversation.waiting_since);
  assert.equal(conversation.customer.name, 'Robin');
  assert.deepEqual(stage.chatdesk.repliesTo(event.conversationId), []);
});

test('if the first event never arrives, the customer’s reply brings the colleague’s words', async () => {
  const { conversationId } = stage.chatdesk.events.adminCreated({ text: opening });
  const conversation = await customerAsks(conversationId);
  assert.deepEqual(said(conversation), [
    ['human', opening],
    ['customer', asked],
  ]);
  assert.equal(conversation.owner, 'human');
  await deliver(stage.chatdesk.events.userReplied(conversationId, { text: 'Are you there?' }));
  const later = await conversationOf(stage, conversationId, ({ messages }) =>
    assert.equal(messages.at(-1).text, 'Are you there?'),
  );
  assert.equal(said(later).length, 3, 'each word once');
  assert.deepEqual(stage.chatdesk.repliesTo(conversationId), []);
});

test('the customer of a message that a program sends in a colleague’s name is answered', async () => {
  const { conversationId } = stage.chatdesk.events.adminCreated({ text: 'Do you know our new lamps?' });
  const body = structuredClone(stage.chatdesk.events.userReplied(conversationId, { text: asked }).body) as any;
  body.data.item.source.delivered_as = 'automated';
  await deliver(stage.chatdesk.events.signed(body));
  const { owner } = await conversationOf(stage, conversationId, atRest);
  assert.equal(owner, 'ai');
  await eventually(() => assert.equal(stage.chatdesk.repliesTo(conversationId).length, 1));
});

test('a ticket that a colleague opens for a customer is theirs, too', async () => {
  const { events, deliver: sends, repliesTo } = stage.ticketdesk;
  const event = events.agentOpened({ subject: 'Your lamp', text: opening });
  await sends(stage.hooks.ticketdesk, event);
  const begun = await conversationOf(stage, event.ticketId, ({ messages }) => assert.ok(messages.length > 0));
  assert.deepEqual(said(begun), [['human', opening]]);
  assert.deepEqual([begun.owner, begun.status, begun.subject], ['human', 'pending', 'Your lamp']);
  assert.deepEqual([begun.customer.name, begun.customer.email], ['Robin Tester', 'robin@customer.test']);
  await sends(stage.hooks.ticketdesk, events.customerCommented(event.ticketId, { text: asked }));
  const conversation = await conversationOf(stage, event.ticketId, ({ messages }) =>
    assert.equal(messages.findLast(({ kind }: any) => kind === 'customer')?.text, asked),
  );
  assert.deepEqual([conversation.owner, conversation.status, conversation.messages.length], ['human', 'open', 2]);
  assert.deepEqual(repliesTo(event.ticketId), []);
});
