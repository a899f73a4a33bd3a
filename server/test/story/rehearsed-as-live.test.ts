import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
  const { wim } = stage.world;
  const contains = (value: string) => ({ field: 'message.text', op: 'contains', value });
  await wim.posts('/api/routing/rules', {
    name: 'Newsletter',
    when: { all: [contains('newsletter')] },
    then: { decision: 'suppress' },
  });
  await wim.posts('/api/routing/rules', {
    name: 'Fresh',
    when: { all: [contains('fresh'), { field: 'conversation.waiting_minutes', op: 'lt', value: 5 }] },
    then: { decision: 'escalate' },
  });
});
after(() => stage.close());

const customer = { email: 'robin@customer.test', name: 'Robin', verified: true };
const simulates = (body: object): Promise<any> =>
  stage.world.wim.posts('/api/knowledge/validation/outcome/simulate', { explain: false, ...body }, 200);

interface Writing {
  ticketId?: number;
  /** The decision about the message before. */
  before?: string;
  by?: typeof customer;
}

/** Opens a ticket, or comments on it, and returns the conversation once it has been decided. */
async function writes(text: string, { ticketId, before, by = customer }: Writing = {}): Promise<any> {
  const { events } = stage.ticketdesk;
  const event =
    ticketId === undefined
      ? events.ticketOpened({ subject: 'Question', text, customer: by })
      : events.customerCommented(ticketId, { text });
  assert.equal((await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event)).status, 202);
  const conversation = await conversationOf(stage, event.ticketId, ({ last_decision: last }) =>
    assert.ok(last && last.id !== before),
  );
  return { ...conversation, ticketId: event.ticketId };
}

const decided = ({ outcome, reason, confidence, evidence, lookups, rules }: any) => ({
  outcome,
  reason,
  confidence,
  evidence: evidence.map(({ document_id, score }: any) => [document_id, score]),
  lookups,
  rules,
});

for (const [what, first] of [
  ['that needed no reply', 'Please stop the newsletter.'],
  ['that was answered', 'Can I get a refund for my annual plan?'],
] as const)
  test(`a question after a message ${what} is decided by itself, and as its simulation says`, async () => {
    const next = 'How do I export my invoices?';
    const begun = await writes(first);
    const { turns } = await simulates({
      messages: [first, next],
      subject: 'Question',
      channel: 'ticketdesk',
      customer,
    });
    const simulated = await simulates({ message: next, conversation: begun.id });
    const live = await writes(next, { ticketId: begun.ticketId, before: begun.last_decision.id });
    assert.deepEqual([live.last_decision.outcome, live.last_decision.reason], ['answer', 'confident']);
    assert.match(live.messages.at(-1).text, /Export/);
    assert.deepEqual(decided(simulated), decided(live.last_decision));
    assert.deepEqual(decided(turns[1].decision), decided(live.last_decision));
  });

test('messages of a customer who is not proven have the hashes of the live decisions', async () => {
  const [first, next] = ['Can I get a refund for my annual plan?', 'How do I export my invoices?'] as const;
  const stranger = { ...customer, email: 'stranger@customer.test', verified: false };
  const context = { subject: 'Question', channel: 'ticketdesk', customer: stranger };
  const { turns } = await simulates({ messages: [first, next], ...context });
  const begun = await writes(first, { by: stranger });
  const live = await writes(next, { ticketId: begun.ticketId, before: begun.last_decision.id });
  assert.deepEqual(
    turns.map(({ decision }: any) => decision.hash),
    [begun.last_decision.hash, live.last_decision.hash],
  );
});

test('messages that were drafted and answered together have the hash of the live decision later', async () => {
  const { wim } = stage.world;
  const said = ['How do I export my invoices?', 'I mean those of last year.', 'How can I reset my password?'];
  const when = { all: [{ field: 'message.text', op: 'eq', value: said[0] }] };
  const rule = await wim.posts('/api/routing/rules', { name: 'Checked first', when, then: { decision: 'draft' } });
  const { turns } = await simulates({ messages: said, subject: 'Question', channel: 'ticketdesk', customer });
  const live: any[] = [];
  for (const text of said) {
    const last = live.at(-1);
    live.push(await writes(text, last && { ticketId: last.ticketId, before: last.last_decision.id }));
  }
  assert.deepEqual(
    live.map(({ last_decision: { outcome } }) => outcome),
    ['draft', 'answer', 'answer'],
  );
  assert.deepEqual(
    turns.map(({ decision }: any) => decision.hash),
    live.map(({ last_decision }) => last_decision.hash),
  );
  await wim.deletes(`/api/routing/rules/${rule.id}`);
});

test('thanks after a handover are no thanks for an answer, in the playground as in a simulation', async () => {
  const { wim } = stage.world;
  const messages = ['I want to talk to a human being.', 'Thanks, that helped!'];
  const { turns } = await simulates({ messages });
  assert.notEqual(turns[1].decision.reason, 'confirmed');
  const path = '/api/knowledge/validation/playground/conversations';
  const { id } = await wim.posts(path, {});
  for (const [at, text] of messages.entries()) {
    const { decision } = await wim.posts(`${path}/${id}/messages`, { text });
    assert.equal(decision.hash, turns[at].decision.hash);
  }
});

