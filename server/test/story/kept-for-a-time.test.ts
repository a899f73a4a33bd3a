import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { sql } from 'kysely';
import { inScope } from '../../src/platform/database/transaction.ts';
import { dueForRetention } from '../../src/settings/index.ts';
import { deliverMail, rawMailEvent } from '../providers/mail/inbound.ts';
import { buildMail } from '../providers/mail/message.ts';
import { placesOf } from './places.ts';
import { conversationOf, eventually, inboundSecret, setStage, sweepsAtNight, type Stage } from './stage.ts';

// Time limits: when inactivity resolves a conversation, and when messages are deleted.
let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const query = (text: string, values: unknown[] = []) => stage.server.desk.db.owner.query(text, values);
/** Moves the rows into the past instead of moving the clock, because sessions would end. */
const ages = async (interval: string) => {
  for (const [table, columns] of Object.entries(times))
    await query(`update ${table} set ${columns.map((each) => `${each} = ${each} - interval '${interval}'`).join()}`);
};
const times = {
  conversation: ['last_message_at', 'updated_at', 'created_at'],
  message: ['created_at'],
  decision: ['created_at'],
  handover: ['created_at'],
  outbox: ['created_at'],
  inbound_event: ['received_at'],
  email_message: ['created_at'],
  attachment: ['created_at'],
  unanswered_question: ['asked_at'],
};
const settle = (patch: object) => stage.world.ada.patches('/api/organizations/me/settings', patch);

