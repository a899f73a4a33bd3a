import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connectShop, orderRule } from '../providers/shop/connected.ts';
import { shopDocument } from '../providers/shop/document.ts';
import { anOrder, startShop, type Shop } from '../providers/shop/shop.ts';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

let stage: Stage;
let shop: Shop;
let connected: Awaited<ReturnType<typeof connectShop>>;
before(async () => {
  shop = await startShop();
  stage = await setStage();
  const { wim } = stage.world;
  shop.add(anOrder('48213'));
  shop.add(anOrder('50001', { customer: { email: 'somebody@else.test', id: 'c-2' } }));
  connected = await connectShop(wim, shop);
  await wim.posts('/api/routing/rules', orderRule(connected.template.id));
});
after(async () => {
  await stage.close();
  await shop.close();
});

const orderRequests = () => shop.calls.all.filter(({ path }) => path.startsWith('/orders')).length;

const simulates = (message: string, more: Record<string, unknown> = {}) =>
  stage.world.wim.posts('/api/knowledge/validation/outcome/simulate', { message, ...more }, 200);

/** Opens a ticket by this customer. */
async function asks(
  text: string,
  from: { customer: { email: string; name: string; verified: boolean } },
): Promise<any> {
  const event = stage.ticketdesk.events.ticketOpened({ subject: 'Order', text, ...from });
  assert.equal((await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event)).status, 202);
  return conversationOf(stage, event.ticketId, (each) => assert.ok(each.last_decision));
}

const mocks = { order: { order: anOrder('48213', { state: 'packed' }) } };
const verified = { customer: { email: 'robin@customer.test', verified: true } };

test('"Where is order 48213?" from a verified customer is answered with the shop’s data', async () => {
  const {
    id,
    last_decision: decision,
    messages,
  } = await asks('Where is order 48213?', {
    customer: { email: 'robin@customer.test', name: 'Robin', verified: true },
  });
  assert.deepEqual([decision.outcome, decision.reason], ['answer', 'confident'], JSON.stringify(decision));
  assert.match(messages.at(-1).text, /order 48213 is on its way and arrives on March 5, 2026\. Total: €49\.90/);
  const [lookup] = decision.lookups;
  assert.deepEqual([lookup.template, lookup.status, lookup.http_status], ['order', 'ok', 200]);
  assert.equal(JSON.stringify(decision).includes('margin-canary'), false, 'only what the template names goes further');
  const log = (await stage.world.wim.gets(`${connected.path}/calls`)).items.find(
    (each: any) => each.purpose === 'lookup',
  );
  assert.deepEqual([log.decision_id, log.conversation_id], [decision.id, id]);
});

test('an answer without a sentence lists the outputs in the order of the template, and is the same when it is made again', async () => {
  const { wim } = stage.world;
  const path = `${connected.path}/templates/${connected.template.id}`;
  await wim.patches(path, { answer: null });
  const { last_decision: decision } = await asks('Where is order 48213?', {
    customer: { email: 'robin@customer.test', name: 'Robin', verified: true },
  });
  assert.match(decision.answer.text, /^- Number: .*\n- State: .*\n- Eta: /);
  for (const against of ['recorded', 'current']) {
    const { same, differences } = await wim.posts(`/api/decisions/${decision.id}/replay`, { against }, 200);
    assert.deepEqual([same, differences], [true, []]);
  }
  await wim.patches(path, { answer: connected.template.answer });
});

test('of two orders in one question the desk asks which one, and does not answer with the first', async () => {
  const { last_decision: decision, messages } = await asks('Where are my orders 48213 and 48215?', {
    customer: { email: 'robin@customer.test', name: 'Robin', verified: true },
  });
  assert.deepEqual([decision.outcome, decision.lookups[0].code], ['clarify', 'missing_input']);
  assert.match(messages.at(-1).text, /Which number is it about\?/);
});

test('a number of a place beside that of the order does not make two orders', async () => {
  const { last_decision: decision, messages } = await asks('When does order 48213 to 10115 Berlin arrive?', {
    customer: { email: 'robin@customer.test', name: 'Robin', verified: true },
  });
  assert.equal(decision.outcome, 'answer', JSON.stringify(decision));
  assert.match(messages.at(-1).text, /order 48213 is on its way/);
});