test('a playground begins with the history of its context, as a simulation and a case do', async () => {
  const { wim } = stage.world;
  const lab = '/api/knowledge/validation';
  const history = [
    { from: 'customer', text: 'How do I export it?' },
    { from: 'us', text: 'What would you like to export?', asks_back: true },
  ];
  const context = { history, conversation: { clarifications: 1 } };
  const { hash, carried_over } = await simulates({ message: 'The invoices', ...context });
  assert.equal(carried_over, 'How do I export it?');
  const { id } = await wim.posts(`${lab}/playground/conversations`, { context });
  const { message, decision } = await wim.posts(`${lab}/playground/conversations/${id}/messages`, {
    text: 'The invoices',
  });
  assert.equal(decision.hash, hash);
  const drafted = await wim.posts(`${lab}/suite/cases`, { from_playground_message_id: message.id });
  assert.deepEqual(drafted.context, context);
});

test('a message that continues a question without a reply is simulated together with it', async () => {
  const { ada } = stage.world;
  const settings = '/api/organizations/me/settings';
  await ada.patches(settings, { channels: { ticketdesk: { auto_respond: 'draft' } } });
  const begun = await writes('Hello, this is about my annual plan.');
  assert.equal(begun.last_decision.outcome, 'draft', JSON.stringify(begun.last_decision.reason));
  const next = 'Can I get a refund?';
  const simulated = await simulates({ message: next, conversation: begun.id });
  const live = await writes(next, { ticketId: begun.ticketId, before: begun.last_decision.id });
  assert.deepEqual(decided(simulated), decided(live.last_decision));
  await ada.patches(settings, { channels: { ticketdesk: { auto_respond: 'inherit' } } });
});

test('a simulated message waits since it was written, as a live one', async () => {
  const fresh = 'A fresh question: can I get a refund for my annual plan?';
  const live = await writes(fresh);
  assert.equal(live.last_decision.reason, 'policy_rule');
  assert.equal((await simulates({ message: fresh, channel: 'ticketdesk' })).reason, 'policy_rule');
  const late = await simulates({ message: fresh, channel: 'ticketdesk', conversation: { waiting_minutes: 30 } });
  assert.equal(late.outcome, 'answer');
});

test('a simulated message to a resolved conversation begins its next episode', async () => {
  const begun = await writes('How do I export my invoices?');
  await stage.world.max.patches(`/api/conversations/${begun.id}`, { status: 'resolved' });
  const rules = [
    {
      name: 'Came back',
      when: { all: [{ field: 'conversation.episode', op: 'gt', value: 1 }] },
      then: { decision: 'escalate' },
    },
  ];
  const again = { message: 'And can I get a refund for my annual plan?', conversation: begun.id };
  assert.equal((await simulates({ ...again, overlay: { rules } })).reason, 'policy_rule');
  assert.equal((await simulates({ ...again, overlay: { settings: { max_ai_turns: 1 } } })).outcome, 'answer');
});

test('a conversation in the playground keeps tags, priority and episode from message to message, as a live one', async () => {
  const { ada, wim, max } = stage.world;
  const tag = await wim.posts('/api/routing/tags', { name: 'Refunds', detect: { keywords: ['refund'] } });
  const contains = (value: string) => ({ field: 'message.text', op: 'contains', value });
  const rules = [
    { name: 'Soon', when: { all: [contains('refund')] }, then: { priority: 'high' }, stop: false },
    {
      name: 'Came back about a refund',
      when: {
        all: [
          contains('export'),
          { field: 'tag', op: 'eq', value: tag.id },
          { field: 'conversation.priority', op: 'eq', value: 'high' },
          { field: 'conversation.episode', op: 'eq', value: 2 },
        ],
      },
      then: { decision: 'escalate' },
    },
  ];
  const made: string[] = [];
  for (const rule of rules) made.push((await wim.posts('/api/routing/rules', rule)).id);
  const settings = '/api/organizations/me/settings';
  await ada.patches(settings, { max_ai_turns: 2 });
  const context = { channel: 'ticketdesk', subject: 'Question', customer };
  const { id } = await max.posts('/api/knowledge/validation/playground/conversations', { context });
  const said = [
    'Can I get a refund for my annual plan?',
    'Thanks, that solved it!',
    'How can I reset my password?',
    'How do I export my invoices?',
  ];
  let live: any;
  const outcomes: string[] = [];
  for (const text of said) {
    const path = `/api/knowledge/validation/playground/conversations/${id}/messages`;
    const { decision } = await max.posts(path, { text });
    live = await writes(text, { ticketId: live?.ticketId, before: live?.last_decision.id });
    assert.deepEqual(decided(decision), decided(live.last_decision), text);
    assert.equal(decision.hash, live.last_decision.hash, text);
    outcomes.push(decision.outcome);
  }
  assert.deepEqual(outcomes, ['answer', 'suppress', 'answer', 'escalate']);
  await ada.patches(settings, { max_ai_turns: null });
  for (const rule of made) await wim.deletes(`/api/routing/rules/${rule}`);
  await wim.deletes(`/api/routing/tags/${tag.id}`);
});
