import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Caller } from '../world.ts';
import { conversationOf, eventually, learn, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

test('a question that the knowledge base does not cover goes to people, with a notice to the customer and a note to act on', async () => {
  const event = stage.chatdesk.events.userCreated({
    text: 'do you offer a student discount for universities in Norway?',
  });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const conversation = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.handovers[0]?.delivery, 'delivered'),
  );
  assert.deepEqual([conversation.status, conversation.owner, conversation.ai_state], ['open', 'human', null]);
  assert.ok(conversation.waiting_since);
  assert.match(conversation.handovers[0].reason, /missing_knowledge|low_confidence/);
  assert.equal(stage.chatdesk.repliesTo(event.conversationId).length, 1);
  const [note] = stage.chatdesk.notesOn(event.conversationId);
  assert.match(note?.body ?? '', /student discount/);
  assert.match(note?.body ?? '', /Why you have it/);
});

test('passages that are hardly relevant are recorded and shown, and the note does not say that there are none', async () => {
  const { max, wim } = stage.world;
  const message = 'Do you sell penguins?';
  const event = stage.chatdesk.events.userCreated({ text: message });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { last_decision: decision } = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.handovers[0]?.delivery, 'delivered'),
  );
  assert.deepEqual([decision.reason, decision.answer], ['missing_knowledge', null]);
  const [first] = decision.evidence;
  assert.ok(first);
  const note = stage.chatdesk.notesOn(event.conversationId)[0]?.body ?? '';
  assert.doesNotMatch(note, /Nothing in the knowledge base|no passage of the knowledge base was used/);
  assert.ok(note.includes(`“${first.title}”`), note);
  const { same, replayed } = await max.posts(`/api/decisions/${decision.id}/replay`, { against: 'recorded' }, 200);
  assert.deepEqual([same, replayed.evidence], [true, decision.evidence]);

  const simulate = (overlay: object) =>
    max.posts('/api/knowledge/validation/outcome/simulate', { message, explain: true, overlay }, 200);
  const simulated = await simulate({});
  const ids = (passages: any[]) => passages.map((each) => each.chunk_id);
  assert.deepEqual(ids(simulated.evidence), ids(decision.evidence));
  assert.deepEqual(ids(simulated.explanation.evidence), ids(decision.evidence));
  const { id: empty } = await wim.posts('/api/knowledge/collections', { name: 'Empty' });
  const when = { all: [{ field: 'channel', op: 'exists' }] };
  const nothing = await simulate({ rules: [{ name: 'Nothing', when, then: { collection_ids: [empty] } }] });
  assert.deepEqual([nothing.reason, nothing.evidence], ['missing_knowledge', []]);
  assert.match(nothing.handover.note, /Nothing in the knowledge base deals with this/);
});

test('a notice of spaces alone counts as none, and a rule with such words as one without', async () => {
  const { ada, max } = stage.world;
  const settings = (patch: object) => ada.patches('/api/organizations/me/settings', patch);
  const text = 'I want to talk to a person please';
  const rule = { name: 'Blank', when: {}, then: { decision: 'escalate', message: ' ' } };
  const simulate = (overlay: object) =>
    max.posts('/api/knowledge/validation/outcome/simulate', { message: text, overlay }, 200);
  const { handover } = await simulate({ rules: [rule] });
  assert.match(handover.message, /passing it on to a colleague/);
  await settings({ handover_message: ' \n' });
  const event = stage.chatdesk.events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { messages } = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.handovers[0]?.delivery, 'delivered'),
  );
  assert.deepEqual(
    messages.map((each: any) => each.kind),
    ['customer'],
  );
  await settings({ handover_message: null });
});

test('an emoji at the end of what the note quotes does not keep a long message from people', async () => {
  for (const emoji of ['🙂'.repeat(400), `x${'🙂'.repeat(400)}`]) {
    const text = `${emoji} Let me talk to a person.`;
    const event = stage.chatdesk.events.userCreated({ text });
    await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
    const conversation = await conversationOf(stage, event.conversationId, (each) =>
      assert.equal(each.handovers[0]?.delivery, 'delivered'),
    );
    assert.match(conversation.handovers[0].note, /^Asked: x?🙂+…$/mu);
  }
});

