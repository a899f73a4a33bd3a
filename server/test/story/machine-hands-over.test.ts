import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

// The AI hands over because of its own trouble, or because it may not continue. The team must be notified.
let stage: Stage;
const mailbox = { name: 'Mailbox', kind: 'email', target: 'team@birch.test' };
before(async () => {
  stage = await setStage();
  const { ada } = stage.world;
  const { id } = await ada.posts('/api/routing/destinations', mailbox);
  await settings({ default_destination_id: id });
});
afterEach(() => settings({ auto_respond_enabled: true }));
after(() => stage.close());

const settings = (change: object) => stage.world.ada.patches('/api/organizations/me/settings', change);

async function asks(text: string): Promise<string> {
  const event = stage.chatdesk.events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  return event.conversationId;
}

const isAnswered = (reference: string) =>
  conversationOf(stage, reference, (each) => assert.equal(each.messages.at(-1).delivery?.status, 'sent'));

/** Waits until the conversation is handed over. Returns the mail that the team got about it. */
async function isHandedOver(reference: string, reason: string, team = mailbox): Promise<string> {
  const { id, owner, handovers, destination } = await conversationOf(stage, reference, (each) =>
    assert.equal(each.handovers.at(-1)?.destination?.name, team.name),
  );
  assert.deepEqual([owner, handovers.at(-1).reason, destination.name], ['human', reason, team.name]);
  const mails = await eventually(() => {
    const about = stage.mail.mailsTo(team.target).filter(({ text }) => text.includes(id));
    assert.equal(about.length, 1);
    return about;
  });
  return mails[0]?.text ?? '';
}

test('the team is notified of a lost answer', async () => {
  const on = 'POST /conversations/:id/reply';
  stage.chatdesk.failNext({ kind: 'answer', status: 404 }, { on });
  const reference = await asks('how do I export my invoices?');
  const mail = await isHandedOver(reference, 'ai_error');
  assert.match(mail, /export my invoices[^]*could not be delivered/);
  assert.equal(stage.chatdesk.repliesTo(reference).length, 0);
});

test('the team is notified when the switch takes open conversations from the AI', async () => {
  const reference = await asks('how do I reset my password?');
  const { id } = await isAnswered(reference);
  await stage.server.desk.db.owner.query(
    `update conversation set status = 'open', ai_state = 'running', waiting_since = clock_timestamp(),
       turn_lease = gen_random_uuid(), turn_lease_until = clock_timestamp() + interval '1 minute' where id = $1`,
    [id],
  );
  await settings({ auto_respond_enabled: false });
  assert.match(await isHandedOver(reference, 'auto_respond_off'), /reset my password[^]*switched off/);
  assert.equal(stage.chatdesk.repliesTo(reference).length, 1);
});

test('the team is notified when the helpdesk’s own bot answers first', async () => {
  const reference = await asks('how do I reset my password?');
  const { id } = await isAnswered(reference);
  await stage.server.desk.db.owner.query(
    `update conversation set status = 'open', ai_state = 'running', waiting_since = clock_timestamp(),
       turn_lease = gen_random_uuid(), turn_lease_until = clock_timestamp() + interval '1 minute' where id = $1`,
    [id],
  );
  const bot = stage.chatdesk.events.botReplied(reference, 'Have you tried our help centre?');
  await stage.chatdesk.deliver(stage.hooks.chatdesk, bot);
  assert.match(await isHandedOver(reference, 'other_participant'), /own bot answered/);
});

test('the team of a tag is notified instead of the usual one', async () => {
  const { max, wim } = stage.world;
  const accounts = { name: 'Accounts', kind: 'email', target: 'accounts@birch.test' };
  const { id: default_destination_id } = await wim.posts('/api/routing/destinations', accounts);
  const tag = await wim.posts('/api/routing/tags', { name: 'Accounts', default_destination_id });
  const reference = await asks('how do I reset my password?');
  const { id } = await isAnswered(reference);
  await max.patches(`/api/conversations/${id}`, { tag_ids: [tag.id] });
  await stage.server.desk.db.owner.query(
    `update conversation set status = 'open', ai_state = 'running', waiting_since = clock_timestamp(),
       turn_lease = gen_random_uuid(), turn_lease_until = clock_timestamp() + interval '1 minute' where id = $1`,
    [id],
  );
  await settings({ auto_respond_enabled: false });
  await isHandedOver(reference, 'auto_respond_off', accounts);
});

test('with the switch off, a customer’s next message is tagged and routed like a first one', async () => {
  const { ada } = stage.world;
  const tag = await ada.posts('/api/routing/tags', { name: 'Invoices', detect: { keywords: ['invoice'] } });
  const reference = await asks('how do I reset my password?');
  await isAnswered(reference);
  await settings({ auto_respond_enabled: false });
  const more = stage.chatdesk.events.userReplied(reference, { text: 'Where is the invoice of last March?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, more);
  assert.match(await isHandedOver(reference, 'auto_respond_off'), /invoice of last March/);
  const { tags } = await conversationOf(stage, reference);
  assert.deepEqual(
    tags.map(({ id }: { id: string }) => id),
    [tag.id],
  );
  assert.equal(stage.chatdesk.repliesTo(reference).length, 1);
});

test('one channel’s switch takes its conversations, no matter how many others stay with the AI', async () => {
  const reference = await asks('how do I reset my password?');
  const { id } = await isAnswered(reference);
  const { owner } = stage.server.desk.db;
  const thinking = `status = 'open', ai_state = 'running', waiting_since = clock_timestamp(), turn_lease = gen_random_uuid(),
    turn_lease_until = clock_timestamp() + interval '1 minute'`;
  await owner.query(`update conversation set ${thinking} where id = $1`, [id]);
  // The first page contains only other conversations, because their ids are lower.
  await owner.query(
    `insert into conversation (organization_id, id, channel, channel_reference, customer_id, status, owner, ai_state,
       waiting_since, created_at, updated_at)
     select organization_id, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'email', 'other ' || n,
       customer_id, 'open', 'ai', 'running', clock_timestamp(), clock_timestamp(), clock_timestamp()
     from conversation, generate_series(1, 501) n where id = $1`,
    [id],
  );
  await settings({ channels: { chatdesk: { auto_respond: 'off' } } });
  await isHandedOver(reference, 'auto_respond_off');
  const { rows } = await owner.query(
    `select count(*)::int as open from conversation where channel = 'email' and owner = 'ai'`,
  );
  assert.deepEqual(rows, [{ open: 501 }]);
});
