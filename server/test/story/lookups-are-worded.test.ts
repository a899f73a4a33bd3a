import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startLanguageModel, type FakeModel } from '../providers/language-model.ts';
import { connectShop, orderRule } from '../providers/shop/connected.ts';
import { anOrder, startShop, type Shop } from '../providers/shop/shop.ts';
import { conversationOf, setStage, type Stage } from './stage.ts';

// docs/connectors.md: a language model may word the result of a lookup, and its inventions are not sent.
let stage: Stage;
let shop: Shop;
let model: FakeModel;
let template: string;
before(async () => {
  [shop, model] = await Promise.all([startShop(), startLanguageModel()]);
  stage = await setStage({
    environment: {
      ...model.environment,
    },
  });
  shop.add(anOrder('48213'));
  const connected = await connectShop(stage.world.wim, shop);
  template = `${connected.path}/templates/${connected.template.id}`;
  await stage.world.wim.posts('/api/routing/rules', orderRule(connected.template.id));
});
beforeEach(() => model.reset());
after(async () => {
  await stage.close();
  await Promise.all([shop.close(), model.close()]);
});

const says = (...sentences: string[]) =>
  model.script('48213', {
    unanswerable: false,
    sentences: sentences.map((text) => ({ text, citations: [1], step: false })),
  });

async function asks(verified = true): Promise<{ decision: any; text: string }> {
  const event = stage.ticketdesk.events.ticketOpened({
    subject: 'Order',
    text: 'Where is order 48213?',
    customer: { email: 'robin@customer.test', name: 'Robin', verified },
  });
  assert.equal((await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event)).status, 202);
  const { last_decision: decision, messages } = await conversationOf(stage, event.ticketId, (each) =>
    assert.ok(each.last_decision),
  );
  return { decision, text: messages.at(-1).text };
}

const ownWords = /Your order 48213 is on its way and arrives on March 5, 2026\. Total: €49\.90\./;

test('the model words the shop’s result, and the decision records that', async () => {
  says('Your order 48213 is on its way.', 'It arrives on March 5, 2026.', 'The total is €49.90.');
  const { decision, text } = await asks();
  assert.match(text, /Your order 48213 is on its way\. It arrives on March 5, 2026\. The total is €49\.90\./);
  assert.deepEqual([decision.outcome, decision.answer.engine], ['answer', 'grounded']);
  assert.deepEqual(decision.snapshot.wording.sentences, { kept: 3, dropped: 0 });
  const [call] = model.calls.all;
  assert.equal(call?.material.sections.length, 1);
  assert.equal(call?.material.everything.includes('margin-canary'), false, 'it sees what the template names');
});

for (const [what, sentences] of [
  ['a date', ['Your order 48213 is on its way and arrives on March 3, 2026.', 'The total is €49.90.']],
  ['a state', ['Your order 48213 is delivered and arrives on March 5, 2026.', 'The total is €49.90.']],
  [
    'a gift',
    ['Your order 48213 is on its way and arrives on March 5, 2026.', 'Total: €49.90.', 'We refund it if it is late.'],
  ],
] as const)
  test(`if the model invents ${what}, it is not sent`, async () => {
    says(...sentences);
    const { decision, text } = await asks();
    assert.equal(model.calls.all.length, 1);
    if (what === 'a gift') return assert.doesNotMatch(text, /refund/);
    assert.match(text, ownWords);
    assert.deepEqual([decision.answer.engine, decision.snapshot.wording.because], ['lookup', 'unsupported']);
  });

test('without a sentence of the organization, the plain list is sent if the model invents', async () => {
  const { answer } = await stage.world.wim.gets(template);
  await stage.world.wim.patches(template, { answer: null });
  says('Your order 48213 arrives tomorrow.');
  const { decision, text } = await asks();
  await stage.world.wim.patches(template, { answer });
  assert.match(
    text,
    /- Number: 48213\n- State: on its way\n- Eta: March 5, 2026\n- Total: €49\.90/,
    'in the order of the template',
  );
  assert.equal(decision.answer.engine, 'lookup');
});

for (const fault of [{ kind: 'no-json' }, { kind: 'status', status: 500 }, { kind: 'cut' }] as const)
  test(`a model that fails (${fault.kind}) changes nothing`, async () => {
    model.failAlways(fault);
    const { decision, text } = await asks();
    assert.match(text, ownWords);
    assert.equal(decision.answer.engine, 'lookup');
  });

test('for an unverified customer neither the shop nor the model is called', async () => {
  const before = shop.calls.all.length;
  const { decision } = await asks(false);
  assert.deepEqual([decision.outcome, decision.reason], ['escalate', 'verification_required']);
  assert.deepEqual([shop.calls.all.length, model.calls.all.length], [before, 0]);
});
