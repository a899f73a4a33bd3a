import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connectShop, orderRule } from '../providers/shop/connected.ts';
import { anOrder, startShop, type Shop } from '../providers/shop/shop.ts';
import { conversationOf, learn, setStage, type Stage } from './stage.ts';

let stage: Stage;
let shop: Shop;
before(async () => {
  shop = await startShop();
  stage = await setStage();
  const { ada, wim } = stage.world;
  shop.add(anOrder('48213'));
  shop.add(anOrder('50001', { customer: { email: 'somebody@else.test', id: 'c-2' } }));
  const { template } = await connectShop(wim, shop);
  await wim.posts('/api/routing/rules', orderRule(template.id));
  await learn(ada, [
    {
      title: 'Price of monthly plans',
      text: '# Price of monthly plans\n\nA monthly plan costs 9 euros for each member.',
    },
    {
      title: 'Price of annual plans',
      text: '# Price of annual plans\n\nAn annual plan costs 90 euros for each member.',
    },
  ]);
  await wim.posts('/api/routing/rules', {
    name: 'Prices depend on the plan',
    when: { all: [{ field: 'message.text', op: 'eq', value: 'How much does a plan cost?' }] },
    then: { decision: 'clarify', message: 'Which plan do you mean?' },
  });
  await wim.posts('/api/routing/rules', {
    name: 'Team plans',
    when: {
      all: [
        { field: 'message.text', op: 'contains', value: 'plan' },
        { field: 'message.text', op: 'contains', value: 'team' },
      ],
    },
    then: { decision: 'clarify', message: 'Do you pay by **month** or by year?' },
  });
});
after(async () => {
  await stage.close();
  await shop.close();
});

const orderRequests = () => shop.calls.all.filter(({ path }) => path.startsWith('/orders')).length;

/** Opens a ticket by Robin, and waits for the decision about it. */
async function opens(text: string, { verified = true } = {}): Promise<{ ticketId: number; thread: any }> {
  const customer = { email: 'robin@customer.test', name: 'Robin', verified };
  const { ticketdesk, hooks } = stage;
  const event = ticketdesk.events.ticketOpened({ subject: 'A question', text, customer });
  assert.equal((await ticketdesk.deliver(hooks.ticketdesk, event)).status, 202);
  return { ticketId: event.ticketId, thread: await decided(event.ticketId, text) };
}

async function replies(ticketId: number, text: string): Promise<any> {
  const { ticketdesk, hooks } = stage;
  await ticketdesk.deliver(hooks.ticketdesk, ticketdesk.events.customerCommented(ticketId, { text }));
  return decided(ticketId, text);
}

const decided = (ticketId: number, text: string) =>
  conversationOf(stage, ticketId, ({ messages, last_decision: decision }) => {
    const customerMessage = messages.findLast((each: any) => each.kind === 'customer');
    assert.equal(customerMessage.text, text);
    assert.ok(
      decision?.message_ids?.includes(customerMessage.id) ?? messages.at(-1) !== customerMessage,
      JSON.stringify(decision),
    );
  });

const verdict = ({ last_decision: { outcome, reason } }: any) => [outcome, reason];

test('the desk asks back for the number after "Where is my order?", and answers "It is 48213" from the shop', async () => {
  const { ticketId, thread } = await opens('Where is my order?');
  assert.deepEqual(verdict(thread), ['clarify', 'ambiguous']);
  assert.match(thread.messages.at(-1).text, /send me the number of the order/);
  const replied = await replies(ticketId, 'It is 48213');
  assert.deepEqual(verdict(replied), ['answer', 'confident'], JSON.stringify(replied.last_decision));
  assert.equal(replied.last_decision.carried_over, 'Where is my order?');
  assert.match(replied.messages.at(-1).text, /order 48213 is on its way/);
  const replayed = await stage.world.wim.posts(
    `/api/decisions/${replied.last_decision.id}/replay`,
    { against: 'recorded' },
    200,
  );
  assert.equal(replayed.same, true);
  const today = await stage.world.wim.posts(
    `/api/decisions/${replied.last_decision.id}/replay`,
    { against: 'current' },
    200,
  );
  assert.equal(today.same, true, JSON.stringify(today.differences));
});