test('inactivity resolves answered conversations, by the AI or by a person, and sends the customer nothing', async () => {
  const opens = async () => {
    const event = stage.chatdesk.events.userCreated({ text: 'how do I export my invoices?' });
    await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
    await conversationOf(stage, event.conversationId, (each) =>
      assert.equal(each.messages.at(-1).delivery?.status, 'sent'),
    );
    return event.conversationId;
  };
  const [byAi, byPerson] = [await opens(), await opens()];
  const mine = stage.chatdesk.events.adminReplied(byPerson, { text: 'Gladly.' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, mine);
  await conversationOf(stage, byPerson, (each) => assert.deepEqual([each.owner, each.status], ['human', 'pending']));
  const said = [byAi, byPerson].map((each) => stage.chatdesk.repliesTo(each).length);
  await ages('73 hours');
  await stage.server.sweep();
  await conversationOf(stage, byAi, (each) => assert.equal(each.status, 'pending', 'the default is to wait'));
  await settle({ inactivity: { policy: 'resolve', hours: 72 } });
  await stage.server.sweep();
  await conversationOf(stage, byAi, (each) => {
    assert.deepEqual([each.status, each.resolution], ['resolved', 'ai_assumed']);
  });
  await conversationOf(stage, byPerson, (each) => {
    assert.deepEqual([each.status, each.resolution, each.owner], ['resolved', 'inactivity', 'human']);
  });
  assert.deepEqual(
    [byAi, byPerson].map((each) => stage.chatdesk.repliesTo(each).length),
    said,
  );
});

test('a conversation in which somebody writes while the sweep looks at it is not resolved', async (t) => {
  if (stage.server.desk.db.engine === 'pglite') return t.skip('the embedded engine has one connection');
  const event = stage.chatdesk.events.userCreated({ text: 'how do I export my invoices, please?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { id } = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.messages.at(-1).delivery?.status, 'sent'),
  );
  await ages('73 hours');
  let swept: Promise<unknown> = Promise.resolve();
  await inScope(stage.server.desk.db, stage.world.birch, async (tx) => {
    await sql`update conversation set last_message_at = now() where id = ${id}`.execute(tx);
    swept = stage.server.sweep();
    await someoneWaitsForALock(swept);
  });
  await swept;
  assert.equal((await stage.world.ada.gets(`/api/conversations/${id}`)).status, 'pending');
  await ages('73 hours');
  await stage.server.sweep();
  await conversationOf(stage, event.conversationId, (each) => assert.equal(each.status, 'resolved'));
});

/** Or `unless` has ended first. */
async function someoneWaitsForALock(unless: Promise<unknown>): Promise<void> {
  let ended = false;
  const settled = () => void (ended = true);
  void unless.then(settled, settled);
  for (let waiting = 0; waiting === 0 && !ended;) {
    const { rows } = await query(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    waiting = Number(rows[0]?.['waiting']);
  }
}

const canary = 'zebrafinch-canary-7731';

test('after the retention period no trace is left in database and files', async () => {
  const { forward_to: to } = await stage.world.ada.gets('/api/channels/email/inbound-config');
  const mail = buildMail({
    from: 'Noor <noor@customer.test>',
    to,
    subject: `About ${canary}`,
    text: `Where can I find the ${canary} of my ${canary} account?\n\nOn Monday, Birch <a@birch.test> wrote:\n> About the old ${canary}.\n`,
    attachments: [{ fileName: `${canary}.txt`, contentType: 'text/plain', content: Buffer.from(canary) }],
  });
  await deliverMail(
    stage.hooks.email,
    rawMailEvent(
      mail.raw,
      { from: 'noor@customer.test', to },
      { secret: inboundSecret, at: stage.server.desk.clock.now() },
    ),
  );
  const { items } = await eventually(async () => {
    const found = await stage.world.ada.gets('/api/conversations?channel=email');
    assert.equal(found.items.length, 1);
    return found;
  });
  const [{ id }] = items;
  await stage.world.ada.posts(`/api/conversations/${id}/messages`, { kind: 'note', text: `A note on ${canary}` });
  const form =
    `--cut\r\nContent-Disposition: form-data; name="file"; filename="${canary}-ours.txt"\r\nContent-Type: ` +
    `text/plain\r\n\r\nours ${canary}\r\n--cut--\r\n`;
  const type = { 'content-type': 'multipart/form-data; boundary=cut' };
  const { body: file } = await stage.world.ada.calls('POST', `/api/conversations/${id}/attachments`, form, type);
  const reply = { kind: 'reply', text: `I look after ${canary}`, attachment_ids: [file.id] };
  await stage.world.ada.posts(`/api/conversations/${id}/messages`, reply);
  await eventually(async () => {
    const { messages } = await stage.world.ada.gets(`/api/conversations/${id}`);
    assert.equal(messages.at(-1).delivery.status, 'sent');
  });
  const places = await placesOf(stage, canary);
  for (const place of ['message.quoted_text', 'message.attachments', 'attachment.name'])
    assert.ok(places.includes(place), `the search finds it in ${place}`);
  assert.equal(places.filter((place) => place.includes('/attachments/')).length, 2, 'and in both files');
  await settle({ inactivity: { policy: 'wait' }, retention_days: { messages: 30, decisions: 30 } });
  await ages('29 days');
  await sweepsAtNight(stage);
  assert.notDeepEqual(await placesOf(stage, canary), [], 'its time has not come');
  await ages('3 days');
  await query('update retention_run set ran_on = ran_on - 1');
  await sweepsAtNight(stage);
  assert.deepEqual(await placesOf(stage, canary), []);
  const thread = await stage.world.ada.gets(`/api/conversations/${id}`);
  assert.deepEqual([thread.messages, thread.subject], [[], null], 'the conversation itself stays');
});

test('a message and a handover name no decision that was deleted after its own time', async () => {
  const { ada } = stage.world;
  await settle({ retention_days: { messages: null, decisions: 30 } });
  const event = stage.chatdesk.events.userCreated({ text: 'how do I export my invoices?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.messages.at(-1).delivery?.status, 'sent'),
  );
  const more = stage.chatdesk.events.userReplied(event.conversationId, { text: 'I want to talk to a person.' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, more);
  const { id } = await conversationOf(stage, event.conversationId, (each) => assert.equal(each.owner, 'human'));
  await ada.patches(`/api/conversations/${id}`, { status: 'resolved' });
  const named = async (): Promise<string[]> => {
    const { messages, handovers } = await ada.gets(`/api/conversations/${id}`);
    return [...messages, ...handovers].flatMap(({ decision_id }) => decision_id ?? []);
  };
  const before = await named();
  assert.ok(before.length >= 2);
  for (const each of before) await ada.gets(`/api/decisions/${each}`);
  await ages('31 days');
  await query('update retention_run set ran_on = ran_on - 1');
  await sweepsAtNight(stage);
  for (const each of before) await ada.gets(`/api/decisions/${each}`, 404);
  assert.deepEqual(await named(), []);
});

test('without a retention limit raw events are kept for 30 days, and longer only while they need a person', async () => {
  const { ada } = stage.world;
  await settle({ retention_days: { messages: null, decisions: null } });
  const { forward_to: to } = await ada.gets('/api/channels/email/inbound-config');
  const from = 'ona@customer.test';
  const arrives = async (subject: string) => {
    const { raw } = buildMail({ from, to, subject, text: 'Where can I find my invoices?' });
    const event = rawMailEvent(raw, { from, to }, { secret: inboundSecret, at: stage.server.desk.clock.now() });
    const again = () => deliverMail(stage.hooks.email, event);
    assert.equal((await again()).status, 202);
    const { id } = await eventually(async () => {
      const { items } = await ada.gets(`/api/conversations?channel=email&q=${subject}`);
      assert.equal(items.length, 1);
      return items[0];
    });
    const { messages } = await ada.gets(`/api/conversations/${id}`);
    return { again, id, original: `/api/conversations/${id}/messages/${messages[0].id}/original` };
  };
  const [worked, stuck] = [await arrives('Worked'), await arrives('Stuck')];
  await query(`update inbound_event set state = 'parked' where convert_from(raw, 'UTF8') like '%Subject: Stuck%'`);
  const nightAfter = async (interval: string) => {
    await ages(interval);
    await query('update retention_run set ran_on = ran_on - 1');
    await sweepsAtNight(stage);
  };
  await nightAfter('29 days');
  await ada.gets(worked.original);
  await nightAfter('2 days');
  await ada.gets(worked.original, 404);
  await ada.gets(stuck.original);
  const { messages } = await ada.gets(`/api/conversations/${worked.id}`);
  assert.match(messages[0].text, /my invoices/, 'the words stay');
  assert.equal((await worked.again()).status, 200, 'and a repeat is still known');
});

test('unroutable mail is deleted after 30 days, once a night like everything else', async () => {
  await sweepsAtNight(stage);
  await query(`insert into unroutable_mail (id, event_id, reason, media_type, raw, received_at)
    select gen_random_uuid(), 'kept ' || days, 'unknown_recipient', 'message/rfc822', 'x', now() - make_interval(days => days)
    from unnest(array[29, 31]) days`);
  const kept = async () => (await query(`select event_id from unroutable_mail order by event_id`)).rows;
  await sweepsAtNight(stage);
  assert.deepEqual(await kept(), [{ event_id: 'kept 29' }, { event_id: 'kept 31' }], 'the run of this night has ended');
  await query('update retention_run set ran_on = ran_on - 1');
  await sweepsAtNight(stage);
  assert.deepEqual(await kept(), [{ event_id: 'kept 29' }]);
});

test('a night’s work that takes long lets the other repairs go on in between', async () => {
  const { clock, db } = stage.server.desk;
  await sweepsAtNight(stage);
  await query('update retention_run set ran_on = ran_on - 1');
  assert.equal((await dueForRetention(db, clock.now())).length, 2);
  let passed = 0;
  // Each look at the time finds two seconds gone.
  const time = mock.method(performance, 'now', () => (passed += 2_000));
  await stage.server.sweep();
  time.mock.restore();
  assert.ok((await dueForRetention(db, clock.now())).length > 0);
  await sweepsAtNight(stage);
});