test('a rule whose lookup the service refuses is warned of, until there are new credentials', async () => {
  const { wim } = stage.world;
  const warnings = async () =>
    (await wim.gets('/api/routing/rules')).items.flatMap((rule: any) => rule.warnings.map(({ code }: any) => code));
  const refresh = () => wim.posts(`${connected.path}/validate`, undefined, 200);
  assert.deepEqual(await warnings(), []);
  shop.revoke(shop.keys.token);
  await refresh();
  assert.equal((await wim.gets(connected.path)).status, 'needs_reauth');
  assert.deepEqual(await warnings(), ['template_refused']);
  const policy = await wim.gets('/api/routing/policy');
  assert.deepEqual(
    policy.warnings.map(({ code, about }: any) => [code, about]),
    [['template_refused', 'order']],
  );
  shop.accept(shop.keys.token);
  await refresh();
  assert.deepEqual(await warnings(), []);
});

test('a question beside that for the order is answered from the documents, or people get both', async () => {
  const customer = { email: 'robin@customer.test', name: 'Robin', verified: true };
  const both = await asks('Where is order 48213? And how do I reset my password?', { customer });
  assert.equal(both.last_decision.outcome, 'answer', JSON.stringify(both.last_decision));
  assert.match(both.messages.at(-1).text, /order 48213 is on its way.*Forgot password/s);
  const { answer, confidence, lookups } = both.last_decision;
  assert.deepEqual(
    [answer.engine, answer.citations[0].title, lookups[0].status],
    ['lookup', 'Reset your password', 'ok'],
  );
  assert.ok(confidence.value <= 0.95);

  const half = await asks('Where is order 48213? And which planets have rings?', { customer });
  assert.deepEqual([half.owner, half.last_decision.reason], ['human', 'missing_knowledge']);
  assert.match(half.handovers[0].note, /Looked up: “order”/);

  const same = await asks('Where is order 48213? When does it arrive? I cannot wait for my parcel.', { customer });
  assert.equal(same.last_decision.outcome, 'answer');
  assert.deepEqual(same.last_decision.answer.citations, []);
});

test("another customer's order is not revealed, and the question goes to people", async () => {
  const {
    last_decision: decision,
    messages,
    handovers,
  } = await asks('Where is order 50001?', {
    customer: { email: 'robin@customer.test', name: 'Robin', verified: true },
  });
  assert.deepEqual([decision.outcome, decision.reason], ['escalate', 'verification_required']);
  assert.match(handovers[0].note, /Why you have it: What was looked up is not proven to belong to this customer\./);
  assert.match(handovers[0].note, /Looked up: “order”; the record .*\(verified\)/s);
  assert.equal(JSON.stringify([decision.lookups, messages]).includes('somebody'), false);
});

test('characters that the database cannot store are removed from an answer', async () => {
  shop.add(anOrder('48214', { state: 'on\0 its\ud800 way' }));
  const { last_decision: decision, messages } = await asks('Where is order 48214?', {
    customer: { email: 'robin@customer.test', name: 'Robin', verified: true },
  });
  assert.equal(decision.outcome, 'answer', JSON.stringify(decision));
  assert.match(messages.at(-1).text, /order 48214 is on its\ufffd way/);
});

test('an emoji at the limit of a value does not cost the answer', async () => {
  for (const [number, state] of [
    ['48215', '🙂'.repeat(300)],
    ['48216', `x${'🙂'.repeat(300)}`],
  ] as const) {
    shop.add(anOrder(number, { state }));
    const { messages } = await asks(`Where is order ${number}?`, {
      customer: { email: 'robin@customer.test', name: 'Robin', verified: true },
    });
    assert.match(messages.at(-1).text, /is x?🙂+(?:\s|$)/u);
  }
});

test('for an unverified customer the shop is not called: the question goes to people', async () => {
  const before = orderRequests();
  const { last_decision: decision, handovers } = await asks('Where is order 48213?', {
    customer: { email: 'robin@customer.test', name: 'Robin', verified: false },
  });
  assert.deepEqual([decision.outcome, decision.reason], ['escalate', 'verification_required']);
  assert.match(handovers[0].note, /It needs a verified customer.*\nNot looked up: “order”, because/s);
  assert.equal(orderRequests(), before);
});

test('if the shop fails, the question goes to people', async () => {
  shop.failNext({ kind: 'answer', status: 500 });
  const { last_decision: decision, handovers } = await asks('Where is order 48213?', {
    customer: { email: 'robin@customer.test', name: 'Robin', verified: true },
  });
  assert.deepEqual(
    [decision.outcome, decision.reason, decision.lookups[0].code],
    ['escalate', 'connector_failure', 'server_error'],
  );
  assert.match(handovers[0].note, /\nLooked up: “order”; failed \(server_error\)\.\n/);
});

