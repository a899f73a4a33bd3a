import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

// Cases are drafted from rated answers, from gaps, and from decisions.
let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const cases = '/api/knowledge/validation/suite/cases';
const run = '/api/knowledge/validation/suite/run';

async function asks(text: string): Promise<any> {
  const event = stage.chatdesk.events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  return conversationOf(stage, event.conversationId, (each) => assert.ok(each.last_decision));
}

test('a rated answer becomes a case: a bad answer must not occur again, a good one must', async () => {
  const { wim, max, mallory } = stage.world;
  const conversation = await asks('How can I get refunds for my annual plan?');
  const { id } = conversation.messages.find((each: any) => each.kind === 'ai');
  const body = { from_rated_message_id: id };
  const refused = await wim.posts(cases, body, 422);
  assert.equal(refused.errors[0].path, '/from_rated_message_id');
  const feedback = `/api/conversations/${conversation.id}/messages/${id}/feedback`;
  await max.posts(feedback, { rating: 'bad', comment: 'Out of date' });
  const bad = await wim.posts(cases, body);
  const [{ quote }] = conversation.last_decision.answer.citations;
  assert.deepEqual(bad.expect, { answer: { must_not_include: [quote] } });
  assert.deepEqual([bad.tags, bad.turns[0].customer], [['feedback'], 'How can I get refunds for my annual plan?']);
  assert.deepEqual(bad.provenance, {
    conversation_id: conversation.id,
    decision_id: conversation.last_decision.id,
  });
  await max.posts(feedback, { rating: 'good' }, 200);
  const good = await wim.posts(cases, body);
  assert.equal(good.expect.outcome, 'answer');
  assert.equal(good.expect.sources_any.length, 1);
  await max.posts(cases, body, 403);
  await mallory.posts(cases, body, 404);
  const question = conversation.messages.find((each: any) => each.kind === 'customer');
  await wim.posts(cases, { from_rated_message_id: question.id }, 404);
  const two = await wim.posts(cases, { ...body, from_decision_id: conversation.last_decision.id }, 422);
  assert.equal(two.errors.length, 1);
  const turns = [{ customer: 'And another question?' }];
  for (const source of [body, { from_decision_id: conversation.last_decision.id }]) {
    const { errors } = await wim.posts(cases, { ...source, turns }, 422);
    assert.deepEqual(
      errors.map(({ path }: any) => path),
      ['/turns'],
    );
  }
});

test('a gap lists its conversations, and becomes a case that expects an answer', async () => {
  const { wim, max, mallory } = stage.world;
  const conversation = await asks('Where can I park my horse near the observatory?');
  const gap = await eventually(async () => {
    const { gaps } = await max.gets('/api/knowledge/analysis');
    assert.ok(gaps[0]);
    return gaps[0];
  });
  assert.deepEqual(gap.decision_ids, [conversation.last_decision.id]);
  assert.equal((await max.gets(`/api/decisions/${gap.decision_ids[0]}`)).conversation_id, conversation.id);
  const drafted = await wim.posts(cases, { from_gap_id: gap.id, name: 'Horses' });
  assert.deepEqual(
    [drafted.name, drafted.turns[0].customer, drafted.expect, drafted.tags],
    ['Horses', gap.examples[0], { outcome: 'answer' }, ['gap']],
  );
  assert.equal(drafted.provenance.conversation_id, conversation.id);
  await mallory.posts(cases, { from_gap_id: gap.id }, 404);
});

test('a decision of a desk in draft mode becomes a case with the answer that it would have sent', async () => {
  const { ada, wim } = stage.world;
  await ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'draft' });
  const { last_decision: kept } = await asks('How can I export all my invoices of last year?');
  assert.equal(kept.outcome, 'draft');
  const { id, expect } = await wim.posts(cases, { from_decision_id: kept.id });
  assert.equal(expect.outcome, 'answer');
  const runs = '/api/knowledge/validation/runs';
  const run = await wim.posts('/api/knowledge/validation/suite/run', { case_ids: [id] }, 202);
  await eventually(async () => assert.equal((await wim.gets(`${runs}/${run.id}`)).verdict, 'passed'));
});

test('a case from a withheld decision expects no outcome, because a suite withholds nothing', async () => {
  const { ada, wim, max } = stage.world;
  const settings = '/api/organizations/me/settings';
  await ada.patches(settings, { auto_respond_enabled: false });
  const { last_decision } = await asks('How can I reset my password?');
  await ada.patches(settings, { auto_respond_enabled: true });
  assert.equal(last_decision.reason, 'auto_respond_off');
  const held = await wim.posts(cases, { from_decision_id: last_decision.id });
  assert.deepEqual(held.expect ?? {}, {});
  const { code } = await wim.posts(run, { case_ids: [held.id] }, 422);
  assert.equal(code, 'suite_empty', 'it is not run before somebody says what is expected');
  const { id } = await wim.posts(cases, { from_decision_id: last_decision.id, expect: { outcome: 'answer' } });
  const started = await wim.posts(run, { case_ids: [id] }, 202);
  await eventually(async () =>
    assert.equal((await max.gets(`/api/knowledge/validation/runs/${started.id}`)).verdict, 'passed'),
  );
});

