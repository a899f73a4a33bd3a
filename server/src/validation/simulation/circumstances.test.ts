import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, setStage, type Stage } from '../../../test/story/stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const at = '/api/knowledge/validation/outcome/simulate';
const simulates = (body: object): Promise<any> => stage.world.max.posts(at, body, 200);
const question = 'How can I get refunds for my annual plan?';
const outcomeOf = async (body: object) => (await simulates({ message: question, ...body })).outcome;

test('a holiday is closed all day, in the time zone of the desk', async () => {
  const overlay = {
    settings: { timezone: 'Europe/Lisbon', holidays: ['2026-11-24'] },
    rules: [
      { when: { all: [{ field: 'time.business_hours', op: 'eq', value: false }] }, then: { decision: 'escalate' } },
    ],
  };
  assert.equal(await outcomeOf({ overlay, as_of: '2026-11-23T10:00:00Z' }), 'answer');
  assert.equal(await outcomeOf({ overlay, as_of: '2026-11-24T10:00:00Z' }), 'escalate');
  assert.equal(await outcomeOf({ overlay, as_of: '2026-11-25T10:00:00Z' }), 'answer');
});

test('a document answers until its expiry, and not after it', async () => {
  const { wim } = stage.world;
  const [document] = (await wim.gets('/api/knowledge/documents?q=Refunds')).items;
  const expires_at = new Date(stage.server.desk.clock.now().getTime() + 7 * 86_400_000).toISOString();
  await wim.patches(`/api/knowledge/documents/${document.id}`, { expires_at });
  const days = (count: number) => new Date(Date.parse(expires_at) + count * 86_400_000).toISOString();
  assert.equal(await outcomeOf({ as_of: days(-1) }), 'answer');
  const later = await simulates({ message: question, as_of: days(1) });
  assert.notEqual(later.outcome, 'answer');
  assert.ok(later.evidence.every(({ document_id }: { document_id: string }) => document_id !== document.id));
  await wim.patches(`/api/knowledge/documents/${document.id}`, { expires_at: null });
});

test('channel, customer and language are those of the request', async () => {
  const when = (field: string, value: string) => ({ all: [{ field, op: 'eq', value }] });
  const rules = [
    { name: 'Mail', when: when('channel', 'email'), then: { decision: 'suppress' } },
    { name: 'Gold', when: when('customer.attributes.plan', 'gold'), then: { decision: 'escalate' } },
  ];
  const overlay = { rules, settings: { allowed_languages: ['en'] } };
  assert.equal(await outcomeOf({ overlay, channel: 'chatdesk' }), 'answer');
  assert.equal(await outcomeOf({ overlay, channel: 'email' }), 'suppress');
  assert.equal(await outcomeOf({ overlay, customer: { attributes: { plan: 'gold' } } }), 'escalate');
  const german = await simulates({ message: question, overlay, language: 'de' });
  assert.deepEqual([german.signals.language, german.reason], ['de', 'language_unsupported']);
});

test('each kind of change is found and flips the outcome: a threshold, a rule, its threshold, its condition, its order', async () => {
  const { wim } = stage.world;
  const contains = (value: string) => ({ field: 'message.text', op: 'contains', value });
  const saved = [
    { name: 'Eager', when: { all: [contains('refunds')] }, then: { answer_threshold: 0.01 } },
    {
      name: 'Long',
      when: { all: [{ field: 'message.word_count', op: 'gte', value: 50 }] },
      then: { decision: 'escalate' },
    },
    { name: 'Broken', when: { all: [contains('broken')] }, then: { decision: 'escalate' }, priority: 200 },
    { name: 'Quiet', when: { all: [contains('it arrived')] }, then: { decision: 'suppress' }, priority: 300 },
  ];
  const ids: string[] = [];
  for (const rule of saved) ids.push((await wim.posts('/api/routing/rules', rule)).id);
  const found = new Set<string>();
  for (const message of [question, 'It arrived broken.', 'How do I reset my password? I cannot sign in.']) {
    const plain = await simulates({ message });
    for (const flip of plain.counterfactuals) {
      found.add(flip.kind);
      const tried = await simulates({ message, overlay: flip.overlay });
      const says = ({ outcome, reason, destination }: any) => [outcome, reason, destination?.id ?? null];
      assert.deepEqual(says(tried), says(flip), flip.change);
      assert.notDeepEqual(says(tried), says(plain), flip.change);
    }
  }
  assert.deepEqual([...found].toSorted(), [
    'rule_condition',
    'rule_disabled',
    'rule_order',
    'rule_threshold',
    'threshold',
  ]);
  for (const id of ids) await wim.deletes(`/api/routing/rules/${id}`);
});

test('a simulation is not counted: no hit of a rule, no figure of a report, no use of a document', async () => {
  const { wim, max, ada } = stage.world;
  const base = '/api/knowledge/validation';
  const rule = await wim.posts('/api/routing/rules', { name: 'Every', when: {}, then: { priority: 'high' } });
  const counted = async () => {
    const { hits, last_hit_at, version } = await max.gets(`/api/routing/rules/${rule.id}`);
    const { totals, by_rule, tokens, gaps } = await max.gets('/api/reports/overview');
    const { usage } = await max.gets('/api/knowledge/analysis');
    return { hits, last_hit_at, version, totals, by_rule, tokens, gaps, usage };
  };
  const before = await counted();
  assert.equal(before.hits, 0);
  const matched = await simulates({ message: question });
  assert.equal(matched.rules.find(({ rule_id }: any) => rule_id === rule.id).result, 'matched');
  await simulates({ messages: [question, 'Do you sell penguins?'] });
  const played = await max.posts(`${base}/playground/conversations`, {});
  await max.posts(`${base}/playground/conversations/${played.id}/messages`, { text: 'Do you sell penguins?' });
  const cases = [{ turns: [{ customer: question }], expect: { outcome: 'answer' } }];
  await wim.calls('PUT', `${base}/suite`, { cases });
  const { id } = await wim.posts(`${base}/suite/run`, {}, 202);
  await eventually(async () => assert.equal((await max.gets(`${base}/runs/${id}`)).verdict, 'passed'));
  await ada.posts('/api/routing/policy/preview', { last: 10 }, 200);
  assert.deepEqual(await counted(), before);

  const event = stage.chatdesk.events.userCreated({ text: question });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  await eventually(async () => assert.notDeepEqual((await counted()).totals, before.totals));
  // The message is counted when it is received, its rule when it is decided.
  await eventually(async () => assert.equal((await counted()).hits, 1, 'what a customer says is counted'));
});