test('"And 48214?" after the answer about another order looks that up, too, but not the order of somebody else', async () => {
  shop.add(anOrder('48214', { state: 'packed' }));
  const { ticketId, thread } = await opens('Where is order 48213?');
  assert.match(thread.messages.at(-1).text, /order 48213 is on its way/);
  const next = await replies(ticketId, 'And 48214?');
  assert.deepEqual(verdict(next), ['answer', 'confident'], JSON.stringify(next.last_decision));
  assert.equal(next.last_decision.carried_over, 'Where is order 48213?');
  assert.match(next.messages.at(-1).text, /order 48214 is packed/);
  const { same } = await stage.world.wim.posts(
    `/api/decisions/${next.last_decision.id}/replay`,
    { against: 'current' },
    200,
  );
  assert.equal(same, true);
  const other = await replies(ticketId, 'und 50001?');
  assert.deepEqual([other.owner, other.last_decision.outcome], ['human', 'escalate']);
  assert.equal(JSON.stringify(other.messages).includes('50001 is'), false);
});

test('a question that a person has approved is replied to like one that the AI has asked itself', async () => {
  const { ada, max } = stage.world;
  await ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'draft' });
  const { ticketId, thread } = await opens('Where is my order?');
  const draft = thread.messages.find(({ kind }: any) => kind === 'draft');
  assert.match(draft.text, /send me the number of the order/);
  await max.posts(`/api/conversations/${thread.id}/drafts/${draft.id}/approve`, undefined, 200);
  const replied = await replies(ticketId, 'It is 48213');
  assert.deepEqual(verdict(replied), ['draft', 'confident'], JSON.stringify(replied.last_decision));
  assert.equal(replied.last_decision.carried_over, 'Where is my order?');
  assert.match(replied.messages.at(-1).text, /order 48213 is on its way/);
  await ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'auto', max_clarifications: 1 });
  await max.posts(`/api/conversations/${thread.id}/drafts/${replied.messages.at(-1).id}/approve`, undefined, 200);
  const capped = await replies(ticketId, 'How much does a plan cost?');
  assert.deepEqual(verdict(capped), ['escalate', 'ambiguous_after_clarification']);
  await ada.patches('/api/organizations/me/settings', { max_clarifications: 2 });
});

test('a customer who asks for a person gets the notice of the handover, not the question of a rule', async () => {
  const { thread } = await opens('How much is a plan for a team? Please let me talk to a real person.');
  assert.deepEqual(verdict(thread), ['escalate', 'customer_request']);
  assert.ok(thread.last_decision.rules.some((rule: any) => rule.name === 'Team plans' && rule.result === 'matched'));
  assert.match(thread.messages.at(-1).text, /passing it on to a colleague/);
});

test('a customer who says that our answer did not help gets a person, and no other answer', async () => {
  const { ticketId, thread } = await opens('How much is an annual plan for a member?');
  assert.deepEqual(verdict(thread), ['answer', 'confident'], JSON.stringify(thread.last_decision));
  const replied = await replies(ticketId, 'Sorry, but that does not help me.');
  assert.deepEqual(verdict(replied), ['escalate', 'repeated_loop']);
  assert.equal(replied.owner, 'human');
});

test("another customer's order is not revealed after our question either", async () => {
  const { ticketId } = await opens('Where is my order?');
  const replied = await replies(ticketId, '50001');
  assert.deepEqual(verdict(replied), ['escalate', 'verification_required']);
  assert.equal(JSON.stringify([replied.last_decision.lookups, replied.messages]).includes('somebody'), false);
});

test('an unproven reply goes to people, and the shop is not called', async () => {
  const { ticketId, thread } = await opens('Where is my order?');
  assert.deepEqual(verdict(thread), ['clarify', 'ambiguous']);
  const before = orderRequests();
  stage.ticketdesk.ticket(ticketId).requester.verified = false;
  const replied = await replies(ticketId, 'It is 48213');
  assert.deepEqual(verdict(replied), ['escalate', 'verification_required']);
  assert.equal(orderRequests(), before);
});

test('a proven reply does not complete an unproven question', async () => {
  const { ticketId, thread } = await opens('How much does a plan cost?', { verified: false });
  assert.deepEqual(verdict(thread), ['clarify', 'policy_rule']);
  const before = orderRequests();
  stage.ticketdesk.ticket(ticketId).requester.verified = true;
  const replied = await replies(ticketId, 'My order is 48213');
  assert.equal(replied.last_decision.carried_over, undefined);
  assert.ok(replied.last_decision.lookups.length > 0, 'the reply is looked up by itself');
  assert.ok(orderRequests() > before);
});