test('a question with a very long log below it is decided', async () => {
  const log = Array.from({ length: 150_000 }, (_, at) => `x${at.toString(36)}`).join(' ');
  const event = stage.chatdesk.events.userCreated({ text: `How do I reset my password?\n\n${log}` });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  await conversationOf(stage, event.conversationId, (each) => assert.ok(each.last_decision));
});

test('a customer who asks for a person gets one, even about something that the knowledge base covers', async () => {
  const event = stage.chatdesk.events.userCreated({
    text: 'I want to talk to a real person about resetting my password please',
  });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const conversation = await conversationOf(stage, event.conversationId, (each) => assert.equal(each.owner, 'human'));
  assert.equal(conversation.handovers[0].reason, 'customer_request');
});

test('a rule sends matching messages to its destination, and the helpdesk assigns them', async () => {
  const { ada } = stage.world;
  const team = await ada.posts('/api/routing/destinations', {
    name: 'Billing team',
    kind: 'ticketdesk_group',
    target: '4711',
  });
  await ada.posts('/api/routing/rules', {
    name: 'VAT',
    when: { all: [{ field: 'message.text', op: 'contains', value: 'VAT' }] },
    then: { decision: 'escalate', destination_id: team.id, reason: 'policy_rule' },
  });
  await stage.world.wim.posts('/api/routing/tags', { name: 'Tax', detect: { keywords: ['VAT'] } });
  stage.ticketdesk.calls.clear();
  const event = stage.ticketdesk.events.ticketOpened({
    subject: 'VAT number',
    text: 'Please put our VAT number on the invoices.',
  });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
  const conversation = await conversationOf(stage, event.ticketId, (each) =>
    assert.equal(each.handovers[0]?.delivery, 'delivered'),
  );
  assert.equal(conversation.destination.name, 'Billing team');
  assert.equal(conversation.handovers[0].reason, 'policy_rule');
  const { groupId, tags } = stage.ticketdesk.ticket(event.ticketId);
  assert.deepEqual([String(groupId), tags], ['4711', ['tax']]);
  const calls = stage.ticketdesk.calls.all.map(({ method, path }: any) => `${method} ${path}`);
  assert.equal(calls.length, 5, `words, subject, what is said, the present tags, the note: ${calls.join(', ')}`);
});

for (const { fallback, notes } of [
  { fallback: { name: 'Support', kind: 'chatdesk_team', target: '5200001' }, notes: 2 },
  { fallback: null, notes: 1 },
])
  test(`if the helpdesk refuses to assign a team, ${fallback?.name ?? 'the internal queue'} gets the conversation`, async () => {
    const { ada } = stage.world;
    const word = `warranty${notes}`;
    const next = fallback ? await ada.posts('/api/routing/destinations', fallback) : null;
    const team = await ada.posts('/api/routing/destinations', {
      name: `Dissolved team ${notes}`,
      kind: 'chatdesk_team',
      target: '404404',
      fallback_destination_id: next?.id ?? null,
    });
    await ada.posts('/api/routing/rules', {
      name: word,
      when: { all: [{ field: 'message.text', op: 'contains', value: word }] },
      then: { decision: 'escalate', destination_id: team.id, reason: 'policy_rule' },
    });
    const event = stage.chatdesk.events.userCreated({ text: `Please extend my ${word}.` });
    await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
    const { id, owner, status, destination, messages } = await conversationOf(stage, event.conversationId, (each) =>
      assert.equal(each.handovers[0]?.delivery, 'fallback_used'),
    );
    assert.deepEqual([owner, status], ['human', 'open']);
    assert.deepEqual([destination.kind, destination.id === next?.id], [fallback?.kind ?? 'queue', fallback !== null]);
    const told = messages.filter(({ kind }: any) => kind === 'event').map(({ text }: any) => text);
    assert.deepEqual(told, [
      'The note is in the helpdesk, but the conversation could not be assigned there. (The helpdesk answered HTTP 404.)',
    ]);
    await untilNothingIsOnItsWay();
    assert.equal(stage.chatdesk.notesOn(event.conversationId).length, notes);
    assert.equal(stage.chatdesk.conversation(event.conversationId).teamAssigneeId, fallback ? 5200001 : null);
    const { items } = await ada.gets('/api/dead-letters');
    assert.equal(
      items.some((each: any) => each.conversation_id === id),
      false,
      'the note was delivered',
    );
  });

