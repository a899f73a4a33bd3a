import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import { inScope } from '../../src/platform/database/transaction.ts';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

// Longer than the pause after one or two failed probes, shorter than a session.
const restMinutes = 2.1;
let passed = 0;
// The database's clock cannot be moved, so ours must not be ahead of it at the next question.
afterEach(() => {
  stage.server.pass(-passed);
  passed = 0;
});

const isEvent = ({ kind, text }: { kind: string; text: string }) => kind === 'event' && text.includes('not reached');
const delivery = (conversation: any) =>
  conversation.messages.find(({ kind }: { kind: string }) => kind === 'ai')?.delivery ?? {};

/** Asks a question while the helpdesk refuses replies. */
async function asksWhileAway(): Promise<string> {
  const words = { status: 503, headers: { 'retry-after': '1' } };
  stage.chatdesk.failNext({ kind: 'answer', ...words }, { on: 'POST /conversations/:id/reply', times: 1_000 });
  stage.chatdesk.failNext({ kind: 'answer', ...words }, { on: 'GET /conversations/:id', times: 1_000 });
  const event = stage.chatdesk.events.userCreated({ text: 'How do I reset my password?' });
  stage.chatdesk.calls.clear();
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  return event.conversationId;
}

/** Simulates that the reply has waited so long: its next attempt is due, and the pause of the helpdesk is over. */
async function goesBy(minutes: number): Promise<void> {
  const { server, world } = stage;
  await inScope(server.desk.db, world.birch, (tx) =>
    tx
      .updateTable('outbox')
      .set({
        first_attempt_at: sql<Date>`first_attempt_at - make_interval(mins => ${minutes})`,
        next_at: sql<Date>`clock_timestamp() - interval '1 minute'`,
      })
      .where('state', '=', 'pending')
      .execute(),
  );
  server.pass(restMinutes * 60_000);
  passed += restMinutes * 60_000;
  await server.sweep();
}

test('a reply survives an outage with few calls to the helpdesk, and people see that the customer waits', async () => {
  const thread = await asksWhileAway();
  const before = await conversationOf(stage, thread, (each) => assert.equal(delivery(each).error, 'resting'));
  assert.equal(stage.chatdesk.calls.all.length, 5, 'five failures, and nobody asks any more');
  assert.deepEqual([before.status, before.messages.some(isEvent)], ['pending', false]);

  await goesBy(16);
  const waiting = await conversationOf(stage, thread, (each) => assert.equal(each.status, 'open'));
  assert.deepEqual([waiting.owner, delivery(waiting).status], ['ai', 'pending']);
  assert.equal(waiting.messages.filter(isEvent).length, 1);
  assert.equal(stage.chatdesk.calls.all.length, 6, 'one probe');

  await goesBy(20 * 60);
  await eventually(() => assert.equal(stage.chatdesk.calls.all.length, 7));
  stage.chatdesk.clearFaults();
  await eventually(async () => {
    await goesBy(0);
    assert.equal(delivery(await conversationOf(stage, thread)).status, 'sent');
  });
  const done = await conversationOf(stage, thread);
  assert.equal(done.status, 'pending');
  assert.equal(done.messages.filter(isEvent).length, 1, 'said once');
  assert.equal(stage.chatdesk.repliesTo(thread).length, 1);
});

test('after a day people get the conversation, without a claim that the reply did not arrive', async () => {
  const thread = await asksWhileAway();
  await conversationOf(stage, thread, (each) => assert.equal(delivery(each).error, 'resting'));
  await goesBy(24 * 60);
  const lost = await conversationOf(stage, thread, (each) => assert.equal(each.owner, 'human'));
  assert.equal(delivery(lost).status, 'failed');
  assert.ok(lost.messages.some(({ text }: { text: string }) => text.startsWith('A reply may not have reached')));
});