test('"The annual one" is understood together with the question that it answers', async () => {
  const { ticketId, thread } = await opens('How much does a plan cost?');
  assert.equal(thread.messages.at(-1).text.includes('Which plan do you mean?'), true);
  const replied = await replies(ticketId, 'The annual one');
  assert.equal(replied.last_decision.carried_over, 'How much does a plan cost?');
  assert.equal(
    replied.last_decision.answer?.citations[0]?.title,
    'Price of annual plans',
    JSON.stringify(replied.last_decision),
  );
  assert.equal(replied.last_decision.outcome, 'answer');
});

test('a customer who has answered our question is not asked it again, in whatever words they answered', async () => {
  for (const reply of [
    'The annual plan',
    'The annual plan, which is the one that you offer on your website for teams',
  ]) {
    const { ticketId, thread } = await opens('How much does a plan cost for my team?');
    assert.deepEqual(verdict(thread), ['clarify', 'policy_rule']);
    assert.match(thread.messages.at(-1).text, /Do you pay by month/);
    const replied = await replies(ticketId, reply);
    assert.equal(replied.last_decision.answer?.citations[0]?.title, 'Price of annual plans', reply);
    assert.equal(replied.last_decision.outcome, 'answer', JSON.stringify(replied.last_decision));
    const rule = replied.last_decision.rules.find(({ name }: any) => name === 'Team plans');
    assert.deepEqual([rule.result, rule.asked_already], ['matched', true]);
  }
});

test('the question of a rule is asked although no document is about the message, once', async () => {
  const { wim } = stage.world;
  const asks = {
    name: 'Which zebra',
    when: { all: [{ field: 'message.text', op: 'contains', value: 'zebra' }] },
    then: { decision: 'clarify', message: 'Which **zebra** do you mean?' },
  };
  const notFound = {
    name: 'Nothing was found',
    when: { all: [{ field: 'answer.evidence_count', op: 'eq', value: 0 }] },
    then: { decision: 'clarify', message: 'What is it about?' },
  };
  const simulate = '/api/knowledge/validation/outcome/simulate';
  const message = 'My zebra limps';
  assert.equal((await wim.posts(simulate, { message }, 200)).reason, 'missing_knowledge');
  const overlay = { rules: [notFound] };
  const late = await wim.posts(simulate, { message, overlay }, 200);
  assert.deepEqual([late.outcome, late.reason], ['clarify', 'policy_rule'], JSON.stringify(late.rules));

  const rule = await wim.posts('/api/routing/rules', asks);
  const { ticketId, thread } = await opens(message);
  assert.deepEqual(verdict(thread), ['clarify', 'policy_rule']);
  assert.match(thread.messages.at(-1).text, /Which zebra do you mean\?/);
  assert.deepEqual(verdict(await replies(ticketId, 'The small zebra')), ['escalate', 'missing_knowledge']);
  await wim.deletes(`/api/routing/rules/${rule.id}`);
});

test('a customer who does not know the number is not asked for it again', async () => {
  const { ticketId } = await opens('Where is my order?');
  const replied = await replies(ticketId, 'I do not know');
  assert.equal(replied.last_decision.carried_over, 'Where is my order?');
  assert.deepEqual(verdict(replied), ['escalate', 'ambiguous_after_clarification']);
  const path = `/api/decisions/${replied.last_decision.id}/replay`;
  for (const against of ['recorded', 'current'])
    assert.equal((await stage.world.wim.posts(path, { against }, 200)).same, true, against);
});

test('a question is not carried over after a person has replied, nor into another episode', async () => {
  const { ticketId, thread } = await opens('Where is my order?');
  const path = `/api/conversations/${thread.id}`;
  await stage.world.wim.posts(`${path}/messages`, { kind: 'reply', text: 'Let me see. Which one?' });
  await stage.world.wim.posts(`${path}/handover`, { to: 'ai' }, 200);
  const spoken = await replies(ticketId, 'It is 48213');
  assert.deepEqual([spoken.last_decision.carried_over, spoken.last_decision.outcome], [undefined, 'escalate']);

  const second = await opens('Where is my order?');
  const solved = await replies(second.ticketId, 'Thanks, that solved it');
  assert.equal(solved.status, 'resolved');
  const reopened = await replies(second.ticketId, 'It is 48213');
  assert.deepEqual([reopened.episode, reopened.owner], [2, 'human'], JSON.stringify(reopened.last_decision));
  assert.equal(reopened.last_decision.carried_over, undefined);
});

const mocks = { order: { order: anOrder('48213', { state: 'packed' }) } };
const customer = { email: 'robin@customer.test', verified: true };