const upload = {
  type: 'upload' as const,
  name: 'screen.png',
  url: 'https://files.test/screen.png',
  content_type: 'image/png',
  filesize: 10,
  width: null,
  height: null,
};

test('a case from a question about an attachment has the attachment, and passes', async () => {
  const { wim } = stage.world;
  const event = stage.chatdesk.events.userCreated({
    text: 'Please see the attached screenshot, it shows what happens.',
    attachments: [upload],
  });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { last_decision } = await conversationOf(stage, event.conversationId, (each) => assert.ok(each.last_decision));
  assert.equal(last_decision.reason, 'attachment_unsupported');
  const { id, context } = await wim.posts(cases, { from_decision_id: last_decision.id });
  assert.deepEqual(context.attachments, [{ name: 'screen.png', media_type: 'image/png' }]);
  const started = await wim.posts(run, { case_ids: [id] }, 202);
  await eventually(async () =>
    assert.equal((await wim.gets(`/api/knowledge/validation/runs/${started.id}`)).verdict, 'passed'),
  );
});

interface Earlier {
  ticketId?: number;
  /** The decision about the message before. */
  before?: string;
}

/** Comments on the ticket, or opens one, with each of these messages, and returns the decision about the last one. */
async function decidedOn(said: readonly string[], { ticketId, before }: Earlier = {}): Promise<any> {
  const [text = '', ...others] = said;
  const { events } = stage.ticketdesk;
  const customer = { name: 'Noor', email: 'noor@customer.test', verified: true };
  const event =
    ticketId === undefined
      ? events.ticketOpened({ subject: 'Question', text, customer })
      : events.customerCommented(ticketId, { text });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
  const { last_decision } = await conversationOf(stage, event.ticketId, ({ last_decision: last }) =>
    assert.ok(last && last.id !== before),
  );
  if (others.length === 0) return last_decision;
  return decidedOn(others, { ticketId: event.ticketId, before: last_decision.id });
}

async function verdictOf(caseId: string): Promise<string> {
  const { wim } = stage.world;
  const started = await wim.posts(run, { case_ids: [caseId] }, 202);
  return eventually(async () => {
    const { verdict } = await wim.gets(`/api/knowledge/validation/runs/${started.id}`);
    assert.ok(verdict);
    return verdict;
  });
}

const [refund, reset, invoices] = [
  'Can I get a refund for my annual plan?',
  'How can I reset my password?',
  'How do I export my invoices?',
];

test('a case from a later decision has the state of its conversation then, and passes', async () => {
  const { ada, wim } = stage.world;
  const settings = '/api/organizations/me/settings';
  await ada.patches(settings, { auto_respond_mode: 'auto', max_ai_turns: 2 });
  const limited = await decidedOn([refund, reset, invoices]);
  assert.equal(limited.reason, 'turn_limit');
  const atLimit = await wim.posts(cases, { from_decision_id: limited.id });
  assert.deepEqual(atLimit.context.conversation, { turns: 2 });
  assert.equal(await verdictOf(atLimit.id), 'passed');
  await ada.patches(settings, { max_ai_turns: null });

  const contains = (value: string) => ({ field: 'message.text', op: 'contains', value });
  const state = [
    { field: 'conversation.priority', op: 'eq', value: 'high' },
    { field: 'conversation.episode', op: 'gt', value: 1 },
  ];
  const soon = { name: 'Soon', when: { all: [contains('refund')] }, then: { priority: 'high' }, stop: false };
  const back = { name: 'Back', when: { all: [contains('export'), ...state] }, then: { decision: 'escalate' } };
  const rules = [await wim.posts('/api/routing/rules', soon), await wim.posts('/api/routing/rules', back)];
  const said = [refund, 'Thanks, that solved it!', invoices];
  const again = await decidedOn(said);
  assert.equal(again.reason, 'policy_rule');
  const live = await wim.posts(cases, { from_decision_id: again.id });
  assert.deepEqual(live.context.conversation, { episode: 2, priority: 'high' });
  assert.equal(await verdictOf(live.id), 'passed');

  const path = '/api/knowledge/validation/playground/conversations';
  const { id } = await wim.posts(path, { context: { channel: 'ticketdesk' } });
  let last: any;
  for (const text of said) last = await wim.posts(`${path}/${id}/messages`, { text });
  assert.equal(last.decision.reason, 'policy_rule');
  const played = await wim.posts(cases, { from_playground_message_id: last.message.id });
  assert.deepEqual(played.context.conversation, { episode: 2, priority: 'high' });
  assert.equal(await verdictOf(played.id), 'passed');
  for (const rule of rules) await wim.deletes(`/api/routing/rules/${rule.id}`);
});