test('a question about the state of the customer’s own case goes to people, however well an article fits', async () => {
  const event = stage.chatdesk.events.userCreated({ text: 'Has my refund for the annual plan gone out yet?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { last_decision, owner } = await conversationOf(stage, event.conversationId, (each) =>
    assert.ok(each.last_decision),
  );
  assert.deepEqual([last_decision.outcome, last_decision.reason, owner], ['escalate', 'guardrail', 'human']);
});

test('a colleague who answers in the helpdesk takes over: the AI stays silent after that', async () => {
  const event = stage.chatdesk.events.userCreated({ text: 'how do I export my invoices?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.messages.at(-1).delivery.status, 'sent'),
  );
  await stage.chatdesk.deliver(
    stage.hooks.chatdesk,
    stage.chatdesk.events.adminReplied(event.conversationId, { text: 'Let me look at it with you.' }),
  );
  await conversationOf(stage, event.conversationId, (each) => assert.equal(each.owner, 'human'));
  await stage.chatdesk.deliver(
    stage.hooks.chatdesk,
    stage.chatdesk.events.userReplied(event.conversationId, { text: 'and how do I reset my password?' }),
  );
  const conversation = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.messages.filter((message: any) => message.kind === 'customer').length, 2),
  );
  assert.deepEqual([conversation.status, conversation.owner], ['open', 'human']);
  assert.equal(stage.chatdesk.repliesTo(event.conversationId).length, 1);
});

test('echoes of our own messages from the helpdesk are not a takeover', async () => {
  const event = stage.chatdesk.events.userCreated({ text: 'where can I export invoices?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.messages.at(-1).delivery.status, 'sent'),
  );
  await stage.chatdesk.deliver(stage.hooks.chatdesk, stage.chatdesk.events.ownEcho(event.conversationId));
  await stage.chatdesk.deliver(
    stage.hooks.chatdesk,
    stage.chatdesk.events.userReplied(event.conversationId, { text: 'and how do i reset my password?' }),
  );
  const conversation = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.messages.filter((message: any) => message.kind === 'ai').length, 2),
  );
  assert.equal(conversation.owner, 'ai');
});

test('a person hands a conversation back to the AI, which answers the open messages', async () => {
  const { ada, max } = stage.world;
  const event = stage.chatdesk.events.userCreated({ text: 'may I speak to an agent please' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const handed = await conversationOf(stage, event.conversationId, (each) => assert.equal(each.owner, 'human'));
  await stage.chatdesk.deliver(
    stage.hooks.chatdesk,
    stage.chatdesk.events.userReplied(event.conversationId, { text: 'or just tell me how to reset my password' }),
  );
  await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.message_count > handed.message_count, true),
  );
  const { conversation, handover } = await max.posts(`/api/conversations/${handed.id}/handover`, { to: 'ai' }, 200);
  assert.deepEqual([conversation.owner, conversation.ai_state, handover.direction], ['ai', 'queued', 'to_ai']);
  await eventually(async () => assert.equal((await ada.gets(`/api/conversations/${handed.id}`)).ai_state, 'idle'));
});

