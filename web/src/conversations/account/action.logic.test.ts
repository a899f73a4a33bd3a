import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActionInput } from '@desk/contract/account-actions';
import { complaintAbout, enteredFirst, outputLines, requestText, sentOf } from './action.logic.ts';

const input = (more: Partial<ActionInput>): ActionInput => ({
  name: 'number',
  type: 'string',
  required: true,
  source: 'message',
  description: null,
  value: null,
  fixed: false,
  ...more,
});

test('fixed inputs cannot be filled in, and an empty field sends no value', () => {
  const inputs = [
    input({ value: '48213' }),
    input({ name: 'email', value: 'robin@customer.test', fixed: true }),
    input({ name: 'reason', required: false }),
  ];
  assert.deepEqual(enteredFirst(inputs), { number: '48213', reason: '' });
  assert.deepEqual(sentOf({ number: ' 48213 ', reason: ' ' }), { number: '48213', reason: null });
});

for (const [more, entered, complaint] of [
  [{}, '', 'neededHere'],
  [{}, ' ', 'neededHere'],
  [{ required: false }, '', null],
  [{ type: 'integer' }, '12', null],
  [{ type: 'integer' }, '1.5', 'noWholeNumber'],
  [{ type: 'integer' }, 'twelve', 'noWholeNumber'],
  [{ type: 'number' }, '1.5', null],
  [{ type: 'number' }, '1,5', 'noNumber'],
  [{ type: 'boolean' }, 'false', null],
] as const)
  test(`“${entered}” in ${JSON.stringify(more)}: ${complaint ?? 'fine'}`, () => {
    assert.equal(complaintAbout(input(more), entered), complaint);
  });

test('a request is shown as it is sent, including a body of false', () => {
  const request = { method: 'POST', url: 'https://shop.test/x', headers: { authorization: '****' }, body: null };
  assert.equal(requestText(request), 'POST https://shop.test/x\nauthorization: ****');
  assert.match(requestText({ ...request, body: false }), /\n\nfalse$/);
});

test('outputs that are not text are shown as JSON', () => {
  assert.deepEqual(outputLines({ state: 'cancelled', total: { amount: '1' } }), [
    { name: 'state', value: 'cancelled' },
    { name: 'total', value: '{"amount":"1"}' },
  ]);
  assert.deepEqual(outputLines(null), []);
});
