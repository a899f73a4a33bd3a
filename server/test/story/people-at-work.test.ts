import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { atRest } from '../at-rest.ts';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const of = (conversation: any, kind: string): any[] => conversation.messages.filter((each: any) => each.kind === kind);

async function asks(text: string, check: (conversation: any) => void): Promise<any> {
  const event = stage.chatdesk.events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  return conversationOf(stage, event.conversationId, check);
}

const asksForPeople = () => asks('I want to talk to a real person please', (each) => assert.equal(each.owner, 'human'));

test('a draft that the customer’s next message has overtaken can no longer be approved', async () => {
  const { ada, max } = stage.world;
  await ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'draft' });
  const opened = await asks('How can I reset my password?', (each) => assert.equal(of(each, 'draft').length, 1));
  const [overtaken] = of(opened, 'draft');
  const more = stage.chatdesk.events.userReplied(opened.channel_reference, {
    text: 'And how do I export my invoices?',
  });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, more);
  const again = await conversationOf(stage, opened.channel_reference, (each) => {
    assert.equal(of(each, 'customer').length, 2);
    assert.equal(each.ai_state, 'awaiting_approval');
  });
  await ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'auto' });
  const drafts = `/api/conversations/${opened.id}/drafts`;
  assert.deepEqual(
    of(again, 'event').map(({ id, text }) => [id, text]),
    [[overtaken.id, 'A drafted answer was set aside.']],
  );
  const german = { 'accept-language': 'de' };
  const { body: read } = await max.calls('GET', `/api/conversations/${opened.id}`, undefined, german);
  assert.deepEqual(
    [...of(read, 'event'), ...of(read, 'customer')].map(({ text }) => text),
    ['Ein Antwortentwurf wurde beiseitegelegt.', ...of(again, 'customer').map(({ text }) => text)],
  );
  const refused = await max.calls('POST', `${drafts}/${overtaken.id}/approve`, {});
  assert.deepEqual([refused.status, refused.body.code], [409, 'invalid_transition']);
  const [draft, ...others] = of(again, 'draft');
  assert.deepEqual(others, []);
  await max.posts(`${drafts}/${draft.id}/approve`, {}, 200);
});

test('approving a draft closes all others', async () => {
  const { ada, max } = stage.world;
  const { owner } = stage.server.desk.db;
  await ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'draft' });
  const opened = await asks('How can I reset my password?', (each) => assert.equal(of(each, 'draft').length, 1));
  await ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'auto' });
  const note = await max.posts(`/api/conversations/${opened.id}/messages`, { kind: 'note', text: 'As it was left.' });
  // A draft from before overtaken drafts were discarded.
  await owner.query(`update message set kind = 'draft' where id = $1`, [note.id]);
  const [draft] = of(opened, 'draft');
  await max.posts(`/api/conversations/${opened.id}/drafts/${draft.id}/approve`, {}, 200);
  const approved = await max.gets(`/api/conversations/${opened.id}`);
  assert.deepEqual([of(approved, 'human').length, of(approved, 'draft')], [1, []]);
});

test('a resolved conversation that people take up again is no longer resolved', async () => {
  const { max } = stage.world;
  const { id } = await asksForPeople();
  const resolved = await max.patches(`/api/conversations/${id}`, { status: 'resolved' });
  assert.equal(resolved.resolution, 'human');
  const { conversation, handover } = await max.posts(`/api/conversations/${id}/handover`, { to: 'human' }, 200);
  assert.equal(handover, null, 'people had it already');
  assert.deepEqual(
    [conversation.status, conversation.resolution, conversation.resolved_at, conversation.snoozed_until],
    ['open', null, null, null],
  );
});

test('setting the status to pending ends the customer’s wait', async () => {
  const { max } = stage.world;
  const { id, waiting_since: since } = await asksForPeople();
  assert.ok(since);
  const { status, owner, waiting_since: left } = await max.patches(`/api/conversations/${id}`, { status: 'pending' });
  assert.deepEqual([status, owner, left], ['pending', 'human', null]);
});

test('a reply can be read at its Location, with its delivery', async () => {
  const { max, mallory } = stage.world;
  const { id, messages } = await asksForPeople();
  const written = await max.calls('POST', `/api/conversations/${id}/messages`, {
    kind: 'reply',
    text: 'At your service.',
  });
  const there = String(written.headers['location']);
  assert.equal(there, `/api/conversations/${id}/messages/${written.body.id}`);
  assert.equal(written.body.delivery.sent_at, null);
  const sent = await eventually(async () => {
    const message = await max.gets(there);
    assert.equal(message.delivery.status, 'sent');
    return message;
  });
  assert.ok(Date.parse(sent.delivery.sent_at));
  const { id: opened } = messages.find(({ kind }: any) => kind === 'customer');
  assert.equal((await max.gets(`/api/conversations/${id}/messages/${opened}`)).delivery.sent_at, null);
  await mallory.gets(there, 404);
  const other = await asksForPeople();
  await max.gets(`/api/conversations/${other.id}/messages/${written.body.id}`, 404);
});