test('a person hands a conversation to people, and it keeps the message that the customer got', async () => {
  const { max } = stage.world;
  const event = stage.chatdesk.events.userCreated({ text: 'how can I reset my password?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const answered = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.messages.at(-1).delivery?.status, 'sent'),
  );
  const { handover } = await max.posts(`/api/conversations/${answered.id}/handover`, { to: 'human' }, 200);
  const noticeText = stage.chatdesk.repliesTo(event.conversationId).at(-1)?.body ?? '';
  assert.ok(
    handover.message_sent && noticeText.includes(handover.message_sent),
    `${handover.message_sent} / ${noticeText}`,
  );
  const { handovers } = await max.gets(`/api/conversations/${answered.id}`);
  assert.deepEqual(handovers.at(-1), handover);
});

test('a handover without a destination goes to the destination of an escalation, whose people are notified', async () => {
  const { ada, max } = stage.world;
  const asks = async () => {
    const event = stage.chatdesk.events.userCreated({ text: 'how can I reset my password?' });
    await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
    return conversationOf(stage, event.conversationId, (each) =>
      assert.equal(each.messages.at(-1).delivery?.status, 'sent'),
    );
  };
  const [first, second, third] = [await asks(), await asks(), await asks()];
  const hands = async (id: string, wish: object) =>
    (await max.posts(`/api/conversations/${id}/handover`, { to: 'human', notify_customer: false, ...wish }, 200))
      .conversation.destination;
  const team = { name: 'Second level', kind: 'email', target: 'second-level@birch.test' };
  const { id } = await ada.posts('/api/routing/destinations', team);
  await ada.patches('/api/organizations/me/settings', { default_destination_id: id });
  assert.equal((await hands(first.id, {})).id, id);
  await eventually(() => assert.equal(stage.mail.mailsTo(team.target).length, 1));
  const [mail] = stage.mail.mailsTo(team.target);
  assert.equal(mail?.subject, 'A customer needs you: Robin Tester');
  assert.match(mail?.text ?? '', /A colleague handed this conversation over\.\nAsked: how can I reset my password\?/);
  assert.equal(await hands(second.id, { destination_id: null }), null, 'whoever takes it over tells nobody');
  await ada.patches('/api/organizations/me/settings', { default_destination_id: null });
  assert.equal((await hands(third.id, {})).kind, 'queue');
  await max.posts(`/api/conversations/${first.id}/handover`, { to: 'ai' }, 200);
  assert.equal((await hands(first.id, {})).id, id, 'where it was before');
  await eventually(() => assert.equal(stage.mail.mailsTo(team.target).length, 2));
});

test('a handover assigns a person in the same step, or does neither', async () => {
  const { max, mallory } = stage.world;
  const event = stage.chatdesk.events.userCreated({ text: 'how can I reset my password?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { id } = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.messages.at(-1).delivery?.status, 'sent'),
  );
  const path = `/api/conversations/${id}`;
  const wish = { to: 'human', destination_id: null, notify_customer: false };
  const { version } = await max.gets(path);
  await max.posts(`${path}/handover`, { ...wish, assignee_id: mallory.userId }, 422);
  await max.posts(`${path}/handover`, { ...wish, assignee_id: max.userId, expected_version: version - 1 }, 412);
  const still = await max.gets(path);
  assert.deepEqual([still.owner, still.assignee], ['ai', null]);
  const mine = { ...wish, assignee_id: max.userId, expected_version: version };
  const { conversation } = await max.posts(`${path}/handover`, mine, 200);
  assert.deepEqual([conversation.owner, conversation.assignee.id], ['human', max.userId]);
  const bulk = { ids: [id], handover: { to: 'ai', assignee_id: null } };
  assert.deepEqual((await max.posts('/api/conversations/bulk', bulk, 200)).items, [{ id, ok: true }]);
  const back = await max.gets(path);
  assert.deepEqual([back.owner, back.assignee], ['ai', null]);
});

test('people pass a conversation on to another team, with a note that the team gets in the helpdesk', async () => {
  const { ada, max } = stage.world;
  const team = await ada.posts('/api/routing/destinations', {
    name: 'Returns',
    kind: 'chatdesk_team',
    target: '5200002',
  });
  const event = stage.chatdesk.events.userCreated({ text: 'I want to talk to a real person please' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { id, handovers: first } = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.handovers[0]?.delivery, 'delivered'),
  );
  const wish = { to: 'human', destination_id: team.id, note: 'A return from Norway.', notify_customer: false };
  const passed = await max.posts(`/api/conversations/${id}/handover`, wish, 200);
  assert.deepEqual(
    [passed.handover.destination.id, passed.handover.note, passed.handover.reason, passed.handover.message_sent],
    [team.id, wish.note, 'manual', null],
  );
  const after = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.handovers.at(-1).delivery, 'delivered'),
  );
  assert.equal(after.handovers.length, first.length + 1);
  assert.match(stage.chatdesk.notesOn(event.conversationId).at(-1)?.body ?? '', /A return from Norway/);
  const again = await max.posts(`/api/conversations/${id}/handover`, wish, 200);
  assert.equal(again.handover, null, 'it is there already');
});

