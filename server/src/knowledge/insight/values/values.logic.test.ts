import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differ } from './value.logic.ts';
import { valuesIn } from './values.logic.ts';

const seconds = (iso: string) => Date.parse(iso) / 1000;
const day = 86_400;

const read = (sentence: string) => valuesIn(sentence).placed.map(({ value }) => value);

const examples: [string, unknown[][]][] = [
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
    'up to three projects and 10 GB',
    [
      ['amount', 'byte', 10_000_000_000],
      ['amount', 'project', 3, 'most'],
    ],
  ],
  ['in 2024 the rules changed', []],
  ['closes at 5:30 pm', [['closes', 'minute', 1050]]],
  ['leave at 5:30 pm', [['time', 'minute', 1050]]],
  [
    'from 9 am to 5:30 pm',
    [
      ['opens', 'minute', 540],
      ['closes', 'minute', 1050],
    ],
  ],
  [
    'zwischen 9:00 und 12 Uhr',
    [
      ['opens', 'minute', 540],
      ['closes', 'minute', 720],
    ],
  ],
  [
    'around the clock',
    [
      ['opens', 'minute', 0],
      ['closes', 'minute', 1440],
    ],
  ],
  ['Monday to Wednesday', [['weekdays', 'each', 0b111]]],
  ['on the last Friday', [['weekdays', 'last', 0b10000]]],
  ['on the 15th', [['day of month', 'month', 15]]],
  ['is free of charge', [['money', 'free', 0]]],
  ['the seats are free to choose', []],
  ['above €50', [['money', 'eur bound', 50]]],
  ['$9 per user and month', [['money', 'usd/month', 9]]],
  [
    'from the age of 16, 18 years old',
    [
      ['age', 'year', 18],
      ['age', 'year', 16],
    ],
  ],
  ['children under 14', [['age', 'year below', 14]]],
  ['on the next working day', [['duration', 'working time', day]]],
  ['half an hour', [['duration', 'time', 1800]]],
  ['300 API requests per minute', [['amount', 'api request', 300]]],
  ['several gift cards', [['amount', 'gift card', Number.POSITIVE_INFINITY]]],
  ['call +44 20 7946 0018', [['contact', 'phone', 0, ['460018']]]],
  ['write to Help@shop.example.', [['contact', 'mail', 0, ['help@shop.example']]]],
  [
    'Go to Settings > Data & Privacy > Export and wait',
    [['contact', 'path', 0, ['settings', 'data & privacy', 'export']]],
  ],
];
test('values are read with their kind and unit', () => {
  for (const [sentence, expected] of examples) {
    const stated = read(sentence).map((value) => Object.values(value).filter((each) => each !== undefined));
    assert.deepEqual(stated, expected, sentence);
  }
});

test('values that were read are removed from the rest', () => {
  assert.equal(valuesIn('Return it within 30 days.').rest.replace(/\s+/g, ' '), 'Return it within .');
});

test('only values of the same kind and unit can differ, and a shared value means agreement', () => {
  const differs = (one: string, other: string) => differ(read(one), read(other));
  assert.ok(differs('30 days', '14 days'));
  assert.ok(!differs('7 days', '5 working days'));
  assert.ok(differs('30 days', '5 working days'));
  assert.ok(!differs('two hours', '5 working days'));
  assert.ok(!differs('30 days', '1 month'));
  assert.ok(!differs('5 euros', '5 dollars'));
  assert.ok(!differs('5 days or 7 days', '7 days'));
});
