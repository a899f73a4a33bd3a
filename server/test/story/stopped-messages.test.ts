import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliverMail, rawMailEvent } from '../providers/mail/inbound.ts';
import { buildMail, type Mail } from '../providers/mail/message.ts';
import { conversationOf, eventually, inboundSecret, setStage, type Stage } from './stage.ts';

// What needs no turn is decided all the same: people see why nothing was said.
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

/** The decision of the conversation with this reason, once it is there. */
const stopped = (id: string, reason: string): Promise<any> =>
  eventually(async () => {
    const found = (await decisionsOf(id)).filter((each) => each.reason === reason);
    assert.equal(found.length, 1, `no decision ${reason}`);
    assert.deepEqual([found[0].outcome, found[0].disposition], ['suppress', 'stopped']);
    return found[0];
  });

const isSame = async (id: string) =>
  assert.equal((await stage.world.max.posts(`/api/decisions/${id}/replay`, { against: 'recorded' }, 200)).same, true);

async function arrives(mail: Partial<Mail>, to = inbox): Promise<void> {
  const built = buildMail({ from: 'robin@customer.test', to, subject: 'Invoices', text: 'Hello', ...mail });
  const event = rawMailEvent(built.raw, { from: 'robin@customer.test', to }, { secret: inboundSecret });
  assert.ok((await deliverMail(stage.hooks.email, event)).status < 300);
}

test('a copy of a message and our own words coming back are suppressed, and the last decision stays what it was', async () => {
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
  const { last_decision, messages } = await stage.world.max.gets(`/api/conversations/${answered.id}`);
  assert.equal(last_decision.id, answered.last_decision.id);
  assert.equal(messages.length, answered.messages.length);
});

test('an automatic mail and spam in a thread are suppressed, tagged and given a route, and nobody answers them', async () => {
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

test('what a filter calls spam and begins a conversation is before people, and is never answered', async () => {
  const before = stage.mail.mailsTo('robin@customer.test').length;
  await arrives({ text: 'Is this really spam? How do I export invoices?', headers: { 'X-Spam-Flag': 'YES' } });
  await eventually(async () => {
    const { items } = await stage.world.max.gets('/api/conversations?channel=email&q=really');
    assert.deepEqual([items[0]?.owner, items[0]?.status], ['human', 'open']);
  });
  assert.equal(stage.mail.mailsTo('robin@customer.test').length, before);
});

test('automatic mail that belongs to no conversation leaves a decision, which the log of the channel names', async () => {
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

test('a rule that holds only while nobody is in hands over with outside_hours', async () => {
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