test('a reply assigns the member who writes it, unless somebody has the conversation or a program replies', async () => {
  const { ada, max } = stage.world;
  const replies = async (id: string, person: typeof max, headers: Record<string, string> = {}) => {
    const reply = { kind: 'reply', text: 'I look into it.' };
    const { status } = await person.calls('POST', `/api/conversations/${id}/messages`, reply, headers);
    assert.equal(status, 201);
    return max.gets(`/api/conversations/${id}`);
  };
  const answered = await asks('How can I reset my password?', (each) => assert.equal(of(each, 'ai').length, 1));
  assert.deepEqual([answered.owner, answered.assignee], ['ai', null]);
  const note = { kind: 'note', text: 'Looks fine.' };
  await max.posts(`/api/conversations/${answered.id}/messages`, note);
  assert.equal((await max.gets(`/api/conversations/${answered.id}`)).assignee, null, 'a note takes nothing over');
  const taken = await replies(answered.id, max);
  assert.deepEqual([taken.owner, taken.assignee.id], ['human', max.userId]);
  assert.equal((await replies(answered.id, ada)).assignee.id, max.userId, 'a colleague helps out');
  const { id } = await asksForPeople();
  const { key } = await ada.posts('/api/api-keys', { name: 'A script', role: 'member' });
  const script = await replies(id, ada, { authorization: `Bearer ${key}` });
  assert.deepEqual([of(script, 'human').length, script.assignee], [1, null]);
});

test('a helpdesk that assigns the person who has replied there causes no new work', async () => {
  const { events } = stage.chatdesk;
  const opened = await asksForPeople();
  const thread = opened.channel_reference;
  const deliver = (event: any) => stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  await deliver(events.adminReplied(thread, { text: 'I am looking at it.' }));
  await conversationOf(stage, thread, (each) => assert.equal(each.status, 'pending'));
  await deliver(events.adminAssigned(thread, { type: 'admin', id: '4711' }));
  await atRest(stage.server, { organizationId: stage.world.birch.organizationId });
  const { items } = await stage.world.max.gets('/api/conversations?needs=reply&limit=200');
  assert.ok(!items.some((each: any) => each.id === opened.id));
  assert.equal((await stage.world.max.gets(`/api/conversations/${opened.id}`)).status, 'pending');
});

test('snoozed_until without a status moves the existing time to wake, and null wakes the conversation', async () => {
  const { max } = stage.world;
  const { id } = await asksForPeople();
  const [first, second] = ['2100-01-01T00:00:00.000Z', '2100-02-01T00:00:00.000Z'];
  const path = `/api/conversations/${id}`;
  const { errors } = await max.patches(path, { snoozed_until: first }, 422);
  assert.deepEqual(
    errors.map((each: any) => each.path),
    ['/snoozed_until'],
  );
  await max.patches(path, { snoozed_until: null });
  const awake = await max.patches(path, { status: 'open', snoozed_until: first }, 422);
  assert.equal(awake.errors[0].path, '/snoozed_until', 'which would otherwise be forgotten');
  await max.patches(path, { status: 'snoozed', snoozed_until: first });
  const moved = await max.patches(path, { snoozed_until: second });
  assert.deepEqual([moved.status, moved.snoozed_until], ['snoozed', second]);
  await max.patches(path, { status: 'snoozed', snoozed_until: null }, 422);
  const woken = await max.patches(path, { snoozed_until: null });
  assert.deepEqual([woken.status, woken.owner, woken.snoozed_until], ['open', 'human', null]);
});

