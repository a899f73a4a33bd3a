import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differ, valuesIn } from './values.logic.ts';

const seconds = (iso: string) => Date.parse(iso) / 1000;
const day = 86_400;

const examples: [string, [string, string, number][]][] = [
  ['within 30 days', [['duration', 'time', 30 * day]]],
  ['in two weeks', [['duration', 'time', 14 * day]]],
  ['a 14-day trial', [['duration', 'time', 14 * day]]],
  ['5 to 7 working days', [['duration', 'working time', 7 * day]]],
  ['innerhalb von 14 Tagen', [['duration', 'time', 14 * day]]],
  [
    '$1,299.50 or 15 euros',
    [
      ['money', 'usd', 1299.5],
      ['money', 'eur', 15],
    ],
  ],
  ['1.299,50 €', [['money', 'eur', 1299.5]]],
  [
    '80% or 5 percent',
    [
      ['percent', '%', 80],
      ['percent', '%', 5],
    ],
  ],
  ['until 2026-03-31', [['date', 'day', seconds('2026-03-31')]]],
  [
    '31 March 2026, April 2nd, 2026',
    [
      ['date', 'day', seconds('2026-03-31')],
      ['date', 'day', seconds('2026-04-02')],
    ],
  ],
  [
    'from 9 am to 5:30 pm',
    [
      ['time', 'minute', 540],
      ['time', 'minute', 1050],
    ],
  ],
  [
    'up to three projects and 10 GB',
    [
      ['amount', 'gb', 10],
      ['amount', 'project', 3],
    ],
  ],
  ['in 2024 the rules changed', []],
];
test('values are read with their kind and unit', () => {
  for (const [sentence, expected] of examples) {
    const read = valuesIn(sentence).values.map(({ kind, unit, amount }) => [kind, unit, amount]);
    assert.deepEqual(read, expected, sentence);
  }
});

test('what was read is no longer in the rest', () => {
  assert.equal(valuesIn('Return it within 30 days.').rest.replace(/\s+/g, ' '), 'Return it within .');
});

test('only values of the same kind and unit can differ, and a shared one agrees', () => {
  const differs = (one: string, other: string) => differ(valuesIn(one).values, valuesIn(other).values);
  assert.ok(differs('30 days', '14 days'));
  assert.ok(!differs('30 days', '5 working days'));
  assert.ok(!differs('30 days', '1 month'));
  assert.ok(!differs('5 euros', '5 dollars'));
  assert.ok(!differs('5 days or 7 days', '7 days'));
});