test('simulation and playground also read question and reply together', async () => {
  const { wim } = stage.world;
  const lab = '/api/knowledge/validation';
  const messages = ['Where is my order?', 'It is 48213'];
  const simulated = await wim.posts(`${lab}/outcome/simulate`, { messages, customer, mocks }, 200);
  assert.match(simulated.words, /order 48213 is packed/);
  assert.equal(simulated.carried_over, messages[0]);
  const history = [
    { from: 'customer', text: messages[0] },
    { from: 'us', text: 'Which one?', asks_back: true },
  ];
  const again = await wim.posts(`${lab}/outcome/simulate`, { message: messages[1], history, customer, mocks }, 200);
  assert.equal(again.outcome, 'answer');
  const plain = history.map(({ from, text }) => ({ from, text }));
  const unmarked = await wim.posts(
    `${lab}/outcome/simulate`,
    { message: messages[1], history: plain, customer, mocks },
    200,
  );
  assert.equal(unmarked.outcome, 'escalate');

  const playground = await wim.posts(`${lab}/playground/conversations`, {});
  const say = (text: string) => wim.posts(`${lab}/playground/conversations/${playground.id}/messages`, { text });
  assert.equal((await say('How much does a plan cost?')).decision.outcome, 'clarify');
  const annual = await say('The annual one');
  assert.equal(annual.decision.carried_over, 'How much does a plan cost?');
  assert.equal(annual.decision.answer.citations[0].title, 'Price of annual plans');
});

test('a case drafted from the second decision leads to the same one, and so does a conversation opened in the playground', async () => {
  const { wim } = stage.world;
  const lab = '/api/knowledge/validation';
  const { ticketId } = await opens('How much does a plan cost?');
  const replied = await replies(ticketId, 'The annual one');
  const drafted = await wim.posts(`${lab}/suite/cases`, { from_decision_id: replied.last_decision.id });
  assert.deepEqual(drafted.turns, [{ customer: 'The annual one' }]);
  assert.equal(drafted.context.history.at(-1).asks_back, true);
  const { context, turns, expect } = drafted;
  const decision = await wim.posts(`${lab}/outcome/simulate`, { ...context, message: turns[0].customer }, 200);
  assert.deepEqual([decision.outcome, decision.carried_over], [expect.outcome, 'How much does a plan cost?']);

  const { thread } = await opens('How much does a plan cost?');
  const opened = await wim.posts(`${lab}/playground/conversations`, { from_conversation_id: thread.id });
  const turn = await wim.posts(`${lab}/playground/conversations/${opened.id}/messages`, { text: 'The annual one' });
  assert.equal(turn.decision.carried_over, 'How much does a plan cost?');
});

test('unproven messages are not carried over for a verified customer in the playground either', async () => {
  const { wim } = stage.world;
  const lab = '/api/knowledge/validation';
  const { thread } = await opens('How much does a plan cost?', { verified: false });
  const opened = await wim.posts(`${lab}/playground/conversations`, { from_conversation_id: thread.id });
  const messages = `${lab}/playground/conversations/${opened.id}/messages`;
  await wim.patches(`${lab}/playground/conversations/${opened.id}`, { context: { customer: { verified: true } } });
  const copied = await wim.posts(messages, { text: 'The annual one' });
  assert.equal(copied.decision.carried_over, undefined);
  const drafted = await wim.posts(`${lab}/suite/cases`, { from_playground_message_id: copied.message.id });
  assert.equal(drafted.context.history[0].unproven, true);
  const decision = await wim.posts(
    `${lab}/outcome/simulate`,
    { ...drafted.context, message: drafted.turns[0].customer },
    200,
  );
  assert.equal(decision.carried_over, undefined);
  const fresh = await wim.posts(`${lab}/playground/conversations`, { context: { customer: { verified: true } } });
  const say = (text: string) => wim.posts(`${lab}/playground/conversations/${fresh.id}/messages`, { text });
  await say('How much does a plan cost?');
  assert.equal((await say('The annual one')).decision.carried_over, 'How much does a plan cost?');
});

test('an unproven question stays unproven in the playground', async () => {
  const { wim } = stage.world;
  const path = '/api/knowledge/validation/playground/conversations';
  const { thread } = await opens('How much does a plan cost?', { verified: false });
  assert.equal(thread.messages.at(-1).asks_back, true);
  const carriedFor = async (verified: boolean) => {
    const context = { customer: { email: 'robin@customer.test', verified } };
    const opened = await wim.posts(path, { from_conversation_id: thread.id, context });
    const { decision } = await wim.posts(`${path}/${opened.id}/messages`, { text: 'The annual one' });
    return decision.carried_over;
  };
  assert.equal(await carriedFor(false), 'How much does a plan cost?');
  assert.equal(await carriedFor(true), undefined);
});
