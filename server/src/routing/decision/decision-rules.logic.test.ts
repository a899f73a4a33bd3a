import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { When } from '@desk/contract/rules';
import { aDestination, aRule, aTag, decide } from '../../../test/policy.ts';

const refund: When = { all: [{ field: 'message.text', op: 'contains', value: 'refund' }] };
const weak: When = { all: [{ field: 'answer.confidence', op: 'lt', value: 0.95 }] };
const billing = aDestination('billing');

test('every rule has a result, with the condition that failed', () => {
  const rules = [
    aRule('miss', { when: { all: [{ field: 'channel', op: 'eq', value: 'email' }, ...(refund.all ?? [])] } }),
    aRule('hit', { then: { decision: 'suppress' } }),
    aRule('after'),
    aRule('late', { when: weak }),
  ];
  assert.deepEqual(decide({ policy: { rules } }).rules, [
    {
      rule_id: 'miss',
      name: 'miss',
      result: 'not_matched',
      failed: { path: '/all/1', field: 'message.text', op: 'contains', value: 'refund' },
    },
    { rule_id: 'hit', name: 'hit', result: 'matched' },
    { rule_id: 'after', name: 'after', result: 'not_reached' },
    { rule_id: 'late', name: 'late', result: 'not_reached' },
  ]);
});

test('a rule sees the tags of the message and those of earlier rules', () => {
  const tagged = (id: string): When => ({ all: [{ field: 'tag', op: 'eq', value: id }] });
  const rules = [
    aRule('a', { when: tagged('detected'), then: { add_tag_ids: ['money'] } }),
    aRule('b', { when: tagged('money'), then: { decision: 'escalate' } }),
  ];
  assert.equal(decide({ facts: { tagIds: ['detected'] }, policy: { rules } }).ruleId, 'b');
  assert.equal(decide({ policy: { rules } }).outcome, 'answer');
});

test('after a decision without stop, later rules add effects but do not decide', () => {
  const rules = [
    aRule('a', { then: { decision: 'escalate' }, stop: false }),
    aRule('b', { then: { decision: 'suppress', add_tag_ids: ['x'], destination_id: 'billing' } }),
    aRule('c', { then: { add_tag_ids: ['y'] } }),
  ];
  const ruling = decide({ policy: { rules, destinations: [billing] } });
  assert.equal(ruling.ruleId, 'a');
  assert.deepEqual(ruling.addTagIds, ['x']);
  assert.equal(ruling.destination?.id, 'billing');
});

test('a rule that decides nothing stops later rules only with `stop: true`', () => {
  const then = { add_tag_ids: ['x'] };
  const decider = aRule('b', { then: { decision: 'suppress' } });
  assert.equal(decide({ policy: { rules: [aRule('a', { then }), decider] } }).outcome, 'suppress');
  assert.equal(decide({ policy: { rules: [aRule('a', { then, stop: true }), decider] } }).outcome, 'answer');
});

test('a lookup is a fact for the rules after it', () => {
  const when: When = { all: [{ field: 'lookup.order.status', op: 'eq', value: 'lost' }] };
  const rules = [aRule('r', { when, then: { decision: 'escalate' } })];
  assert.equal(decide({ policy: { rules }, answer: { lookups: { order: { status: 'Lost' } } } }).ruleId, 'r');
  assert.equal(decide({ policy: { rules } }).outcome, 'answer');
});

test('a draft goes to the destination of its rule, or else to none', () => {
  const rules = [aRule('r', { then: { decision: 'draft', destination_id: 'billing' } })];
  assert.equal(decide({ policy: { rules, destinations: [billing] } }).destination?.id, 'billing');
  assert.equal(decide({ limits: { mode: 'draft' }, policy: { tags: [aTag('t')] } }).destination, null);
});

test('a missing or disabled destination causes a warning with its name; a closed one does not', () => {
  const shut = aDestination('shut', { enabled: false, fallbackDestinationId: 'night' });
  const night = aDestination('night', { hours: 'business' });
  const warnings = (destinationId: string) =>
    decide({
      policy: {
        rules: [aRule('r', { then: { decision: 'escalate', destination_id: destinationId } })],
        destinations: [shut, night, billing],
      },
      facts: { time: { businessHours: false } },
    }).warnings;
  assert.deepEqual(warnings('shut'), ['The destination "shut" is disabled.']);
  assert.deepEqual(warnings('gone'), ['The destination "unknown destination" is missing.']);
  assert.deepEqual(warnings('night'), []);
  assert.deepEqual(warnings('billing'), []);
});

describe('the reason of a rule that escalates is', () => {
  const open = (value: boolean) => ({ field: 'time.business_hours', op: 'eq' as const, value });
  const cases: [string, When, string | undefined, string][] = [
    ['outside_hours if it applies only while the desk is closed', { all: [open(false)] }, undefined, 'outside_hours'],
    ['outside_hours if it never applies while the desk is open', { none: [open(true)] }, undefined, 'outside_hours'],
    [
      'policy_rule if it applies at other times too',
      { any: [open(false), { field: 'channel', op: 'exists' }] },
      undefined,
      'policy_rule',
    ],
    ['the reason that it names', { all: [open(false)] }, 'frustration', 'frustration'],
    ['policy_rule if its reason is in its own words', { all: [open(false)] }, 'closed for stocktaking', 'policy_rule'],
  ];
  for (const [name, when, reason, expected] of cases)
    test(name, () => {
      const then = { decision: 'escalate' as const, ...(reason ? { reason } : {}) };
      const ruling = decide({
        policy: { rules: [aRule('closed', { when, then })] },
        facts: { time: { businessHours: false } },
      });
      assert.deepEqual([ruling.outcome, ruling.reason], ['escalate', expected]);
    });
});