for (const status of ['resolved', 'pending'])
  test(`a ${status} conversation that people hand to the same team again reaches that team, with the note`, async () => {
    const { ada, max } = stage.world;
    const target = `${status}@birch.test`;
    const team = await ada.posts('/api/routing/destinations', { name: `Team ${status}`, kind: 'email', target });
    const event = stage.chatdesk.events.userCreated({ text: 'I want to talk to a real person please' });
    await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
    const { id } = await conversationOf(stage, event.conversationId, (each) => assert.equal(each.owner, 'human'));
    const path = `/api/conversations/${id}`;
    const wish = { to: 'human', destination_id: team.id, notify_customer: false };
    const handOver = async (note: string) => (await max.posts(`${path}/handover`, { ...wish, note }, 200)).handover;
    assert.equal((await handOver('Please look.')).note, 'Please look.');
    await max.patches(path, { status });
    assert.equal((await handOver('Please look again.'))?.note, 'Please look again.');
    assert.equal(await handOver('And again.'), null, 'it is there already, and open');
    await eventually(() => assert.equal(stage.mail.mailsTo(target).length, 2));
    assert.match(
      stage.mail.mailsTo(target)[1]?.text ?? '',
      /Please look again\.\nAsked: I want to talk to a real person please/,
    );
    assert.equal((await max.gets(path)).status, 'open');
  });

