import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Condition, Then, When } from '@desk/contract/rules';
import {
  inAskedOrder,
  warningsOfDestinations,
  warningsOfRule,
  type LintedDestination,
  type LintedRule,
  type Surroundings,
} from './lint-policy.logic.ts';

const says = (value: string): Condition => ({ field: 'message.text', op: 'contains', value });
const words = (op: 'gt' | 'lt' | 'gte' | 'lte' | 'eq', value: number): Condition => ({
  field: 'message.word_count',
  op,
  value,
});
const rule = (id: string, conditions: When, effects: Then = { decision: 'escalate' }): LintedRule => ({
  id,
  name: id,
  enabled: true,
  conditions,
  effects,
  stop: null,
});
const around = (rules: LintedRule[], others: Partial<Surroundings> = {}): Surroundings => ({
  asked: inAskedOrder(rules),
  destinations: [],
  collections: [],
  ...others,
});
const codes = (rules: LintedRule[], others?: Partial<Surroundings>): string[] =>
  warningsOfRule(rules.at(-1) ?? rule('none', {}), around(rules, others)).map(({ code }) => code);

const a = says('a');
const b = says('b');
const sure: Condition = { field: 'answer.confidence', op: 'gte', value: 0.5 };
const tagOnly: Then = { add_tag_ids: ['t'] };

const order: readonly (readonly [name: string, rules: LintedRule[], expected: string[]])[] = [
  ['alone', [rule('1', { all: [a] })], []],
  ['after one that matches all', [rule('1', {}), rule('2', { all: [a] })], ['unreachable']],
  ['after one that matches all and only tags', [rule('1', {}, tagOnly), rule('2', { all: [a] })], []],
  ['after a disabled one', [{ ...rule('1', {}), enabled: false }, rule('2', { all: [a] })], []],
  ['after a wider one', [rule('1', { all: [a] }), rule('2', { all: [a, b] })], ['shadowed']],
  ['after a narrower one', [rule('1', { all: [a, b] }), rule('2', { all: [a] })], []],
  ['after one with more alternatives', [rule('1', { any: [a, b] }), rule('2', { any: [a] })], ['shadowed']],
  ['after one with fewer alternatives', [rule('1', { any: [a] }), rule('2', { any: [a, b] })], []],
  ['after one that forbids more', [rule('1', { all: [a], none: [b] }), rule('2', { all: [a] })], []],
  ['before, though written later', [rule('1', { all: [sure] }), rule('2', { all: [a] })], []],
  ['with the answer, after one without', [rule('1', { all: [a] }), rule('2', { all: [a, sure] })], ['shadowed']],
];
for (const [name, rules, expected] of order)
  test(`a rule ${name}: ${expected.join() || 'no warning'}`, () => assert.deepEqual(codes(rules), expected));

const fits: readonly (readonly [when: When, contradictory: boolean])[] = [
  [{ all: [words('gt', 5), words('lt', 3)] }, true],
  [{ all: [words('gt', 5), words('lt', 9)] }, false],
  [{ all: [words('gte', 5), words('lte', 5)] }, false],
  [{ all: [words('gt', 5), words('lte', 5)] }, true],
  [{ all: [words('eq', 5), words('gt', 5)] }, true],
  [{ all: [words('eq', 5), words('eq', 6)] }, true],
  [
    {
      all: [
        { field: 'channel', op: 'eq', value: 'email' },
        { field: 'channel', op: 'eq', value: 'chatdesk' },
      ],
    },
    true,
  ],
  [
    {
      all: [
        { field: 'channel', op: 'eq', value: 'email' },
        { field: 'channel', op: 'in', value: ['email'] },
      ],
    },
    false,
  ],
  [
    {
      all: [
        { field: 'channel', op: 'eq', value: 'email' },
        { field: 'channel', op: 'neq', value: 'EMAIL' },
      ],
    },
    true,
  ],
  [{ all: [a], none: [a] }, true],
  [{ any: [a], none: [a] }, false],
  [
    {
      all: [
        { field: 'tag', op: 'eq', value: 'x' },
        { field: 'tag', op: 'eq', value: 'y' },
      ],
    },
    false,
  ],
  [
    {
      all: [
        { field: 'customer.email', op: 'not_exists' },
        { field: 'customer.email', op: 'eq', value: 'x' },
      ],
    },
    true,
  ],
];
for (const [when, contradictory] of fits)
  test(`${JSON.stringify(when)} is ${contradictory ? '' : 'not '}contradictory`, () =>
    assert.deepEqual(codes([rule('1', when)]), contradictory ? ['contradictory'] : []));

test('a field that is not there, a collection that is gone or off, a destination that is disabled', () => {
  assert.deepEqual(codes([rule('1', { all: [{ field: 'no.such', op: 'eq', value: 1 }] })]), ['unknown_field']);
  const collections = [{ id: 'off', name: 'Off', enabled: false }];
  const names = rule('1', { all: [a] }, { collection_ids: ['off', 'gone'] });
  assert.deepEqual(codes([names], { collections }), ['collection_off', 'collection_gone']);
  const destinations = [{ id: 'd', name: 'D', enabled: false, fallback_destination_id: null }];
  const leads = rule('1', { all: [a] }, { destination_id: 'd' });
  assert.deepEqual(codes([leads], { destinations }), ['disabled_destination']);
});

test('fallbacks that lead in a circle', () => {
  const to = (id: string, fallback: string | null): LintedDestination => ({
    id,
    name: id,
    enabled: true,
    fallback_destination_id: fallback,
  });
  const destinations = [to('a', 'b'), to('b', 'a'), to('c', 'a'), to('d', null)];
  const circles = warningsOfDestinations({ destinations });
  assert.deepEqual(
    circles.map(({ code, destination_id }) => [code, destination_id]),
    [
      ['cycle', 'a'],
      ['cycle', 'b'],
    ],
  );
});
