import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { inScope } from '../../platform/database/transaction.ts';
import { times } from '../../../test/promises/chance.ts';
import { conversationOf, eventually, setStage, type Stage } from '../../../test/story/stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const at = '/api/knowledge/validation/outcome/simulate';
const simulates = (body: object, status = 200): Promise<any> => stage.world.max.posts(at, body, status);
const question = 'How can I get refunds for my annual plan?';

/** Returns the number of rows and a checksum of their contents for each table that the organization may see. */
const rows = (): Promise<Record<string, { n: number; content: string }>> =>
  inScope(stage.server.desk.db, stage.world.birch, async (tx) => {
    const tables = await sql<{ name: string }>`select table_name as name from information_schema.table_privileges
      where table_schema = 'public' and privilege_type = 'SELECT' and grantee = current_user order by 1`.execute(tx);
    const seen: Record<string, { n: number; content: string }> = {};
    for (const { name } of tables.rows) {
      const { rows: summed } = await sql<{ n: number; content: string }>`select count(*)::int as n,
        coalesce(sum(hashtextextended(each::text, 0)), 0)::text as content from ${sql.table(name)} as each`.execute(tx);
      if (summed[0]) seen[name] = summed[0];
    }
    return seen;
  });

test('a simulated message gets the decision that a real one gets, by the same rules and passages', async () => {
  const simulated = await simulates({ message: question });
  assert.equal(simulated.outcome, 'answer');
  assert.deepEqual([simulated.would_execute, simulated.blocked_by], [true, []]);
  const event = stage.chatdesk.events.userCreated({ text: question });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const real: any = await conversationOf(stage, event.conversationId, (each) => assert.ok(each.last_decision));
  const { last_decision: decided } = real;
  assert.deepEqual(simulated.confidence, decided.confidence);
  assert.deepEqual(simulated.answer, decided.answer);
  assert.deepEqual(simulated.evidence, decided.evidence);
  assert.deepEqual(simulated.snapshot, decided.snapshot);
  assert.ok(simulated.explanation.evidence[0].components.text > 0);
  assert.equal(simulated.explanation.evidence[0].chunk_id, simulated.evidence[0].chunk_id);
});

test('the same simulation gives the same decision, with the same hash', async () => {
  const overlay = { rules: [{ name: 'All', when: {}, then: { add_tag_ids: [], priority: 'high' } }] };
  const [one, other] = [
    await simulates({ message: question, overlay }),
    await simulates({ message: question, overlay }),
  ];
  assert.equal(one.hash, other.hash);
  assert.match(one.snapshot.overlay, /^[0-9a-f]{64}$/);
});

test('an unsaved rule is tried out, and every condition has its actual value', async () => {
  const rule = {
    name: 'Verified people from Birch',
    when: {
      all: [
        { field: 'message.text', op: 'contains', value: 'refunds' },
        { field: 'customer.verified', op: 'eq', value: true },
      ],
    },
    then: { decision: 'escalate' },
  };
  const overlay = { rules: [rule] };
  const not = await simulates({ message: question, overlay });
  assert.equal(not.outcome, 'answer');
  assert.deepEqual(
    not.explanation.rules.map(({ result, conditions }: any) => [
      result,
      conditions.map(({ path, actual, ok }: any) => [path, actual, ok]),
    ]),
    [
      [
        'not_matched',
        [
          ['/all/0', question, true],
          ['/all/1', false, false],
        ],
      ],
    ],
  );
  const matched = await simulates({ message: question, overlay, customer: { verified: true } });
  assert.deepEqual([matched.outcome, matched.reason], ['escalate', 'policy_rule']);
});

test('new rules of one priority are evaluated in the given order, as if saved one after the other', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `Rule ${at}`);
  const rules = names.map((name, at) => ({
    name,
    when: {},
    then: at === 0 ? { decision: 'suppress' } : { decision: 'escalate' },
  }));
  const { outcome, explanation } = await simulates({ message: question, overlay: { rules } });
  assert.equal(outcome, 'suppress');
  assert.deepEqual(
    explanation.rules.map(({ name }: any) => name),
    names,
  );
});

test('each counterfactual flips the outcome when its overlay is simulated', async () => {
  const overlay = {
    rules: [
      {
        name: 'Urgent',
        when: { all: [{ field: 'message.word_count', op: 'gte', value: 100 }] },
        then: { decision: 'escalate', reason: 'long' },
      },
    ],
  };
  const plain = await simulates({ message: question });
  assert.ok(plain.counterfactuals.some(({ kind }: any) => kind === 'threshold'));
  for (const flip of plain.counterfactuals) {
    const tried = await simulates({ message: question, overlay: flip.overlay });
    assert.deepEqual([tried.outcome, tried.reason], [flip.outcome, flip.reason], flip.change);
    assert.notDeepEqual([tried.outcome, tried.reason], [plain.outcome, plain.reason], flip.change);
  }
  const { counterfactuals } = await simulates({ message: question, overlay });
  const moved = counterfactuals.find(({ kind }: any) => kind === 'rule_condition');
  assert.equal(moved.overlay.rules[0].when.all[0].value, 9);
  assert.equal(moved.outcome, 'escalate');
});

