import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { examined } from '../examined.ts';
import { conversationOf, eventually, learn, setStage, type Stage } from './stage.ts';

let stage: Stage;
let collection: { id: string };
const goodwill = {
  title: 'Goodwill vouchers',
  text:
    '# Goodwill vouchers\n\nWhen a parcel arrives broken, the goodwill voucher is worth 15 euros. Offer it once ' +
    'and never a second time.',
};
const question = 'How much is the goodwill voucher worth when a parcel arrives broken?';
const knowledge = '/api/knowledge';

before(async () => {
  stage = await setStage();
  await learn(stage.world.ada, [goodwill]);
  const { items } = await stage.world.wim.gets(`${knowledge}/documents?q=Goodwill`);
  collection = { id: items[0].collection_id };
});
after(() => stage.close());

const isFor = (audience: 'customers' | 'staff') =>
  stage.world.wim.patches(`${knowledge}/collections/${collection.id}`, { audience });

const simulated = (body: object = {}): Promise<any> =>
  stage.world.max.posts(`${knowledge}/validation/outcome/simulate`, { message: question, ...body }, 200);

async function asksQuestion(): Promise<any> {
  const event = stage.chatdesk.events.userCreated({ text: question });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  return conversationOf(stage, event.conversationId, (each) => assert.ok(each.last_decision));
}

const saysIt = /15 euros/;

test(
  'a collection whose audience becomes staff answers no customer from the next message on, and a recorded answer ' +
    'does not change',
  async () => {
    const before = await asksQuestion();
    assert.equal(before.last_decision.outcome, 'answer');
    assert.match(before.last_decision.answer.text, saysIt);

    const given = await isFor('staff');
    assert.deepEqual([given.audience, given.enabled], ['staff', true]);
    const after = await asksQuestion();
    assert.doesNotMatch(JSON.stringify(after), saysIt);
    assert.equal(after.last_decision.outcome, 'escalate');
    assert.ok(after.last_decision.evidence.every(({ title }: any) => title !== goodwill.title));

    const { max } = stage.world;
    const replay = `/api/decisions/${before.last_decision.id}/replay`;
    const recorded = await max.posts(replay, { against: 'recorded' }, 200);
    assert.deepEqual([recorded.same, recorded.replayed.hash], [true, before.last_decision.hash]);
    const current = await max.posts(replay, { against: 'current' }, 200);
    assert.doesNotMatch(JSON.stringify(current.replayed), saysIt);

    await isFor('customers');
    assert.match((await simulated()).answer.text, saysIt);
  },
);

test('simulation, playground and suite also exclude a staff collection, even if a rule names it', async () => {
  const { max, wim } = stage.world;
  assert.equal((await simulated()).outcome, 'answer');
  await isFor('staff');
  const when = { any: [{ field: 'message.text', op: 'contains', value: 'goodwill' }] };
  const rule = await wim.posts('/api/routing/rules', {
    name: 'From staff',
    when,
    then: { collection_ids: [collection.id] },
  });
  assert.deepEqual(
    rule.warnings.map(({ code }: any) => code),
    ['collection_for_staff'],
  );
  const policy = await max.gets('/api/routing/policy');
  assert.ok(policy.warnings.some(({ code, rule_id }: any) => code === 'collection_for_staff' && rule_id === rule.id));

  const bySaved = await simulated();
  const byOverlay = await simulated({
    overlay: { rules: [{ name: 'X', when, then: { collection_ids: [collection.id] } }] },
  });
  for (const each of [bySaved, byOverlay]) {
    assert.deepEqual([each.outcome, each.reason, each.evidence], ['escalate', 'missing_knowledge', []]);
    assert.doesNotMatch(JSON.stringify(each), saysIt);
  }
  const { id } = await max.posts(`${knowledge}/validation/playground/conversations`, {});
  const said = await max.posts(`${knowledge}/validation/playground/conversations/${id}/messages`, { text: question });
  assert.doesNotMatch(JSON.stringify(said), saysIt);

  const suite = `${knowledge}/validation/suite`;
  const turns = [{ customer: question }];
  const cases = [{ id: 'told', turns, expect: { outcome: 'answer', sources_any: [goodwill.title] } }];
  await wim.calls('PUT', suite, { cases }, { 'if-match': '*' });
  const started = await wim.posts(`${suite}/run`, {}, 202);
  const run = await eventually(async () => {
    const now = await max.gets(`${knowledge}/validation/runs/${started.id}`);
    assert.equal(now.status, 'completed');
    return now;
  });
  assert.deepEqual([run.verdict, run.results[0].verdict], ['failed', 'fail']);
  assert.doesNotMatch(JSON.stringify(run.results[0].decision), saysIt);
  const { suite_coverage } = await max.gets(`${knowledge}/analysis`);
  assert.deepEqual(
    suite_coverage.cases_without_source.map(({ case_id }: any) => case_id),
    ['told'],
  );
  await wim.deletes(`/api/routing/rules/${rule.id}`);
  await isFor('customers');
});