test('the AI answers a question that went to people after they have added a document and handed it back', async () => {
  const { ada, max } = stage.world;
  const event = stage.chatdesk.events.userCreated({ text: 'How do I rotate the propeller blades of my quadcopter?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const handed = await conversationOf(stage, event.conversationId, (each) => assert.equal(each.owner, 'human'));
  await learn(ada, [
    {
      title: 'Rotate the propeller blades',
      text:
        '# Rotate the propeller blades\n\nTo rotate the propeller blades of your quadcopter, switch it off, press ' +
        'the lock at the hub and turn each blade by a quarter.',
    },
  ]);
  await max.posts(`/api/conversations/${handed.id}/handover`, { to: 'ai' }, 200);
  const answered = await conversationOf(stage, event.conversationId, (each) =>
    assert.match(each.messages.at(-1).text, /turn each blade by a quarter/),
  );
  assert.equal(answered.messages.at(-1).citations[0].title, 'Rotate the propeller blades');
});

test('people reply, and their words are sent through the channel', async () => {
  const { max } = stage.world;
  const event = stage.ticketdesk.events.ticketOpened({ subject: 'Help', text: 'I would like to talk to somebody.' });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
  const open = await conversationOf(stage, event.ticketId, (each) => assert.equal(each.owner, 'human'));
  await max.posts(`/api/conversations/${open.id}/messages`, { kind: 'note', text: 'Calling them back at noon.' });
  await max.posts(`/api/conversations/${open.id}/messages`, { kind: 'reply', text: 'We will call you at noon.' });
  const conversation = await conversationOf(stage, event.ticketId, (each) =>
    assert.equal(each.messages.find((message: any) => message.kind === 'human')?.delivery.status, 'sent'),
  );
  assert.deepEqual([conversation.status, conversation.owner, conversation.waiting_since], ['pending', 'human', null]);
  const replies = stage.ticketdesk.repliesTo(event.ticketId).map((comment) => comment.body);
  assert.ok(replies.some((body) => body?.includes('We will call you at noon.')));
  assert.ok(!replies.some((body) => body?.includes('Calling them back')));
});

for (const { form, isKnown, calls } of [
  { form: 'event', isKnown: false, calls: 3 },
  { form: 'trigger', isKnown: true, calls: 3 },
  // For a new ticket the desk must request the text, because the trigger contains none.
  { form: 'trigger', isKnown: false, calls: 4 },
] as const) {
  test(`an escalated ${isKnown ? 'known' : 'new'} ticket in the ${form} form costs ${calls} calls of the vendor`, async () => {
    const { events } = stage.ticketdesk;
    const about = isKnown ? 'How can I export my invoices?' : 'Please let me talk to a person.';
    const opened = events.ticketOpened({ subject: 'Help', text: about, form });
    if (isKnown) {
      await stage.ticketdesk.deliver(stage.hooks.ticketdesk, opened);
      await eventually(() => assert.equal(stage.ticketdesk.repliesTo(opened.ticketId).length, 1));
      await untilNothingIsOnItsWay();
    }
    stage.ticketdesk.calls.clear();
    const ticketEvent = isKnown
      ? events.customerCommented(opened.ticketId, { text: 'Please let me talk to a person.', form })
      : opened;
    await stage.ticketdesk.deliver(stage.hooks.ticketdesk, ticketEvent);
    const handed = await conversationOf(stage, opened.ticketId, (each) =>
      assert.equal(each.handovers[0]?.delivery, 'delivered'),
    );
    await untilNothingIsOnItsWay();
    assert.equal(handed.subject, 'Help');
    assert.equal(stage.ticketdesk.notesOn(opened.ticketId).length, 1);
    const made = stage.ticketdesk.calls.all.filter(({ path }) => !path.endsWith('/users/me'));
    assert.equal(made.length, calls, made.map(({ method, path }) => `${method} ${path}`).join('\n'));
  });
}

test('a script with an API key does what its role may do, under the name of the key', async () => {
  const { ada, birch } = stage.world;
  const event = stage.ticketdesk.events.ticketOpened({ subject: 'Help', text: 'I would like to talk to somebody.' });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
  const open = await conversationOf(stage, event.ticketId, (each) => assert.equal(each.owner, 'human'));
  const { id, key } = await ada.posts('/api/api-keys', { name: 'Night shift', role: 'member' });
  const script = new Caller(stage.server, { name: 'Night shift', token: key, userId: '', ...birch });
  const note = await script.posts(`/api/conversations/${open.id}/messages`, { kind: 'note', text: 'Seen at night.' });
  assert.deepEqual(note.author, { type: 'human', id, name: 'Night shift' });
  const closed = await script.patches(`/api/conversations/${open.id}`, { status: 'resolved' });
  assert.equal(closed.status, 'resolved');
  const handed = await script.posts(`/api/conversations/${open.id}/handover`, { to: 'human' }, 200);
  assert.equal(handed.conversation.owner, 'human');
});

test('an unreadable first message is shown to people, and its customer is known as soon as a message is readable', async () => {
  await untilNothingIsOnItsWay();
  stage.ticketdesk.failNext({ kind: 'answer', status: 404 }, { on: 'GET /api/v2/tickets/:id' });
  const event = stage.ticketdesk.events.ticketOpened({ subject: 'Refund', text: 'Where is my refund?' });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
  const gap = await conversationOf(stage, event.ticketId);
  assert.deepEqual([gap.owner, gap.status, gap.handovers.at(-1).reason], ['human', 'open', 'ai_error']);
  assert.match(gap.messages[0].text, /could not be read/);
  const later = stage.ticketdesk.events.customerCommented(event.ticketId, { text: 'Are you there?' });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, later);
  const known = await conversationOf(stage, event.ticketId, (each) =>
    assert.deepEqual(
      each.messages.filter((one: any) => one.kind === 'customer').map((one: any) => one.text),
      ['Where is my refund?', 'Are you there?'],
    ),
  );
  assert.deepEqual([known.owner, known.customer.email, known.subject], ['human', 'robin@customer.test', 'Refund']);
});

/** Waits for the requests of earlier tests, so that a planned fault hits the intended request. */
const untilNothingIsOnItsWay = () =>
  eventually(async () => {
    const { rows } = await stage.server.desk.db.owner.query(
      `select kind, state from outbox where state in ('pending', 'sending')`,
    );
    assert.deepEqual(rows, []);
  });

test('danger comes first in the note, makes the conversation urgent, and is recorded', async () => {
  const { max } = stage.world;
  const event = stage.ticketdesk.events.ticketOpened({
    subject: 'Refunds',
    text: 'The charger caught fire last night. How do refunds work?',
  });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
  const conversation = await conversationOf(stage, event.ticketId, (each) =>
    assert.equal(each.handovers[0]?.delivery, 'delivered'),
  );
  const { last_decision, priority } = conversation;
  assert.deepEqual([priority, last_decision.signals.human_only], ['urgent', 'safety']);
  assert.match(last_decision.handover.note, /^DANGER: .*\nAsked: The charger/);
  assert.ok(stage.ticketdesk.ticket(event.ticketId).comments.some(({ body }) => body.includes('DANGER')));
  const { same } = await max.posts(`/api/decisions/${last_decision.id}/replay`, { against: 'recorded' }, 200);
  assert.equal(same, true);
});

test('danger is recognised in words that no list knows', async () => {
  const text = 'Dal quadro elettrico escono scintille, abbiamo paura.';
  const event = stage.ticketdesk.events.ticketOpened({ subject: 'Aiuto', text });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
  const { last_decision, priority } = await conversationOf(stage, event.ticketId, (each) =>
    assert.equal(each.owner, 'human'),
  );
  assert.deepEqual([priority, last_decision.signals.human_only], ['urgent', 'safety']);
});