test('messages to a conversation of people are tagged and can make it urgent, but do not move it', async () => {
  const { max, wim } = stage.world;
  const billing = await wim.posts('/api/routing/destinations', { name: 'Billing', kind: 'queue' });
  const tag = { name: 'Billing', detect: { keywords: ['charged twice'] }, default_destination_id: billing.id };
  const { id: tagId } = await wim.posts('/api/routing/tags', tag);
  const before = await asks('I want to talk to a real person please', (each) => {
    assert.deepEqual(
      each.handovers.map(({ delivery }: any) => delivery),
      ['delivered'],
    );
    assert.equal(each.messages.at(-1).delivery.status, 'sent');
  });
  assert.deepEqual([before.tags, before.priority, before.destination.kind], [[], 'normal', 'queue']);
  const text = 'Your device has caught fire, there is smoke everywhere! And I was charged twice.';
  await stage.chatdesk.deliver(
    stage.hooks.chatdesk,
    stage.chatdesk.events.userReplied(before.channel_reference, { text }),
  );
  const after = await conversationOf(stage, before.channel_reference, (each) => {
    assert.deepEqual(
      each.tags.map((of: any) => of.id),
      [tagId],
    );
    assert.equal(each.priority, 'urgent');
  });
  assert.deepEqual([after.owner, after.destination, after.handovers], ['human', before.destination, before.handovers]);
  assert.equal(after.message_count, before.message_count + 1);
  assert.equal(after.last_decision.id, before.last_decision.id);
  const { items } = await max.gets(`/api/conversations/${after.id}/decisions`);
  const added = items.find((each: any) => each.message_ids.includes(after.messages.at(-1).id));
  assert.deepEqual([added.disposition, added.reason, added.destination.id], ['stopped', 'human_reply', billing.id]);
  const replayed = await max.posts(`/api/decisions/${added.id}/replay`, { against: 'recorded' }, 200);
  assert.equal(replayed.same, true);
});

test('a tag that people removed stays off despite new messages and rules, until people add it again', async () => {
  const { max, wim } = stage.world;
  const tagNamed = async (name: string, keyword: string): Promise<string> =>
    (await wim.posts('/api/routing/tags', { name, detect: { keywords: [keyword] } })).id;
  const [parcel, ruled, fresh] = [
    await tagNamed('Parcel', 'parcel'),
    await tagNamed('Ruled', 'zq1'),
    await tagNamed('Fresh', 'zebra'),
  ];
  await wim.posts('/api/routing/rules', {
    name: 'Parcels',
    when: { all: [{ field: 'message.text', op: 'contains', value: 'parcel' }] },
    then: { add_tag_ids: [ruled] },
  });
  const tagsOf = (each: any) => each.tags.map((tag: any) => tag.id).toSorted();
  const first = await asks('I want to talk to a person about my parcel', (each) =>
    assert.deepEqual(tagsOf(each), [parcel, ruled].toSorted()),
  );
  const { id, channel_reference: reference } = first;
  const says = async (text: string, expected: string[]) => {
    await stage.chatdesk.deliver(stage.hooks.chatdesk, stage.chatdesk.events.userReplied(reference, { text }));
    await conversationOf(stage, reference, (each) => assert.deepEqual(tagsOf(each), expected.toSorted()));
  };
  assert.deepEqual((await max.patches(`/api/conversations/${id}`, { tag_ids: [] })).tags, []);
  assert.equal((await max.patches(`/api/conversations/${id}`, { tag_ids: [ruled] })).tags.length, 1);
  assert.deepEqual((await max.patches(`/api/conversations/${id}`, { tag_ids: null })).tags, [], 'null clears');
  await says('My parcel is big, a zebra is in it.', [fresh]);
  const { items } = await max.gets(`/api/conversations/${id}/decisions`);
  assert.deepEqual(
    items[0].signals.tags.map((tag: any) => tag.id),
    [fresh],
    'the record says the same',
  );
  const replayed = await max.posts(`/api/decisions/${items[0].id}/replay`, { against: 'current' }, 200);
  assert.deepEqual(
    replayed.replayed.signals.tags.map((tag: any) => tag.id),
    [fresh],
  );
  await max.patches(`/api/conversations/${id}`, { tag_ids: [parcel] });
  await max.patches(`/api/conversations/${id}`, { tag_ids: [parcel, fresh] });
  await says('Where is my parcel?', [parcel, fresh]);
});

test('a deleted tag or destination cannot be given to a conversation; what it has may stay', async () => {
  const { ada, max } = stage.world;
  const { id } = await asksForPeople();
  const tag = await ada.posts('/api/routing/tags', { name: 'Soon gone' });
  const kept = await ada.posts('/api/routing/tags', { name: 'Kept' });
  const destination = await ada.posts('/api/routing/destinations', { name: 'Soon closed', kind: 'queue' });
  await max.patches(`/api/conversations/${id}`, { tag_ids: [kept.id] });
  for (const each of [`tags/${tag.id}`, `tags/${kept.id}`, `destinations/${destination.id}`])
    await ada.deletes(`/api/routing/${each}`);
  const refusedAt = async (patch: object) => (await max.patches(`/api/conversations/${id}`, patch, 422)).errors[0].path;
  assert.equal(await refusedAt({ tag_ids: [kept.id, tag.id] }), '/tag_ids/1');
  assert.equal(await refusedAt({ destination_id: destination.id }), '/destination_id');
  await max.patches(`/api/conversations/${id}`, { tag_ids: [kept.id], status: 'pending' });
});

