import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

// docs/promises.md P4, with the notice of the takeover itself: once the takeover is acknowledged, no automatic message begins.
let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const replyRoute = 'POST /conversations/:id/reply';

test('a notice that the vendor defers is withdrawn, and the handover does not claim it', async () => {
  const { id, thread } = await answered();
  stage.chatdesk.failNext({ kind: 'answer', status: 429, headers: { 'retry-after': '1' } }, { on: replyRoute });
  const { handover, in_flight_unknown } = await takesOver(id);
  assert.deepEqual(await machineWords(id), ['sent reply', 'unknown reply'], 'asked at once, so nothing is sent later');
  assert.deepEqual([handover.message_sent, in_flight_unknown], [null, false]);
  assert.equal(stage.chatdesk.repliesTo(thread).length, 1);
});

test('a notice queued after an answer in flight is sent before the takeover is acknowledged', async () => {
  const { id, thread } = await answered();
  const taken = Promise.withResolvers<void>();
  stage.chatdesk.failNext({ kind: 'hold', until: taken.promise }, { on: replyRoute });
  stage.chatdesk.failNext({ kind: 'delay', milliseconds: 700 }, { on: replyRoute });
  const event = stage.chatdesk.events.userReplied(thread, { text: 'and how can I export my invoices?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  await eventually(async () => assert.deepEqual(await machineWords(id), ['sent reply', 'sending reply']));
  const taking = takesOver(id);
  await eventually(async () => assert.equal((await stage.world.max.gets(`/api/conversations/${id}`)).owner, 'human'));
  taken.resolve();
  const { handover, in_flight, in_flight_unknown } = await taking;
  assert.deepEqual(await machineWords(id), ['sent reply', 'sent reply', 'sent reply']);
  assert.deepEqual([in_flight, in_flight_unknown], [1, false]);
  assert.ok(handover.message_sent && stage.chatdesk.repliesTo(thread).at(-1)?.body?.includes(handover.message_sent));
});

test('a committed takeover is acknowledged, even if nothing more can be recorded', async () => {
  const { owner } = stage.server.desk.db;
  const { id } = await answered();
  await owner.query(
    `create function refuse() returns trigger language plpgsql as 'begin raise exception ''full''; end'`,
  );
  await owner.query('create trigger refuse before update on outbox for each row execute function refuse()');
  try {
    const { conversation, in_flight_unknown } = await takesOver(id);
    assert.deepEqual([conversation.owner, in_flight_unknown], ['human', true]);
  } finally {
    await owner.query('drop trigger refuse on outbox');
  }
});

async function answered() {
  const event = stage.chatdesk.events.userCreated({ text: 'how can I reset my password?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { id } = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.messages.at(-1).delivery?.status, 'sent'),
  );
  return { id, thread: event.conversationId };
}

const takesOver = (id: string) => stage.world.max.posts(`/api/conversations/${id}/handover`, { to: 'human' }, 200);

async function machineWords(id: string): Promise<string[]> {
  const { rows } = await stage.server.desk.db.owner.query(
    `select concat(state, ' ', kind) as words from outbox where conversation_id = $1 and actor <> 'human' and kind = ` +
      `'reply' order by position`,
    [id],
  );
  return rows.map((row) => String(row['words']));
}