test('a case from a reply of signs to our question knows the question, and passes', async () => {
  const { wim } = stage.world;
  const lost = await decidedOn(['Hello', '???']);
  assert.equal(lost.reason, 'ambiguous_after_clarification');
  const { id, context } = await wim.posts(cases, { from_decision_id: lost.id });
  assert.deepEqual(
    context.history.map(({ from, asks_back }: any) => [from, asks_back]),
    [
      ['customer', undefined],
      ['us', true],
    ],
  );
  assert.equal(await verdictOf(id), 'passed');
});

test('a case from a question that is repeated after its answer was confirmed knows both, and passes', async () => {
  const { wim } = stage.world;
  const again = await decidedOn([reset, 'Thanks, that helped!', reset]);
  assert.equal(again.reason, 'repeated_loop');
  const { id, context } = await wim.posts(cases, { from_decision_id: again.id });
  assert.ok(context.history.every(({ past_episode }: any) => past_episode));
  assert.equal(await verdictOf(id), 'passed');

  const path = '/api/knowledge/validation/playground/conversations';
  const { id: played } = await wim.posts(path, { context: { channel: 'ticketdesk' } });
  let last: any;
  for (const text of [reset, 'Thanks, that helped!', reset])
    last = await wim.posts(`${path}/${played}/messages`, { text });
  assert.equal(last.decision.reason, 'repeated_loop');
  const copied = await wim.posts(cases, { from_playground_message_id: last.message.id });
  assert.equal(await verdictOf(copied.id), 'passed');
});

test('a case from a decision that the tag of an earlier message made has that tag, and passes', async () => {
  const { wim } = stage.world;
  const tag = await wim.posts('/api/routing/tags', { name: 'Money', detect: { keywords: ['refund'] } });
  const rule = await wim.posts('/api/routing/rules', {
    name: 'Invoices, after money',
    when: {
      all: [
        { field: 'tag', op: 'contains', value: 'Money' },
        { field: 'message.text', op: 'contains', value: 'export' },
      ],
    },
    then: { decision: 'escalate' },
  });
  const decided = await decidedOn([refund, invoices]);
  assert.equal(decided.reason, 'policy_rule');
  const live = await wim.posts(cases, { from_decision_id: decided.id });
  assert.equal(await verdictOf(live.id), 'passed');
  assert.deepEqual(live.context.conversation.tag_ids, [tag.id]);

  const path = '/api/knowledge/validation/playground/conversations';
  const { id } = await wim.posts(path, { context: { channel: 'ticketdesk' } });
  let last: any;
  for (const text of [refund, invoices]) last = await wim.posts(`${path}/${id}/messages`, { text });
  assert.equal(last.decision.reason, 'policy_rule');
  const played = await wim.posts(cases, { from_playground_message_id: last.message.id });
  assert.equal(await verdictOf(played.id), 'passed');
  await wim.deletes(`/api/routing/rules/${rule.id}`);
  await wim.deletes(`/api/routing/tags/${tag.id}`);
  assert.equal(await verdictOf(live.id), 'failed', 'it is rehearsed as well when the tag is gone');
});

test('a case from a decision keeps the verification that its customer had then', async () => {
  const { ada, wim } = stage.world;
  await ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'auto' });
  const unproven = { all: [{ field: 'customer.verified', op: 'eq', value: false }] };
  const rule = await wim.posts('/api/routing/rules', { name: 'Who?', when: unproven, then: { decision: 'escalate' } });
  const opened = await decidedOn([reset]);
  const ticket = [...stage.ticketdesk.account.tickets.values()].at(-1) ?? assert.fail('no ticket');
  ticket.requester.verified = false;
  const later = await decidedOn([invoices], { ticketId: ticket.id, before: opened.id });
  assert.deepEqual([opened.outcome, later.reason], ['answer', 'policy_rule']);
  for (const [{ id }, customer] of [
    [opened, { verified: true }],
    [later, undefined],
  ]) {
    const drafted = await wim.posts(cases, { from_decision_id: id });
    assert.deepEqual(drafted.context.customer, customer);
    assert.equal(await verdictOf(drafted.id), 'passed');
  }
  await wim.deletes(`/api/routing/rules/${rule.id}`);
});