test('a rehearsal answers from its mocks, in the customer’s language, and calls no service', async () => {
  const before = orderRequests();
  const english = await simulates('Where is order 48213?', { ...verified, mocks });
  assert.equal(english.outcome, 'answer', JSON.stringify(english));
  assert.match(english.words, /packed and arrives on March 5, 2026/);
  const somebody = await simulates('Where is order 48213?', {
    customer: { email: 'other@customer.test', verified: true },
    mocks,
  });
  assert.deepEqual([somebody.outcome, somebody.reason], ['escalate', 'verification_required']);
  const empty = await simulates('Where is order 48213?', {
    ...verified,
    mocks: { order: { order: { customer: { email: 'robin@customer.test' } } } },
  });
  assert.deepEqual([empty.reason, empty.lookups[0].code], ['connector_failure', 'no_output']);
  const none = await simulates('Where is my order?', { ...verified, mocks });
  assert.deepEqual([none.outcome, none.lookups[0].status], ['clarify', 'incomplete']);
  assert.equal(orderRequests(), before);
});

test('later rules see the result of the lookup', async () => {
  const rule = await stage.world.wim.posts('/api/routing/rules', {
    name: 'Lost parcels',
    when: { all: [{ field: 'lookup.order.state', op: 'eq', value: 'lost' }] },
    then: { decision: 'escalate', reason: 'policy_rule' },
  });
  const lost = await simulates('Where is order 48213?', {
    ...verified,
    mocks: { order: { order: anOrder('48213', { state: 'lost' }) } },
  });
  assert.deepEqual([lost.outcome, lost.reason], ['escalate', 'policy_rule']);
  await stage.world.wim.deletes(`/api/routing/rules/${rule.id}`);
});

test('a shop that keeps failing is not called for a while: people get the question at once', async () => {
  const robin = { customer: { email: 'robin@customer.test', name: 'Robin', verified: true } };
  // Reset the count of failures.
  assert.equal((await asks('Where is order 48213?', robin)).last_decision.outcome, 'answer');
  shop.failNext({ kind: 'answer', status: 503 }, { times: 5 });
  for (let failures = 1; failures <= 5; failures++) {
    const someone = { email: `someone-${failures}@customer.test`, name: 'Someone', verified: true };
    const { last_decision: decision } = await asks('Where is order 48213?', { customer: someone });
    assert.equal(decision.lookups[0].code, 'server_error');
  }
  assert.equal((await stage.world.wim.gets(connected.path)).status, 'degraded');
  const before = orderRequests();
  const { owner, last_decision: decision } = await asks('Where is order 48213?', robin);
  assert.deepEqual(
    [owner, decision.outcome, decision.reason, decision.lookups[0].code],
    ['human', 'escalate', 'connector_failure', 'resting'],
  );
  assert.equal(orderRequests(), before);
});

// Keep this test last: afterwards the template is quarantined.
test('the schema is compared every day, and a breaking change quarantines the affected templates', async () => {
  const { wim } = stage.world;
  const { path, template } = connected;
  await wim.patches(path, { openapi_url: `${shop.url}/openapi.json` });
  const snapshot = () => wim.gets(`${path}/schema-snapshot`);
  const aDayPasses = async () => {
    await stage.server.desk.db.owner.query(
      `update connector set snapshot_due = snapshot_due - interval '1 day' where snapshot_due is not null`,
    );
    await stage.server.sweep();
  };
  await stage.server.sweep();
  let first: any;
  await eventually(async () => assert.equal((first = await snapshot()).source, 'openapi'));
  assert.equal((await wim.gets(`${path}/templates/${template.id}`)).quarantine, null);
  shop.describe(shopDocument({ state: { type: 'object' } }));
  await stage.server.sweep();
  assert.equal((await snapshot()).version, first.version, 'not before a day has passed');
  await aDayPasses();
  await eventually(async () => assert.equal((await snapshot()).drift.severity, 'breaking'));
  assert.match((await wim.gets(`${path}/templates/${template.id}`)).quarantine, /state/);
  const before = orderRequests();
  const { last_decision: decision } = await asks('Where is order 48213?', {
    customer: { email: 'robin@customer.test', name: 'Robin', verified: true },
  });
  assert.deepEqual([decision.reason, decision.lookups[0].code], ['connector_failure', 'quarantined']);
  assert.equal(orderRequests(), before, 'nothing is asked');
});
