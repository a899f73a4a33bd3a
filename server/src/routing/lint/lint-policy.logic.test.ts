import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channels } from '@desk/contract/conversations';
import type { Condition, Then, When } from '@desk/contract/rules';
import {
  inAskedOrder,
  warningsOfDestinations,
  warningsOfRule,
  type LintedDestination,
  type LintedRule,
  type LintSurroundings,
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
const around = (rules: LintedRule[], others: Partial<LintSurroundings> = {}): LintSurroundings => ({
  asked: inAskedOrder(rules),
  destinations: [],
  collections: [],
  lookups: [],
  ...others,
});
const codes = (rules: LintedRule[], others?: Partial<LintSurroundings>): string[] =>
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

const beyondLimits: readonly Condition[] = [
  { field: 'answer.confidence', op: 'gt', value: 1 },
  { field: 'answer.confidence', op: 'between', value: [2, 3] },
  { field: 'answer.evidence_count', op: 'eq', value: -1 },
  { field: 'message.word_count', op: 'lt', value: 0 },
  { field: 'conversation.episode', op: 'lt', value: 1 },
  { field: 'conversation.waiting_minutes', op: 'lte', value: -5 },
  { field: 'time.hour', op: 'gte', value: 24 },
  { field: 'time.weekday', op: 'eq', value: 0 },
  { field: 'channel', op: 'not_in', value: [...channels] },
];
const atLimits: readonly Condition[] = [
  { field: 'answer.confidence', op: 'gte', value: 1 },
  { field: 'answer.confidence', op: 'lte', value: 0 },
  { field: 'message.word_count', op: 'gt', value: 100_000 },
  { field: 'conversation.episode', op: 'eq', value: 1 },
  { field: 'time.hour', op: 'between', value: [20, 30] },
  { field: 'time.hour', op: 'eq', value: 23 },
  { field: 'time.weekday', op: 'eq', value: 7 },
  { field: 'answer.top_score', op: 'lt', value: 0 },
  { field: 'customer.attributes.age', op: 'lt', value: 0 },
  { field: 'channel', op: 'not_in', value: channels.slice(1) },
];

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
  ...beyondLimits.map((condition): [When, boolean] => [{ all: [condition] }, true]),
  ...atLimits.map((condition): [When, boolean] => [{ all: [condition] }, false]),
  [{ all: [a], any: [words('lt', 0), { field: 'time.hour', op: 'gt', value: 23 }] }, true],
  [{ all: [a], any: [words('lt', 0), b] }, false],
  [{ all: [words('gt', 5)], any: [words('lt', 5), words('eq', 4)] }, true],
  [{ all: [words('gt', 5)], any: [words('lt', 5), words('eq', 6)] }, false],
  [
    {
      all: [
        { field: 'customer.verified', op: 'neq', value: true },
        { field: 'customer.verified', op: 'neq', value: false },
      ],
    },
    true,
  ],
];
for (const [when, contradictory] of fits)
  test(`${JSON.stringify(when)} is ${contradictory ? '' : 'not '}contradictory`, () =>
    assert.deepEqual(codes([rule('1', when)]), contradictory ? ['contradictory'] : []));

test('warnings for a missing field, a deleted or disabled collection or template, and a disabled destination', () => {
  assert.deepEqual(codes([rule('1', { all: [{ field: 'no.such', op: 'eq', value: 1 }] })]), ['unknown_field']);
  const collections = [
    { id: 'off', name: 'Off', enabled: false, audience: 'customers' },
    { id: 'staff', name: 'Staff', enabled: true, audience: 'staff' },
    { id: 'on', name: 'On', enabled: true, audience: 'customers' },
  ] as const;
  const names = rule('1', { all: [a] }, { collection_ids: ['off', 'gone', 'staff', 'on'] });
  assert.deepEqual(codes([names], { collections }), ['collection_off', 'collection_gone', 'collection_for_staff']);
  const named = warningsOfRule(names, around([names], { collections })).map(({ about }) => about);
  assert.deepEqual(named, ['Off', undefined, 'Staff']);
  const lookups = [
    { id: 'off', name: 'order', enabled: false, outputs: ['state'] },
    { id: 'on', name: 'orders', enabled: true, outputs: ['state'] },
    { id: 'refused', name: 'plans', enabled: true, outputs: ['state'], isRefused: true },
  ];
  const looks = rule('1', { all: [a] }, { lookup_template_ids: ['off', 'on', 'gone', 'refused'] });
  assert.deepEqual(codes([looks], { lookups }), ['template_off', 'template_gone', 'template_refused']);
  const reads = (field: string) => codes([rule('1', { all: [{ field, op: 'exists' }] })], { lookups });
  assert.deepEqual([reads('lookup.order.state'), reads('lookup.orders.state')], [[], []]);
  assert.deepEqual(
    [reads('lookup.invoice.state'), reads('lookup.order.total')],
    [['unknown_field'], ['unknown_field']],
  );
  assert.deepEqual(reads('lookup.order.state.since'), []);
  const destinations = [{ id: 'd', name: 'D', enabled: false, fallback_destination_id: null }];
  const leads = rule('1', { all: [a] }, { destination_id: 'd' });
  assert.deepEqual(codes([leads], { destinations }), ['disabled_destination']);
});

test('warnings for fallbacks that form a cycle', () => {
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
