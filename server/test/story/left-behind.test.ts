import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Desk } from '../../src/platform/desk.ts';
import { subscribeSupport, sweep } from '../../src/support/index.ts';
import { eraseCopies } from '../../src/validation/index.ts';
import { conversationOf, setStage, type Stage } from './stage.ts';

// The repair of conversations that a crash, a lost job or a slow machine has left behind.
let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const query = (text: string, values: unknown[] = []) => stage.server.desk.db.owner.query(text, values);

/** An answered conversation in the state of the SQL; `set` changes the state. */
async function leftBehind(state: string) {
  const event = stage.chatdesk.events.userCreated({ text: 'how do I export my invoices?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { id } = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.messages.at(-1).delivery?.status, 'sent'),
  );
  const set = (columns: string) => query(`update conversation set ${columns} where id = $1`, [id]);
  await set(state);
  return {
    id,
    set,
    now: () => stage.world.ada.gets(`/api/conversations/${id}`),
    until: (check: (conversation: any) => void) => conversationOf(stage, event.conversationId, check),
    replies: () => stage.chatdesk.repliesTo(event.conversationId),
  };
}

const waits = `status = 'open', waiting_since = clock_timestamp() - interval '1 minute'`;
const someoneThinks = `turn_lease = gen_random_uuid(), turn_lease_until = clock_timestamp() + interval '1 minute'`;
const noTurn = 'turn_due_at = null, turn_deadline_at = null, turn_lease = null, turn_lease_until = null';
const answered = `status = 'pending', ai_state = 'idle', waiting_since = null, ${noTurn}`;
const late = `${waits}, ai_state = 'running', turn_deadline_at = clock_timestamp() - interval '1 second', ${someoneThinks}`;
const lost = `${waits}, ai_state = 'idle', ${noTurn}`;
const promised = `${waits}, ai_state = 'queued', turn_lease = null, turn_lease_until = null`;
const queued = `${promised}, turn_due_at = clock_timestamp() - interval '1 minute'`;

/** The stage's desk, which calls `happens` right before its second transaction; an error prevents that transaction. */
function disturbed(happens: () => Promise<unknown>): Desk {
  const { desk } = stage.server;
  let begun = 0;
  const execute = async (work: never) => {
    if (++begun === 2) await happens();
    return desk.db.kysely.transaction().execute(work);
  };
  const kysely = { transaction: () => ({ execute }) } as never;
  return { ...desk, db: { ...desk.db, kysely } };
}

/** Makes one attempt at the conversation's turn, as the job does. */
async function attempt(desk: Desk, id: string, { last }: { last: boolean }): Promise<void> {
  type Handler = (payload: object, attempt: { last: boolean }) => Promise<void>;
  const handlers = new Map<string, Handler>();
  const subscribe = (job: { name: string }, handler: Handler) => void handlers.set(job.name, handler);
  subscribeSupport({ ...desk, jobs: { ...desk.jobs, subscribe: subscribe as never } }, eraseCopies);
  const { organizationId } = stage.world.birch;
  const turn = handlers.get('turn');
  assert.ok(turn);
  await turn({ organizationId, conversationId: id }, { last });
}

const breaks = new Error('it broke while thinking');
const fails = async () => {
  throw breaks;
};

for (const [what, state, reason] of [
  ['past its deadline', late, 'ai_timeout'],
  ['whose turn was lost', lost, 'ai_error'],
] as const) {
  test(`a conversation ${what} goes to people, and the customer is notified`, async () => {
    const left = await leftBehind(state);
    await stage.server.sweep();
    const { handovers, ...conversation } = await left.until((each) =>
      assert.equal(each.messages.at(-1).delivery?.status, 'sent'),
    );
    assert.deepEqual([conversation.status, conversation.owner], ['open', 'human']);
    assert.deepEqual([handovers.length, handovers[0].reason, left.replies().length], [1, reason, 2]);
  });

  test(`a conversation ${what} that is answered before its repair stays unchanged`, async () => {
    const left = await leftBehind(state);
    await sweep(disturbed(() => left.set(answered)));
    const conversation = await left.now();
    assert.deepEqual([conversation.owner, conversation.handovers.length], ['ai', 0]);
    assert.equal(conversation.messages.length, 2);
  });
}

test('a snoozed conversation wakes at its time, unless a person has just postponed it', async () => {
  const due = `status = 'snoozed', owner = 'human', ai_state = null, snoozed_until = clock_timestamp() - interval '1 second'`;
  const left = await leftBehind(due);
  await sweep(disturbed(() => left.set(`snoozed_until = clock_timestamp() + interval '1 hour'`)));
  assert.equal((await left.now()).status, 'snoozed');
  await left.set(due);
  await stage.server.sweep();
  const woken = await left.now();
  assert.deepEqual([woken.status, woken.snoozed_until], ['open', null]);
});

test('a turn whose last attempt fails goes to people', async () => {
  const left = await leftBehind(queued);
  await assert.rejects(attempt(disturbed(fails), left.id, { last: true }), breaks);
  const conversation = await left.now();
  assert.deepEqual([conversation.owner, conversation.handovers.at(-1).reason], ['human', 'ai_error']);
});

test('a last attempt that fails late does not affect a quicker one', async () => {
  const toldMore = `turn_due_at = clock_timestamp() + interval '1 minute', turn_lease = null, turn_lease_until = null`;
  for (const elsewhere of [answered, someoneThinks, toldMore]) {
    const left = await leftBehind(queued);
    const overtaken = async () => {
      await left.set(elsewhere);
      throw breaks;
    };
    await assert.rejects(attempt(disturbed(overtaken), left.id, { last: true }), breaks);
    const conversation = await left.now();
    assert.deepEqual([conversation.owner, conversation.handovers.length], ['ai', 0], elsewhere);
    await left.set(answered);
  }
});

test('a failing attempt releases only its own lease', async () => {
  const left = await leftBehind(queued);
  const leaseOf = async () => (await query('select turn_lease from conversation where id = $1', [left.id])).rows[0];
  await assert.rejects(attempt(disturbed(fails), left.id, { last: false }), breaks);
  assert.deepEqual(await leaseOf(), { turn_lease: null });
  const other = randomUUID();
  const overtaken = async () => {
    await left.set(`turn_lease = '${other}'`);
    throw breaks;
  };
  await assert.rejects(attempt(disturbed(overtaken), left.id, { last: false }), breaks);
  assert.deepEqual(await leaseOf(), { turn_lease: other });
  await left.set(answered);
});

test('a turn that becomes due between the looks of its job is taken', async () => {
  const left = await leftBehind(queued);
  const { desk } = stage.server;
  const looks = [0];
  const clock = { now: () => new Date(looks.shift() ?? desk.clock.now()) };
  await attempt({ ...desk, clock }, left.id, { last: false });
  assert.deepEqual(looks, [], 'the first look was too early');
  await left.until((each) => assert.ok(!['queued', 'running'].includes(each.ai_state)));
});

test('a turn that was promised before the clock went back two hours does not wait until then', async () => {
  const inTwoHours = `turn_due_at = clock_timestamp() + interval '2 hours', turn_deadline_at = clock_timestamp() + interval '121 minutes'`;
  const left = await leftBehind(`${promised}, ${inTwoHours}`);
  assert.equal((await left.now()).ai_state, 'queued');
  await stage.server.sweep();
  await left.until((each) => assert.ok(!['queued', 'running'].includes(each.ai_state)));
});

test('a conversation of people that could not be tagged is shown to them anyway, and tagging is not retried for ever', async () => {
  const left = await leftBehind(answered);
  await stage.world.max.posts(`/api/conversations/${left.id}/handover`, { to: 'human' }, 200);
  // Simulates that a message caused the handover, so nobody chose a destination.
  await query(`update handover set actor_type = 'system' where conversation_id = $1`, [left.id]);
  await left.set(`triage_due = true, turn_due_at = clock_timestamp() - interval '1 minute'`);
  await assert.rejects(attempt(disturbed(fails), left.id, { last: true }), breaks);
  const columns = 'triage_due, turn_due_at, turn_lease';
  const { rows } = await query(`select ${columns} from conversation where id = $1`, [left.id]);
  assert.deepEqual(rows, [{ triage_due: false, turn_due_at: null, turn_lease: null }]);
  const { destination, handovers } = await left.now();
  assert.equal(destination.kind, 'queue');
  assert.match(handovers.at(-1).note, /export my invoices[^]*could not be tagged/);
});

test('a conversation that the AI gives up goes to a destination that can take it, not to the team of another vendor', async () => {
  const { ada, max } = stage.world;
  const mailbox = { name: 'Mailbox', kind: 'email', target: 'team@birch.test' };
  const { id: fallback_destination_id } = await ada.posts('/api/routing/destinations', mailbox);
  const team = { name: 'Tickets', kind: 'ticketdesk_group', target: '4711', fallback_destination_id };
  const { id: destination_id } = await ada.posts('/api/routing/destinations', team);
  await ada.patches('/api/organizations/me/settings', { default_destination_id: destination_id });
  const left = await leftBehind(late);
  await stage.server.sweep();
  const { handovers } = await left.until((each) => assert.equal(each.handovers[0]?.delivery, 'delivered'));
  assert.equal(handovers[0].destination.name, 'Mailbox');
  const [mail] = stage.mail.mailsTo('team@birch.test');
  assert.match(mail?.text ?? '', /how do I export my invoices/);
  const path = `/api/conversations/${left.id}/handover`;
  const refused = await max.posts(path, { to: 'human', destination_id }, 422);
  assert.match(JSON.stringify(refused), /destination_id/);
  await ada.patches('/api/organizations/me/settings', { default_destination_id: null });
});
