import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Condition } from '@desk/contract/rules';
import { answerFacts, facts } from '../../../test/policy.ts';
import { firstFailure, holds } from './conditions.logic.ts';
import type { FactValue } from '../policy/facts.logic.ts';
import { fieldOf } from '../policy/fields.logic.ts';
import { matchesPattern } from '../policy/pattern.ts';

type Row = [op: Condition['op'], fact: FactValue, wanted: Condition['value'], expected: boolean];

const rows: Row[] = [
  ['eq', 'Email', 'email', true],
  ['eq', 'email', 'chatdesk', false],
  ['eq', 3, 3, true],
  ['eq', true, true, true],
  ['eq', undefined, 'x', false],
  ['neq', 'a', 'b', true],
  ['neq', 'a', 'A', false],
  ['neq', undefined, 'b', false],
  ['in', 'de', ['en', 'DE'], true],
  ['in', 'fr', ['en', 'de'], false],
  ['in', 'fr', [], false],
  ['not_in', 'fr', ['en'], true],
  ['not_in', 'en', ['en'], false],
  ['not_in', undefined, ['en'], false],
  ['contains', 'Where is my REFUND?', 'refund', true],
  ['contains', 'Grüße', 'GRÜSSE', false],
  ['contains', 'cafe\u0301', 'CAFÉ', true],
  ['not_contains', 'hello', 'refund', true],
  ['not_contains', undefined, 'refund', false],
  ['starts_with', 'Re: order', 're:', true],
  ['ends_with', 'nora@Lantern.example', '@lantern.example', true],
  ['ends_with', undefined, 'x', false],
  ['matches', 'order no. 4711', '\\b\\d{4}\\b', true],
  ['matches', 'Invoice', '^invoice$', true],
  ['matches', 'Invoice', '(?-i)^invoice$', false],
  ['matches', 'anything', '(', false],
  ['gt', 5, 4, true],
  ['gt', 4, 4, false],
  ['gte', 4, 4, true],
  ['lt', 3, 4, true],
  ['lt', '3', 4, false],
  ['lte', 4, 4, true],
  ['lte', undefined, 4, false],
  ['between', 9, [9, 17], true],
  ['between', 17, [9, 17], true],
  ['between', 18, [9, 17], false],
  ['exists', 'x', undefined, true],
  ['exists', false, undefined, true],
  ['exists', undefined, undefined, false],
  ['not_exists', undefined, undefined, true],
  ['not_exists', 0, undefined, false],
  ['eq', ['a', 'b'], 'b', true],
  ['neq', ['a', 'b'], 'b', false],
  ['neq', [], 'b', true],
  ['contains', ['vip'], 'vi', false],
  ['contains', ['vip'], 'VIP', true],
  ['not_contains', [], 'vip', true],
  ['in', ['a', 'b'], ['b', 'c'], true],
  ['not_in', ['a', 'b'], ['b', 'c'], false],
  ['exists', [], undefined, false],
  ['not_exists', [], undefined, true],
];

for (const [op, fact, wanted, expected] of rows) {
  test(`${JSON.stringify(fact)} ${op} ${JSON.stringify(wanted)} is ${expected}`, () => {
    const condition = { field: 'x', op, ...(wanted === undefined ? {} : { value: wanted }) };
    assert.equal(holds(condition, fact, matchesPattern), expected);
  });
}

const view = {
  facts: facts({
    message: { subject: 'Order' },
    customer: { attributes: { plan: 'pro', seats: 12, address: { country: 'NO' }, labels: ['a', 'b'] } },
  }),
  tagIds: ['t1'],
  answer: answerFacts({ collections: ['c1'], lookups: { order: { total: 12.5 } }, topScore: null }),
};

const values: [field: string, expected: FactValue][] = [
  ['channel', 'email'],
  ['message.subject', 'Order'],
  ['message.has_attachment', false],
  ['message.word_count', 6],
  ['message.is_first', true],
  ['tag', ['t1']],
  ['sentiment', 'neutral'],
  ['customer.domain', 'lantern.example'],
  ['customer.external_id', undefined],
  ['customer.attributes.plan', 'pro'],
  ['customer.attributes.seats', 12],
  ['customer.attributes.address.country', 'NO'],
  ['customer.attributes.address', undefined],
  ['customer.attributes.labels', ['a', 'b']],
  ['customer.attributes.constructor', undefined],
  ['customer.attributes.__proto__', undefined],
  ['conversation.waiting_minutes', 0],
  ['time.weekday', 2],
  ['answer.confidence', 0.9],
  ['answer.top_score', undefined],
  ['answer.collections', ['c1']],
  ['lookup.order.total', 12.5],
  ['lookup.order.missing', undefined],
];

for (const [field, expected] of values) {
  test(`the field ${field} reads ${JSON.stringify(expected)}`, () => {
    const known = fieldOf(field);
    assert.ok(known);
    assert.deepEqual(known.read(view), expected);
  });
}

for (const name of [
  'constructor',
  'message',
  'message.',
  'customer.attributes',
  'customer.attributes..x',
  'lookup.order',
  'answer.text',
  '',
]) {
  test(`"${name}" is not a field`, () => assert.equal(fieldOf(name), null));
}

test('`any` needs one condition that holds, `none` allows none, and an empty `when` always matches', () => {
  const yes: Condition = { field: 'channel', op: 'eq', value: 'email' };
  const no: Condition = { field: 'channel', op: 'eq', value: 'chatdesk' };
  const failed = (path: string, value: string) => ({ path, field: 'channel', op: 'eq', value });
  assert.equal(firstFailure({}, view, matchesPattern), null);
  assert.equal(firstFailure({ any: [] }, view, matchesPattern), null);
  assert.equal(firstFailure({ any: [no, yes] }, view, matchesPattern), null);
  assert.deepEqual(firstFailure({ any: [no] }, view, matchesPattern), failed('/any', 'chatdesk'));
  assert.deepEqual(firstFailure({ all: [yes, no] }, view, matchesPattern), failed('/all/1', 'chatdesk'));
  assert.deepEqual(firstFailure({ none: [no, yes] }, view, matchesPattern), failed('/none/1', 'email'));
  assert.deepEqual(firstFailure({ all: [{ field: 'nonsense', op: 'eq', value: 1 }] }, view, matchesPattern), {
    path: '/all/0',
    field: 'nonsense',
    op: 'eq',
    value: 1,
  });
});

// A matcher that backtracks would never finish: the number of ways to match this text is exponential.
test('a pattern with catastrophic backtracking gets a result', { timeout: 60_000 }, () => {
  assert.equal(matchesPattern('(a+)+$', `${'a'.repeat(5000)}b`), false);
});
