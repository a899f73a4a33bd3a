import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inScope } from '../../platform/database/transaction.ts';
import type { TestServer } from '../../../test/server.ts';
import { inWorld, type World } from '../../../test/world.ts';
import { loadPolicy, recordHits } from '../index.ts';

const path = '/api/routing/rules';
let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

const when = { all: [{ field: 'message.text', op: 'contains', value: 'refund' }] };
const then = { decision: 'escalate', reason: 'money', priority: 'high' };

test('a workspace admin writes a rule, a member reads it, a stranger does not', async () => {
  const { wim, max, mallory, nobody } = world;
  const answer = await wim.calls('POST', path, { name: 'Refunds', when, then });
  assert.equal(answer.status, 201, answer.text);
  const rule = answer.body;
  const at = `${path}/${rule.id}`;
  assert.equal(answer.headers['location'], at);
  assert.deepEqual([rule.when, rule.then], [when, then]);
  assert.deepEqual(
    [rule.enabled, rule.priority, rule.stop, rule.stage, rule.hits, rule.last_hit_at, rule.warnings, rule.version],
    [true, 100, true, 'before_answer', 0, null, [], 1],
  );
  assert.deepEqual(await max.gets(at), rule);
  await max.posts(path, { name: 'x', when, then }, 403);
  await max.patches(at, { enabled: false }, 403);
  await mallory.gets(at, 404);
  await mallory.patches(at, { enabled: false }, 404);
  await nobody.posts(path, { name: 'x', when, then }, 401);
});

test('stop and stage are shown as they take effect', async () => {
  const { wim } = world;
  const tagger = await wim.posts(path, { name: 'tags only', when, then: { priority: 'low' } });
  assert.equal(tagger.stop, false);
  const looksAtAnswer = { any: [{ field: 'answer.confidence', op: 'lt', value: 0.5 }] };
  const late = await wim.posts(path, { name: 'late', when: looksAtAnswer, then: { decision: 'draft' }, stop: false });
  assert.deepEqual([late.stop, late.stage], [false, 'with_answer']);
  assert.equal((await wim.patches(`${path}/${late.id}`, { stop: null })).stop, true);
});

test('a patch merges into when and then, and null removes a member', async () => {
  const { wim } = world;
  const rule = await wim.posts(path, { name: 'merge', when, then });
  const at = `${path}/${rule.id}`;
  const none = [{ field: 'customer.verified', op: 'eq', value: true }];
  const merged = await wim.patches(at, {
    when: { none },
    then: { reason: null, message: 'A colleague will reply.' },
    priority: 5,
  });
  assert.deepEqual(merged.when, { ...when, none });
  assert.deepEqual(merged.then, { decision: 'escalate', priority: 'high', message: 'A colleague will reply.' });
  assert.equal(merged.priority, 5);
  assert.equal((await wim.calls('PATCH', at, { enabled: false }, { 'if-match': '"1"' })).status, 412);
  const emptied = await wim.patches(at, { then: { decision: null, priority: null, message: null } }, 422);
  assert.equal(emptied.errors[0].path, '/then');
});

const condition = (field: string, op: string, value?: unknown) => ({ when: { all: [{ field, op, value }] } });
const nowhere = '018f0000-0000-7000-8000-000000000000';
const invalid: readonly (readonly [body: Record<string, unknown>, pointer: string])[] = [
  [{ when: undefined }, '/when'],
  [{ then: undefined }, '/then'],
  [{ then: {} }, '/then'],
  [{ then: { decision: 'maybe' } }, '/then/decision'],
  [{ then: { destination: nowhere } }, '/then/destination'],
  [{ then: { destination_id: nowhere } }, '/then/destination_id'],
  [{ then: { add_tag_ids: [nowhere] } }, '/then/add_tag_ids/0'],
  [{ then: { answer_threshold: 1.5 } }, '/then/answer_threshold'],
  [{ when: { every: [] } }, '/when/every'],
  [{ priority: -1 }, '/priority'],
  [{ priority: 1.5 }, '/priority'],
  [condition('message.colour', 'eq', 'x'), '/when/all/0/field'],
  [condition('message.text', 'resembles', 'x'), '/when/all/0/op'],
  [condition('message.text', 'gt', 3), '/when/all/0/op'],
  [condition('message.word_count', 'contains', '3'), '/when/all/0/op'],
  [condition('customer.verified', 'eq', 'yes'), '/when/all/0/value'],
  [condition('message.word_count', 'gt', '3'), '/when/all/0/value'],
  [condition('message.text', 'contains', ''), '/when/all/0/value'],
  [condition('message.text', 'eq'), '/when/all/0/value'],
  [condition('message.language', 'in', 'de'), '/when/all/0/value'],
  [condition('message.language', 'in', []), '/when/all/0/value'],
  [condition('time.hour', 'between', [17, 9]), '/when/all/0/value'],
  [condition('time.hour', 'between', [9]), '/when/all/0/value'],
  [condition('message.subject', 'exists', 'x'), '/when/all/0/value'],
  [condition('message.text', 'matches', '(unclosed'), '/when/all/0/value'],
  [condition('message.text', 'matches', 'a(?=b)'), '/when/all/0/value'],
  [condition('message.text', 'matches', 'a'.repeat(201)), '/when/all/0/value'],
  [condition('channel', 'eq', 'fax'), '/when/all/0/value'],
  [condition('sentiment', 'in', ['negative', 'sad']), '/when/all/0/value/1'],
  [condition('tag', 'eq', 'no such tag'), '/when/all/0/value'],
];
for (const [body, pointer] of invalid) {
  test(`422 at ${pointer} for ${JSON.stringify(body).slice(0, 90)}`, async () => {
    const problem = await world.wim.posts(path, { name: 'x', when, then, ...body }, 422);
    assert.ok(
      problem.errors.some((each: { path: string }) => each.path === pointer),
      JSON.stringify(problem.errors),
    );
  });
}