test('settings, clock and state of the conversation are those of the request', async () => {
  const closed = { business_hours: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }], timezone: 'Europe/Lisbon' };
  const rules = [
    { when: { all: [{ field: 'time.business_hours', op: 'eq', value: false }] }, then: { decision: 'escalate' } },
  ];
  const overlay = { settings: closed, rules };
  const open = await simulates({ message: question, overlay, as_of: '2026-11-23T10:00:00Z' });
  const night = await simulates({ message: question, overlay, as_of: '2026-11-23T22:00:00Z' });
  assert.deepEqual([open.outcome, night.outcome], ['answer', 'escalate']);
  const spent = await simulates({ message: question, conversation: { turns: 6 } });
  assert.deepEqual([spent.outcome, spent.reason], ['escalate', 'turn_limit']);
  assert.ok(spent.counterfactuals.some(({ overlay: each }: any) => each.settings?.max_ai_turns === 7));
  const first = [
    { when: { all: [{ field: 'message.is_first', op: 'eq', value: true }] }, then: { decision: 'escalate' } },
  ];
  for (const [conversation, outcome] of [
    [{}, 'escalate'],
    [{ turns: 1 }, 'answer'],
    [{ clarifications: 1 }, 'answer'],
  ] as const)
    assert.equal((await simulates({ message: question, conversation, overlay: { rules: first } })).outcome, outcome);
  const off = await simulates({ message: question, overlay: { settings: { auto_respond_enabled: false } } });
  assert.deepEqual([off.outcome, off.would_execute, off.blocked_by], ['answer', false, ['auto_respond_off']]);
});

test('several turns form one conversation', async () => {
  const { turns, outcome, reason } = await simulates({ messages: ['Hello!', question, 'Thanks, that solved it!'] });
  assert.deepEqual(
    turns.map(({ decision }: any) => decision.outcome),
    ['clarify', 'answer', 'suppress'],
  );
  assert.deepEqual([outcome, reason], ['suppress', 'confirmed']);
});

test('after a turn that hands over, later replies are blocked, because people have the conversation', async () => {
  const { turns } = await simulates({
    messages: [question, 'Let me talk to a person.', 'How do I export my invoices?'],
  });
  assert.deepEqual(
    turns.map(({ decision, would_execute, blocked_by }: any) => [decision.outcome, would_execute, blocked_by]),
    [
      ['answer', true, []],
      ['escalate', true, []],
      ['answer', false, ['owner_human']],
    ],
  );
});

test('a simulation can start from a real conversation; one of another organization is not found', async () => {
  const event = stage.chatdesk.events.userCreated({ text: question });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { id }: any = await conversationOf(stage, event.conversationId, (each) => assert.ok(each.last_decision));
  const thanked = await simulates({ message: 'Thanks, that solved it!', conversation: id });
  assert.deepEqual([thanked.outcome, thanked.reason], ['suppress', 'confirmed']);
  await stage.world.mallory.posts(at, { message: 'Hello', conversation: id }, 404);
});

test('an overlay is checked as if it were saved, with pointers into the request', async () => {
  const { max } = stage.world;
  const foreign = '01900000-0000-7000-8000-000000000000';
  const refused = await max.calls('POST', at, {
    message: 'Hello',
    overlay: {
      rules: [
        { when: { all: [{ field: 'no.such', op: 'eq', value: 1 }] }, then: { collection_ids: [foreign] } },
        { id: foreign, enabled: false },
        { then: { decision: 'escalate' } },
      ],
      tags: [{ name: 'A tag', default_destination_id: foreign }],
      destinations: [{ name: 'Mail', kind: 'email', target: 'nowhere' }],
    },
  });
  assert.equal(refused.status, 422);
  assert.deepEqual(refused.body.errors.map(({ path }: any) => path).toSorted(), [
    '/overlay/destinations/0/target',
    '/overlay/rules/0/then/collection_ids/0',
    '/overlay/rules/0/when/all/0/field',
    '/overlay/rules/1/id',
    '/overlay/rules/2/when',
    '/overlay/tags/0/default_destination_id',
  ]);
  const thresholds = { answer: 0.2, clarify: 0.6 };
  const unfit = await max.calls('POST', at, { message: 'Hello', overlay: { settings: { thresholds } } });
  assert.deepEqual([unfit.status, unfit.body.errors[0].path], [422, '/overlay/settings/thresholds/clarify']);
  await simulates({ message: 'Hello', conversation: { tag_ids: [foreign] } }, 422);
  await simulates({}, 422);
  await simulates({ message: 'one', messages: ['two'] }, 422);
});

test('simulations store and change nothing, not even with tags and rules in the overlay', async () => {
  const examples = ['Where can I find my invoice?', 'I was billed twice', 'The receipt is wrong'];
  const overlay = {
    tags: [{ name: 'Billing', detect: { keywords: ['refund'], examples } }],
    rules: [{ when: {}, then: { priority: 'high' } }],
  };
  await simulates({ message: question });
  // Wait for the examination of the documents, which runs in the background.
  const earlier = await eventually(async () => {
    const counted = await rows();
    assert.deepEqual([counted['document_examination']?.n, counted['knowledge_health']?.n], [counted['document']?.n, 1]);
    return counted;
  });
  assert.ok((earlier['document']?.n ?? 0) > 0 && (earlier['conversation']?.n ?? 0) > 0);
  const messages = Array.from({ length: 10 }, () => [question, 'And how long does it take?']).flat();
  for (let round = times('SIMULATIONS', 48, 480); round > 0; round--) {
    const { signals } = await simulates({ messages, overlay });
    assert.ok(signals);
    await simulates({ message: 'I want to talk to a person', overlay });
  }
  assert.deepEqual(await rows(), earlier);
  const policy: any = await stage.world.max.gets('/api/routing/policy');
  assert.deepEqual([policy.tags, policy.rules], [[], []]);
});
