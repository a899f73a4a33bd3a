import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

// People see dead letters. A dead letter continues at their request, or when access is restored.
let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const replyRoute = 'POST /conversations/:id/reply';
const opens = async (text: string) => {
  const event = stage.chatdesk.events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  return event.conversationId;
};
const failed = (reference: string) =>
  conversationOf(stage, reference, (each) =>
    assert.ok(each.messages.some(({ delivery }: any) => delivery.status === 'failed')),
  );
const connectAgain = () =>
  stage.world.ada.puts('/api/integrations/chatdesk/app', { access_token: stage.chatdesk.accessToken });
const letters = async () => (await stage.world.ada.gets('/api/dead-letters')).items;

test('a reply that failed without a grant is sent by itself after the channel is connected again', async () => {
  stage.chatdesk.failNext({ kind: 'answer', status: 401, body: {} }, { on: replyRoute });
  const reference = await opens('how do I export my invoices?');
  await failed(reference);
  assert.equal(stage.chatdesk.repliesTo(reference).length, 0);
  await connectAgain();
  const sent = await conversationOf(stage, reference, (each) => {
    assert.ok(!each.messages.some(({ delivery }: any) => delivery.status === 'failed'));
    assert.deepEqual([each.status, each.waiting_since], ['pending', null]);
  });
  assert.equal(stage.chatdesk.repliesTo(reference).length, 1);
  assert.equal(sent.messages.filter(({ kind }: any) => kind === 'ai').length, 1);
});

test('a failed reply is only offered if a person has replied since, and one click sends it', async () => {
  stage.chatdesk.failNext({ kind: 'answer', status: 401, body: {} }, { on: replyRoute });
  const reference = await opens('how can I reset my password?');
  const { id, messages } = await failed(reference);
  const lost = messages.find(({ delivery }: any) => delivery.status === 'failed');
  const byHand = stage.chatdesk.events.adminReplied(reference, { text: 'I have answered this.' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, byHand);
  await conversationOf(stage, reference, (each) => assert.equal(each.messages.at(-1).kind, 'human'));
  await connectAgain();
  const letter = (await letters()).find(({ conversation_id }: any) => conversation_id === id);
  assert.deepEqual([letter.kind, letter.channel, letter.uncertain], ['send', 'chatdesk', false]);
  assert.match(letter.reason, /^needs_reauth/);
  assert.equal(stage.chatdesk.repliesTo(reference).length, 0, 'nobody asked for it');
  const path = `/api/conversations/${id}/messages/${lost.id}/retry`;
  assert.equal((await stage.world.mallory.calls('POST', path)).status, 404);
  assert.equal((await stage.world.max.calls('POST', path)).status, 202);
  await eventually(() => assert.equal(stage.chatdesk.repliesTo(reference).length, 1));
  assert.deepEqual((await stage.world.max.calls('POST', path)).body.code, 'invalid_transition');
});

test('a dead-lettered event is listed, retried or discarded', async () => {
  const { events } = stage.ticketdesk;
  const opened = [1, 2].map((n) =>
    events.ticketOpened({ subject: `Ticket ${n}`, text: 'how do I export my invoices?' }),
  );
  stage.ticketdesk.failNext({ kind: 'answer', status: 403, body: {} }, { on: 'GET /api/v2/tickets/:id', times: 2 });
  for (const event of opened) await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
  const deadLetters = await eventually(async () => {
    const found = (await letters()).filter(({ kind }: any) => kind === 'event');
    assert.equal(found.length, 2);
    return found;
  });
  assert.deepEqual(
    deadLetters.map(({ reason }: any) => reason),
    ['http_403', 'http_403'],
  );
  const [first, second] = deadLetters;
  const page = await stage.world.ada.gets('/api/dead-letters?limit=1');
  assert.equal(page.items[0].id, first.id);
  const rest = await stage.world.ada.gets(`/api/dead-letters?limit=1&cursor=${page.next_cursor}`);
  assert.equal(rest.items[0].id, second.id);
  assert.equal((await stage.world.max.calls('GET', '/api/dead-letters')).status, 403);
  assert.equal((await stage.world.mallory.calls('POST', `/api/dead-letters/${first.id}/retry`)).status, 404);
  assert.equal((await stage.world.ada.calls('POST', `/api/dead-letters/${first.id}/retry`)).status, 202);
  assert.equal((await stage.world.ada.calls('POST', `/api/dead-letters/${second.id}/discard`)).status, 204);
  assert.equal((await stage.world.ada.calls('POST', `/api/dead-letters/${second.id}/retry`)).status, 409);
  await eventually(async () => assert.equal((await letters()).filter(({ kind }: any) => kind === 'event').length, 0));
  // People have owned the conversation since the gap was shown; now they also see the words.
  const isRead = (conversation: any) => conversation.messages.some(({ kind }: any) => kind === 'customer');
  await eventually(async () => {
    const seen = await Promise.all(opened.map(({ ticketId }) => conversationOf(stage, ticketId)));
    assert.equal(seen.filter(isRead).length, 1);
  });
});
