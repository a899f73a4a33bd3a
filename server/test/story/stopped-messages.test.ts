import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliverMail, rawMailEvent } from '../providers/mail/inbound.ts';
import { buildMail, type Mail } from '../providers/mail/message.ts';
import { conversationOf, eventually, inboundSecret, setStage, type Stage } from './stage.ts';

// Messages that need no turn have a decision too, so that people see why they got no reply.
let stage: Stage;
let inbox: string;
let tagId: string;
before(async () => {
  stage = await setStage();
  const { ada, wim } = stage.world;
  inbox = (await ada.gets('/api/channels/email/inbound-config')).forward_to;
  const queue = await wim.posts('/api/routing/destinations', { name: 'Absences', kind: 'queue' });
  const tag = { name: 'Away', detect: { keywords: ['away until'] }, default_destination_id: queue.id };
  tagId = (await wim.posts('/api/routing/tags', tag)).id;
});
after(() => stage.close());

const decisionsOf = async (id: string): Promise<any[]> =>
  (await stage.world.max.gets(`/api/conversations/${id}/decisions`)).items;

/** Waits for the conversation's decision with this reason. */
const stopped = (id: string, reason: string): Promise<any> =>
  eventually(async () => {
    const found = (await decisionsOf(id)).filter((each) => each.reason === reason);
    assert.equal(found.length, 1, `no decision ${reason}`);
    assert.deepEqual([found[0].outcome, found[0].disposition], ['suppress', 'stopped']);
    return found[0];
  });

const isSame = async (id: string) =>
  assert.equal((await stage.world.max.posts(`/api/decisions/${id}/replay`, { against: 'recorded' }, 200)).same, true);

function mailOf(mail: Partial<Mail>, to = inbox) {
  const from = mail.from ?? 'robin@customer.test';
  const built = buildMail({ from, to, subject: 'Invoices', text: 'Hello', ...mail });
  return rawMailEvent(built.raw, { from, to }, { secret: inboundSecret });
}

async function arrives(mail: Partial<Mail>, to = inbox): Promise<void> {
  assert.ok((await deliverMail(stage.hooks.email, mailOf(mail, to))).status < 300);
}

