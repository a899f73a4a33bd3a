import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { beginTurn, promiseAgain } from '../../src/conversations/index.ts';
import { inScope } from '../../src/platform/database/transaction.ts';
import { conversationOf, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const robot = { id: 'contact-robot', name: 'Auto Responder', email: 'robot@machines.test' };

/** Writes in a new thread, as machines do. */
async function writes(customer: typeof robot, check: (conversation: any) => void): Promise<any> {
  const event = stage.chatdesk.events.userCreated({ text: 'how do I export my invoices?', customer });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const conversation = await conversationOf(stage, event.conversationId, check);
  return { ...conversation, replies: stage.chatdesk.repliesTo(event.conversationId).length };
}
const answered = (conversation: any) => assert.equal(conversation.messages.at(-1).delivery?.status, 'sent');
const atPeople = (conversation: any) => assert.equal(conversation.handovers[0]?.delivery, 'delivered');

/** Sets the counted turns and the beginning of the minute, so that the test does not depend on the machine's speed. */
const minuteWith = (turns: number, since: string) =>
  stage.server.desk.db.owner.query(
    `update turn_pace set turns = ${turns}, since = clock_timestamp() + interval '${since}'`,
  );

test('a loop of two machines goes to people, with a single notice', async () => {
  const first = await writes(robot, answered);
  assert.deepEqual([first.owner, first.replies], ['ai', 1]);
  const { rows } = await stage.server.desk.db.owner.query('select turns from turn_pace');
  assert.deepEqual(rows, [{ turns: 1 }], 'the turn was counted');
  await minuteWith(19, '1 hour');

  const twentieth = await writes(robot, answered);
  assert.deepEqual([twentieth.owner, twentieth.replies], ['ai', 1]);

  const notified = await writes(robot, (each) => {
    atPeople(each);
    answered(each);
  });
  assert.deepEqual(
    [notified.owner, notified.status, notified.handovers[0].reason],
    ['human', 'open', 'automated_loop'],
  );
  assert.equal(notified.replies, 1, 'a word that people take over');

  const silent = await writes(robot, atPeople);
  assert.deepEqual([silent.owner, silent.status, silent.handovers[0].reason], ['human', 'open', 'automated_loop']);
  assert.ok(silent.waiting_since, 'people see that somebody may be waiting');
  assert.equal(silent.replies, 0);
  assert.match(stage.chatdesk.notesOn(silent.channel_reference)[0]?.body ?? '', /within a minute/);

  const other = await writes({ id: 'contact-eve', name: 'Eve', email: 'eve@customers.test' }, answered);
  assert.deepEqual([other.owner, other.replies], ['ai', 1], 'somebody else is answered');

  await minuteWith(22, '-2 minutes');
  const later = await writes(robot, answered);
  assert.deepEqual([later.owner, later.replies], ['ai', 1], 'the minute is over');
});

test('messages that arrive during a turn belong to the same turn, and are not counted again', async () => {
  const { desk } = stage.server;
  const { birch } = stage.world;
  const { id } = await writes({ id: 'contact-kim', name: 'Kim', email: 'kim@customers.test' }, answered);
  const undone = new Error('everything is as it was');
  const twice = inScope(desk.db, birch, async (tx) => {
    const waiting = { ai_state: 'queued' as const, turn_due_at: null };
    await tx.updateTable('conversation').set(waiting).where('id', '=', id).execute();
    const first = await beginTurn(desk, tx, birch, { id, lease: randomUUID() });
    assert.equal(first?.pace, 2);
    await promiseAgain(desk, tx, birch, first);
    await tx.updateTable('conversation').set(waiting).where('id', '=', id).execute();
    assert.equal((await beginTurn(desk, tx, birch, { id, lease: randomUUID() }))?.pace, 2);
    throw undone;
  });
  await assert.rejects(twice, (error) => error === undone);
});