test('a resolved conversation can be given to the AI for the customer’s next message', async () => {
  const { max } = stage.world;
  const { id, channel_reference: reference } = await asksForPeople();
  await max.patches(`/api/conversations/${id}`, { status: 'resolved' });
  const { conversation, handover } = await max.posts(`/api/conversations/${id}/handover`, { to: 'ai' }, 200);
  assert.deepEqual(
    [conversation.status, conversation.owner, conversation.ai_state, conversation.resolution],
    ['pending', 'ai', 'idle', null],
  );
  assert.equal(handover.reason, 'returned_to_ai');
  const more = stage.chatdesk.events.userReplied(reference, { text: 'How can I reset my password?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, more);
  await conversationOf(stage, reference, (each) => assert.equal(of(each, 'ai').at(-1)?.delivery.status, 'sent'));
});

test('a customer’s message is stored even if a teammate’s message had the same id', async () => {
  const { events, deliver } = stage.chatdesk;
  const { channel_reference: reference } = await asksForPeople();
  const theirs = events.adminReplied(reference, { text: 'We look into it.' });
  await deliver(stage.hooks.chatdesk, theirs);
  await conversationOf(stage, reference, (each) => assert.equal(of(each, 'human').length, 1));
  const idOf = (body: any) => body.data.item.conversation_parts.conversation_parts[0].id;
  const customers = structuredClone<any>(events.userReplied(reference, { text: 'Any news?' }).body);
  customers.data.item.conversation_parts.conversation_parts[0].id = idOf(theirs.body);
  await deliver(stage.hooks.chatdesk, events.signed(customers));
  await conversationOf(stage, reference, (each) =>
    assert.deepEqual(
      each.messages.slice(-2).map(({ text }: any) => text),
      ['We look into it.', 'Any news?'],
    ),
  );
});

test('the channel’s log names the conversation that an event went to, not a later one of its thread', async () => {
  const { ada, max } = stage.world;
  const { events, deliver } = stage.chatdesk;
  const { id: first, channel_reference: reference } = await asksForPeople();
  await deliver(stage.hooks.chatdesk, events.adminReplied(reference, { text: 'We look into it.' }));
  await conversationOf(stage, reference, (each) => assert.equal(of(each, 'human').length, 1));
  await max.patches(`/api/conversations/${first}`, { status: 'resolved' });
  await stage.server.desk.db.owner.query(
    `update conversation set resolved_at = resolved_at - interval '1 year' where id = $1`,
    [first],
  );
  await deliver(stage.hooks.chatdesk, events.userReplied(reference, { text: 'Another question, a year later.' }));
  const second = await eventually(async () => {
    const { items } = await ada.gets('/api/conversations?limit=200');
    const later = items.find((each: any) => each.channel_reference === reference && each.id !== first);
    assert.ok(later);
    return later.id;
  });
  const { items } = await ada.gets('/api/channels/chatdesk/events?limit=3');
  assert.deepEqual(
    items.map((each: any) => [each.conversation_id, each.state, typeof each.customer_name]),
    [second, first, first].map((id) => [id, 'accepted', 'string']),
  );
});

test('a conversation whose destination was deleted opens where people look', async () => {
  const { ada, max, wim } = stage.world;
  const opened = await asksForPeople();
  const path = `/api/conversations/${opened.id}`;
  const leavesPlace = async (name: string) => {
    const { id } = await wim.posts('/api/routing/destinations', { name, kind: 'queue' });
    await max.patches(path, { destination_id: id });
    await max.patches(path, { status: 'resolved' });
    await wim.deletes(`/api/routing/destinations/${id}`);
    assert.equal((await max.gets(path)).destination.name, name, 'history keeps it');
  };
  await leavesPlace('Closed for good');
  const more = stage.chatdesk.events.userReplied(opened.channel_reference, { text: 'It happened again.' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, more);
  const again = await conversationOf(stage, opened.channel_reference, (each) =>
    assert.equal(each.destination.name, 'Internal queue'),
  );
  assert.deepEqual([again.status, again.owner], ['open', 'human']);

  const second = await wim.posts('/api/routing/destinations', { name: 'Second line', kind: 'queue' });
  await ada.patches('/api/organizations/me/settings', { default_destination_id: second.id });
  await leavesPlace('Closed too');
  const { conversation, handover } = await max.posts(`${path}/handover`, { to: 'human' }, 200);
  assert.deepEqual([conversation.status, conversation.destination.id], ['open', second.id]);
  assert.equal(handover.destination.id, second.id);
  assert.equal((await max.posts(`${path}/handover`, { to: 'human' }, 200)).handover, null);
  await ada.patches('/api/organizations/me/settings', { default_destination_id: null });
});