test('a copy of a message and our own echo are suppressed, and the last decision does not change', async () => {
  const event = stage.chatdesk.events.userCreated({ text: 'How do I reset my password?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const answered = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.messages.at(-1).delivery?.status, 'sent'),
  );
  const copy = stage.chatdesk.events.again(event, 'conversation.user.created');
  await stage.chatdesk.deliver(stage.hooks.chatdesk, copy);
  const duplicate = await stopped(answered.id, 'duplicate');
  assert.deepEqual(duplicate.message_ids, [answered.messages[0].id]);
  await stage.chatdesk.deliver(stage.hooks.chatdesk, stage.chatdesk.events.ownEcho(event.conversationId));
  const echo = await stopped(answered.id, 'own_echo');
  assert.deepEqual([duplicate.destination, echo.destination, echo.answer], [null, null, null]);
  for (const { id } of [duplicate, echo]) await isSame(id);
  await stage.world.wim.posts('/api/knowledge/validation/suite/cases', { from_decision_id: echo.id }, 422);
  const { last_decision, messages } = await stage.world.max.gets(`/api/conversations/${answered.id}`);
  assert.equal(last_decision.id, answered.last_decision.id);
  assert.equal(messages.length, answered.messages.length);
});

test('automatic mail and spam in a thread are suppressed, tagged and routed, and not answered', async () => {
  await arrives({ text: 'How can I export all my invoices of last year?' });
  const reply = await eventually(() => {
    const [first] = stage.mail.mailsTo('robin@customer.test');
    assert.ok(first);
    return first;
  });
  const { items } = await stage.world.max.gets('/api/conversations?channel=email');
  const { id } = items[0];
  const thread = { inReplyTo: reply.messageId, references: [reply.messageId] };
  const to = reply.headers['reply-to']?.[0] ?? '';
  const away = { text: 'I am away until Monday.', headers: { 'Auto-Submitted': 'auto-replied' } };
  await arrives({ ...thread, ...away }, to);
  await arrives({ ...thread, text: 'Cheap watches!', headers: { 'X-Spam-Flag': 'YES' } }, to);
  const automated = await stopped(id, 'automated');
  const spam = await stopped(id, 'spam');
  assert.deepEqual(
    automated.signals.tags.map((tag: { id: string }) => tag.id),
    [tagId],
  );
  assert.deepEqual([automated.destination.name, spam.destination.kind], ['Absences', 'queue']);
  const { wim, mallory, max } = stage.world;
  assert.equal((await max.gets(`/api/decisions/${automated.id}`)).reason, 'automated');
  await mallory.gets(`/api/decisions/${automated.id}`, 404);
  for (const decision of [automated, spam]) await isSame(decision.id);
  const conversation = await wim.gets(`/api/conversations/${id}`);
  assert.deepEqual([conversation.tags, conversation.last_decision.outcome], [[], 'answer']);
  assert.equal(stage.mail.mailsTo('robin@customer.test').length, 1);
});

test('spam that begins a conversation is suppressed, and stored as spam that a person can open', async () => {
  const { max } = stage.world;
  const before = stage.mail.mailsTo('robin@customer.test').length;
  const waiting = (await max.gets('/api/conversations/counts')).views.waiting;
  await arrives({ text: 'Is this really spam? I am away until May.', headers: { 'X-Spam-Flag': 'YES' } });
  const kept = await eventually(async () => {
    const { items } = await max.gets('/api/conversations?channel=email&status=spam&q=really');
    assert.equal(items.length, 1);
    return items[0];
  });
  const { owner, resolution, waiting_since, tags } = kept;
  assert.deepEqual([owner, resolution, waiting_since, tags], ['human', 'spam', null, []]);
  const decision = await stopped(kept.id, 'spam');
  assert.deepEqual([decision.signals.tags[0].id, decision.destination.name], [tagId, 'Absences']);
  await isSame(decision.id);
  const { messages, handovers, last_decision } = await max.gets(`/api/conversations/${kept.id}`);
  assert.deepEqual(
    [messages[0].text, handovers, last_decision],
    ['Is this really spam? I am away until May.', [], null],
  );
  assert.deepEqual(decision.message_ids, [messages[0].id]);
  assert.equal((await max.gets('/api/conversations/counts')).views.waiting, waiting, 'nobody has to look at it');
  assert.equal(stage.mail.mailsTo('robin@customer.test').length, before);
  const again = await max.patches(`/api/conversations/${kept.id}`, { status: 'spam' });
  assert.deepEqual([again.waiting_since, again.version], [null, kept.version], 'marking it once more changes nothing');
  const opened = await max.patches(`/api/conversations/${kept.id}`, { status: 'open' });
  const { status, owner: whose, resolution: why, waiting_since: since, episode } = opened;
  const begun = messages[0].created_at;
  assert.deepEqual([status, whose, why, since, episode], ['open', 'human', null, begun, 1]);
  assert.equal((await max.gets('/api/conversations/counts')).views.waiting, waiting + 1, 'somebody waits after all');
  await eventually(async () => {
    const { tags: recognised } = await max.gets(`/api/conversations/${kept.id}`);
    assert.deepEqual(
      recognised.map((tag: { id: string }) => tag.id),
      [tagId],
    );
  });
});

test('a false spam can be given to the AI at once, and is answered', async () => {
  const { max } = stage.world;
  const question = { subject: 'Yearly', text: 'How can I export all my invoices of last year?' };
  await arrives({ ...question, from: 'pat@customer.test', headers: { 'X-Spam-Flag': 'YES' } });
  const { id } = await eventually(async () => {
    const { items } = await max.gets('/api/conversations?channel=email&status=spam&q=Yearly');
    assert.equal(items.length, 1);
    return items[0];
  });
  await max.posts(`/api/conversations/${id}/handover`, { to: 'human' }, 409);
  const { conversation } = await max.posts(`/api/conversations/${id}/handover`, { to: 'ai' }, 200);
  assert.deepEqual(
    [conversation.status, conversation.owner, conversation.ai_state, conversation.resolution],
    ['open', 'ai', 'queued', null],
  );
  await eventually(async () => {
    const [answer] = stage.mail.mailsTo('pat@customer.test');
    assert.match(answer?.text ?? '', /export/i);
    const after = await max.gets(`/api/conversations/${id}`);
    assert.deepEqual([after.status, after.owner, after.last_decision.outcome], ['pending', 'ai', 'answer']);
  });
});

test('copies that the webhook recognizes leave one decision, no matter how often they arrive', async () => {
  const chat = stage.chatdesk.events.userCreated({ text: 'How do I reset my password?' });
  const ticket = stage.ticketdesk.events.ticketOpened({ subject: 'Refund', text: 'Can annual plans be refunded?' });
  const mail = mailOf({
    from: 'kim@customer.test',
    subject: 'Copied',
    text: 'How can I export all my invoices of last year?',
  });
  const again = {
    chat: () => stage.chatdesk.deliver(stage.hooks.chatdesk, chat),
    ticket: () => stage.ticketdesk.deliver(stage.hooks.ticketdesk, ticket),
    mail: () => deliverMail(stage.hooks.email, mail),
  };
  for (const deliver of Object.values(again)) assert.equal((await deliver()).status, 202);
  const isSent = (each: any) => assert.equal(each.messages.at(-1).delivery?.status, 'sent');
  const { items } = await eventually(async () => {
    const listed = await stage.world.max.gets('/api/conversations?channel=email&q=Copied');
    assert.equal(listed.items.length, 1);
    return listed;
  });
  const threads = [chat.conversationId, ticket.ticketId, items[0].channel_reference];
  const conversations = [];
  for (const thread of threads) conversations.push(await conversationOf(stage, thread, isSent));
  for (const deliver of Object.values(again))
    for (let times = 0; times < 3; times += 1) assert.equal((await deliver()).status, 200);
  for (const { id } of conversations) {
    const duplicate = await stopped(id, 'duplicate');
    const { messages, last_decision } = await stage.world.max.gets(`/api/conversations/${id}`);
    assert.deepEqual(duplicate.message_ids, [messages[0].id]);
    assert.equal(last_decision.outcome, 'answer');
    await isSame(duplicate.id);
  }
  // The same part in other events: each event is stored, and the decision already exists.
  for (const topic of ['conversation.user.created', 'conversation.user.replied'])
    await stage.chatdesk.deliver(stage.hooks.chatdesk, stage.chatdesk.events.again(chat, topic));
  await stage.chatdesk.deliver(stage.hooks.chatdesk, stage.chatdesk.events.ownEcho(chat.conversationId));
  await stopped(conversations[0].id, 'own_echo');
  await stopped(conversations[0].id, 'duplicate');
});

test('automatic mail without a conversation leaves a decision, which the channel’s log names', async () => {
  const { max, wim, mallory } = stage.world;
  const count = async () => (await max.gets('/api/conversations?channel=email')).items.length;
  const conversations = await count();
  const away = {
    text: 'I am away until Friday.',
    subject: 'Out of office',
    headers: { 'Auto-Submitted': 'auto-replied' },
  };
  await arrives(away);
  await arrives({ text: 'Our news of the month.', headers: { 'List-Id': '<news.customer.test>' } });
  const logged = await eventually(async () => {
    const { items } = await wim.gets('/api/channels/email/events');
    const found = items.filter((each: any) => each.decision_id);
    assert.equal(found.length, 2);
    return found;
  });
  assert.deepEqual(
    logged.map((each: any) => [each.state, each.reason, each.conversation_id]),
    [
      ['accepted', 'automated: mailing_list', undefined],
      ['accepted', 'automated: auto_reply', undefined],
    ],
  );
  const [news, absence] = await Promise.all(logged.map((each: any) => max.gets(`/api/decisions/${each.decision_id}`)));
  for (const decision of [news, absence]) {
    const { outcome, reason, disposition, conversation_id, message_ids, answer } = decision;
    assert.deepEqual([outcome, reason, disposition, conversation_id], ['suppress', 'automated', 'stopped', null]);
    assert.deepEqual([message_ids, answer], [[], null]);
    await isSame(decision.id);
    await mallory.gets(`/api/decisions/${decision.id}`, 404);
    await wim.posts('/api/knowledge/validation/suite/cases', { from_decision_id: decision.id }, 422);
  }
  assert.deepEqual(
    [absence.signals.tags.map((tag: any) => tag.id), absence.destination.name, news.signals.tags],
    [[tagId], 'Absences', []],
  );
  assert.equal(await count(), conversations);
  const previewed = await max.posts('/api/routing/policy/preview', {}, 200);
  assert.deepEqual(previewed.flips, []);
});

test('copies of mail without a conversation leave one decision, no matter how often they arrive', async () => {
  const { max, wim } = stage.world;
  const mail = mailOf({
    text: 'I am away until Monday.',
    subject: 'Out of office',
    headers: { 'Auto-Submitted': 'auto-replied' },
  });
  const entry = () =>
    eventually(async () => {
      const [newest] = (await wim.gets('/api/channels/email/events')).items;
      assert.ok(newest.decision_id);
      return newest;
    });
  const before = (await wim.gets('/api/channels/email/events')).items[0].id;
  assert.equal((await deliverMail(stage.hooks.email, mail)).status, 202);
  const first = await eventually(async () => {
    const found = await entry();
    assert.notEqual(found.id, before);
    return found;
  });
  assert.equal(first.copy_decision_id, undefined);
  for (let times = 0; times < 3; times += 1) assert.equal((await deliverMail(stage.hooks.email, mail)).status, 200);
  const { copy_decision_id: copyId, ...same } = await eventually(async () => {
    const found = await entry();
    assert.ok(found.copy_decision_id);
    return found;
  });
  assert.deepEqual(same, first);
  const copy = await max.gets(`/api/decisions/${copyId}`);
  assert.deepEqual(
    [copy.outcome, copy.reason, copy.disposition, copy.conversation_id],
    ['suppress', 'duplicate', 'stopped', null],
  );
  const original = await max.gets(`/api/decisions/${first.decision_id}`);
  assert.equal(original.signals.tags[0].id, tagId);
  assert.deepEqual([copy.signals.tags, copy.destination], [original.signals.tags, null]);
  await isSame(copyId);
});

test('a rule for times outside business hours hands over with outside_hours', async () => {
  const { ada, wim } = stage.world;
  const anotherDay = new Date(Date.now() - 2 * 86_400_000).getUTCDay() || 7;
  await ada.patches('/api/organizations/me/settings', {
    business_hours: [{ days: [anotherDay], from: '09:00', to: '09:30' }],
  });
  await wim.posts('/api/routing/rules', {
    name: 'Nobody is in',
    when: { all: [{ field: 'time.business_hours', op: 'eq', value: false }] },
    then: { decision: 'escalate' },
  });
  const event = stage.chatdesk.events.userCreated({ text: 'How do I reset my password?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const conversation = await conversationOf(stage, event.conversationId, (each) => assert.ok(each.handovers[0]));
  assert.deepEqual(
    [conversation.handovers[0].reason, conversation.last_decision.reason],
    ['outside_hours', 'outside_hours'],
  );
  const { last_decision: closed } = conversation;
  const { context } = await wim.posts('/api/knowledge/validation/suite/cases', { from_decision_id: closed.id });
  assert.equal(context.as_of, closed.created_at, 'the case is asked at that hour, whenever it runs');
});