test('people find a staff collection in the search and next to a suggestion, whose own text is for customers', async () => {
  await isFor('staff');
  const { max } = stage.world;
  const { items } = await max.posts(`${knowledge}/search`, { query: question }, 200);
  assert.equal(items[0].title, goodwill.title);
  const { id } = await asksQuestion();
  const suggested = await max.posts(`/api/conversations/${id}/suggest`, undefined, 200);
  assert.doesNotMatch(String(suggested.text), saysIt);
  assert.ok(suggested.citations.every(({ title }: any) => title !== goodwill.title));
  assert.match(suggested.for_staff.text, saysIt);
  assert.equal(suggested.for_staff.citations[0].title, goodwill.title);
  await isFor('customers');
  const open = await max.posts(`/api/conversations/${id}/suggest`, undefined, 200);
  assert.match(open.text, saysIt);
  assert.equal(open.for_staff, null);
});

test('the analysis expects no answers from a staff collection, and a gap that only it could close stays open', async () => {
  const { max, wim } = stage.world;
  const analysis = () => examined(max);
  const titles = (rows: any[]) => rows.map(({ title }) => title);
  await isFor('staff');
  const fresh = await wim.posts(
    `${knowledge}/documents/text`,
    {
      collection_id: collection.id,
      title: 'Discount for staff',
      text: 'Colleagues buy with a discount of 20 percent on everything in the staff shop.',
    },
    202,
  );
  await eventually(async () => assert.ok((await max.gets(`${knowledge}/documents/${fresh.id}`)).retrievable));
  const found = await analysis();
  assert.ok(titles(found.readiness).includes('Discount for staff'));
  assert.equal(found.readiness.find((row: any) => row.title === 'Discount for staff').retrievable, true);
  assert.ok(!titles(found.usage.never_cited).includes('Discount for staff'));
  assert.ok(!titles(found.suite_coverage.documents_without_case).includes('Discount for staff'));
  const gap = ({ gaps }: any) => gaps.some(({ examples }: any) => JSON.stringify(examples).includes('goodwill'));
  assert.equal(gap(found), true, JSON.stringify(found.gaps));

  await isFor('customers');
  const open = await analysis();
  assert.ok(titles(open.usage.never_cited).includes('Discount for staff'));
  assert.ok(titles(open.suite_coverage.documents_without_case).includes('Discount for staff'));
  await eventually(async () => assert.equal(gap(await analysis()), false));
  const only = await max.gets(`${knowledge}/documents?audience=staff`);
  assert.deepEqual(only.items, []);
});

test('an audience is one of two, members cannot set it, and the audit log records the change', async () => {
  const { ada, max, wim } = stage.world;
  const refused = await wim.patches(`${knowledge}/collections/${collection.id}`, { audience: 'everybody' }, 422);
  assert.equal(refused.errors[0].path, '/audience');
  await max.patches(`${knowledge}/collections/${collection.id}`, { audience: 'staff' }, 403);
  const made = await wim.posts(`${knowledge}/collections`, { name: 'Handbook', audience: 'staff' });
  assert.equal(made.audience, 'staff');
  const changed = await wim.patches(`${knowledge}/collections/${made.id}`, { audience: 'customers' });
  assert.equal(changed.audience, 'customers');
  const { items } = await ada.gets(`/api/audit-events?action=collection.updated&subject_id=${made.id}`);
  assert.deepEqual(items[0].changes.audience, { from: 'staff', to: 'customers' });
});
