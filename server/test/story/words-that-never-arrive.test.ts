import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const on = 'POST /conversations/:id/reply';
const later = { kind: 'answer', status: 429, headers: { 'retry-after': '600' } } as const;
const soon = { kind: 'answer', status: 429, headers: { 'retry-after': '1' } } as const;
const never = { kind: 'answer', status: 422 } as const;

async function asks(text: string): Promise<string> {
  const event = stage.chatdesk.events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  return event.conversationId;
}

const of = (conversation: any, kind: string): any[] => conversation.messages.filter((each: any) => each.kind === kind);
const waited = (conversation: any): string => of(conversation, 'customer')[0].created_at;
const position = async (id: string) => {
  const { items } = await stage.world.max.gets('/api/conversations?sort=waiting_since&limit=200');
  return items.findIndex((each: any) => each.id === id);
};

/** Two questions with one undelivered answer each: the vendor has deferred the first answer. */
async function answersOnTheirWay(): Promise<any> {
  stage.chatdesk.failNext(later, { on });
  const thread = await asks('How can I reset my password?');
  await conversationOf(stage, thread, (each) => assert.equal(of(each, 'ai')[0]?.delivery.attempts, 1));
  const more = stage.chatdesk.events.userReplied(thread, { text: 'And how do I export my invoices?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, more);
  return conversationOf(stage, thread, (each) =>
    assert.deepEqual(
      of(each, 'ai').map(({ delivery }) => [delivery.status, delivery.attempts]),
      [
        ['pending', 1],
        ['pending', 0],
      ],
    ),
  );
}

test('a customer whose answers a takeover withdrew keeps waiting, and is answered after the handback', async () => {
  const { max } = stage.world;
  const initial = await answersOnTheirWay();
  assert.equal(initial.waiting_since, null, 'the answers have been written');
  const quiet = { to: 'human', notify_customer: false };
  const { conversation } = await max.posts(`/api/conversations/${initial.id}/handover`, quiet, 200);
  assert.deepEqual([conversation.status, conversation.owner], ['open', 'human']);
  assert.equal(conversation.waiting_since, waited(initial), 'since the oldest message that nobody has answered');
  assert.equal(await position(initial.id), 0, 'the only one that waits');

  const taken = await max.gets(`/api/conversations/${initial.id}`);
  const [unsure, ...others] = of(taken, 'ai');
  assert.deepEqual([unsure.delivery.status, others], ['failed', []], 'what may have arrived stays in the thread');
  assert.deepEqual(
    of(taken, 'event').map(({ text, author, citations }) => [text, author.type, citations]),
    [['An automatic message was withdrawn before it was sent.', 'system', []]],
  );
  assert.equal(taken.last_message.text, 'And how do I export my invoices?');

  await max.posts(`/api/conversations/${initial.id}/handover`, { to: 'ai' }, 200);
  const answered = await conversationOf(stage, initial.channel_reference, (each) =>
    assert.deepEqual(
      of(each, 'ai').map(({ delivery }) => delivery.status),
      ['failed', 'sent'],
    ),
  );
  assert.deepEqual([answered.waiting_since, stage.chatdesk.repliesTo(initial.channel_reference).length], [null, 1]);
});

test('a customer whose answer was in flight in a dead sender waits again once it is known to be unsent', async () => {
  const { max } = stage.world;
  const { owner } = stage.server.desk.db;
  stage.chatdesk.failNext(later, { on });
  const thread = await asks('How can I reset my password?');
  const initial = await conversationOf(stage, thread, (each) => assert.ok(of(each, 'ai')[0]));
  const messageId = of(initial, 'ai')[0].id;
  // Wait until the refusal is recorded; otherwise the sender would overwrite the following update.
  await eventually(async () => {
    const { rows } = await owner.query('select state, attempts from outbox where message_id = $1', [messageId]);
    assert.deepEqual(rows, [{ state: 'pending', attempts: 1 }]);
  });
  await owner.query(
    `update outbox set state = 'sending', send_deadline = clock_timestamp() + interval '3 seconds' where message_id = $1`,
    [messageId],
  );
  const quiet = { to: 'human', notify_customer: false };
  const taken = await max.posts(`/api/conversations/${initial.id}/handover`, quiet, 200);
  assert.equal(taken.in_flight, 1, 'the takeover could not withdraw it');
  await stage.server.sweep();
  const known = await conversationOf(stage, thread, (each) => assert.equal(each.waiting_since, waited(initial)));
  assert.deepEqual([known.status, known.owner, of(known, 'ai')[0].delivery.status], ['open', 'human', 'failed']);
});

const set = {
  resolved: { status: 'resolved' },
  snoozed: { status: 'snoozed', snoozed_until: '2100-01-01T00:00:00.000Z' },
};
for (const [status, edit] of Object.entries(set)) {
  test(`a person’s undeliverable reply brings the conversation back to people, although it was ${status}`, async () => {
    const { max } = stage.world;
    const thread = await asks('I want to talk to a real person please');
    const initial = await conversationOf(stage, thread, (each) => {
      assert.equal(each.owner, 'human');
      assert.equal(of(each, 'ai')[0]?.delivery.status, 'sent');
      assert.equal(each.handovers[0].delivery, 'delivered');
    });
    stage.chatdesk.failNext(soon, { on });
    stage.chatdesk.failNext(never, { on });
    await max.posts(`/api/conversations/${initial.id}/messages`, { kind: 'reply', text: 'Gladly, at noon.' });
    const done = await max.patches(`/api/conversations/${initial.id}`, edit);
    assert.deepEqual([done.status, done.waiting_since], [status, null]);
    const lost = await conversationOf(stage, thread, (each) =>
      assert.equal(of(each, 'human')[0].delivery.status, 'failed'),
    );
    assert.deepEqual(
      [lost.status, lost.owner, lost.resolution, lost.resolved_at, lost.snoozed_until, lost.waiting_since],
      ['open', 'human', null, null, null, waited(initial)],
    );
  });
}