test('a rule may name a tag, which is stored by its id and cannot be deleted while the rule uses it', async () => {
  const { wim, mallory } = world;
  const tag = await wim.posts('/api/routing/tags', { name: 'Loyal' });
  const rule = await wim.posts(path, { name: 'loyal ones', ...condition('tag', 'in', ['loyal']), then });
  assert.deepEqual(rule.when.all[0].value, [tag.id]);
  await wim.patches(`/api/routing/tags/${tag.id}`, { name: 'Faithful' });
  const refused = await wim.calls('DELETE', `/api/routing/tags/${tag.id}`);
  assert.deepEqual([refused.status, refused.body.code, refused.body.users[0].id], [409, 'in_use', rule.id]);
  await mallory.posts(path, { name: 'foreign', ...condition('tag', 'eq', tag.id), then }, 422);
});

test('a value that is too long is refused with a message about its length', async () => {
  const long = { name: 'x', then, ...condition('message.text', 'contains', 'x'.repeat(1001)) };
  const { errors } = await world.wim.posts(path, long, 422);
  assert.deepEqual(errors, [{ path: '/when/all/0/value', message: 'must have at most 1000 characters' }]);
});

test('rules are listed in evaluation order, page by page', async () => {
  const { mallory } = world;
  for (const [name, priority] of [
    ['third', 20],
    ['first', 10],
    ['fourth', 20],
    ['second', 10],
  ] as const) {
    server.pass(5);
    await mallory.posts(path, { name, priority, when, then });
  }
  const one = await mallory.gets(`${path}?limit=3`);
  const two = await mallory.gets(`${path}?limit=3&cursor=${one.next_cursor}`);
  const names = [...one.items, ...two.items].map((each: { name: string }) => each.name);
  assert.deepEqual(names, ['first', 'second', 'third', 'fourth']);
  const scope = { organizationId: mallory.organizationId };
  const policy = await inScope(server.desk.db, scope, (tx) => loadPolicy(tx, scope));
  assert.deepEqual(
    policy.rules.map((rule) => rule.name),
    names,
  );
});

test('every change creates one revision; hits create none', async () => {
  const { wim } = world;
  const revision = async (): Promise<number> => (await wim.gets('/api/routing/policy')).revision;
  const before = await revision();
  const rule = await wim.posts(path, { name: 'counted', when, then });
  assert.equal(await revision(), before + 1);
  const scope = { organizationId: wim.organizationId };
  await inScope(server.desk.db, scope, (tx) => recordHits(tx, scope, [rule.id], server.desk.clock.now()));
  assert.equal(await revision(), before + 1);
  const counted = await wim.gets(`${path}/${rule.id}`);
  assert.deepEqual([counted.hits, counted.version, counted.last_hit_at], [1, 1, server.desk.clock.now().toISOString()]);
  await wim.posts(path, { name: 'refused', when, then: {} }, 422);
  assert.equal(await revision(), before + 1);
  await wim.deletes(`${path}/${rule.id}`);
  assert.equal(await revision(), before + 2);
});

test('a condition that no value can meet is saved with a warning that lists the possible values', async () => {
  const { wim, max } = world;
  const sure = { all: [{ field: 'answer.confidence', op: 'gt', value: 2 }] };
  const rule = await wim.posts(path, { name: 'surer than sure', when: sure, then: { decision: 'escalate' } });
  const [warning, ...others] = rule.warnings;
  assert.deepEqual(
    [warning.code, warning.about, warning.message],
    ['contradictory', 'answer.confidence', 'answer.confidence is between 0 and 1: this condition can never be met.'],
  );
  assert.deepEqual(others, []);
  const { warnings } = await max.gets('/api/routing/policy');
  assert.ok(warnings.some((each: any) => each.code === 'contradictory' && each.rule_id === rule.id));
  await wim.deletes(`${path}/${rule.id}`);
});

test('the policy shows tags, destinations and rules, and warns of a disabled destination', async () => {
  const { wim, max } = world;
  const destination = await wim.posts('/api/routing/destinations', { name: 'Closed', kind: 'queue', enabled: false });
  const rule = await wim.posts(path, { name: 'into the void', when, then: { destination_id: destination.id } });
  assert.ok(rule.warnings.some((each: { code: string }) => each.code === 'disabled_destination'));
  const policy = await max.gets('/api/routing/policy');
  assert.ok(policy.rules.some((each: { id: string }) => each.id === rule.id));
  assert.ok(policy.destinations.some((each: { built_in: boolean }) => each.built_in));
  assert.ok(policy.warnings.some((each: { code: string }) => each.code === 'disabled_destination'));
});
