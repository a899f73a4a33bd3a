import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf, formOf, languagesOf, leavesOf, nameOf, patchOf, typed } from './form.logic.ts';

test('a template that was read is sent back unchanged', () => {
  const template = {
    name: 'order',
    description: null,
    method: 'GET',
    path: '/orders/{number}',
    query: { expand: 'items' },
    headers: {},
    body: null,
    inputs: [{ name: 'number', type: 'integer', source: 'message', required: true, example: 48_213 }],
    output: { state: '/order/state' },
    effect: 'read',
    requires_verified_customer: true,
    owner_match: '/order/customer/email',
    answer: { en: 'It is {order.state}.' },
    use: 'answer',
    cache_seconds: 0,
    enabled: true,
  } as const;
  const read = { ...template, id: '1', connector_id: '2', timeout_ms: null, quarantine: null, warnings: [] };
  const sent = bodyOf(formOf(read as never));
  assert.deepEqual(sent, template);
});

test('empty rows are left out, and a body that is not JSON is refused', () => {
  const form = formOf(null);
  const sent = bodyOf({ ...form, name: 'x', output: [{ name: ' ', value: '/a' }], body: '{"id":"{id}"}' });
  assert.deepEqual([sent.output, sent.body, sent.answer], [{}, { id: '{id}' }, null]);
  assert.throws(() => bodyOf({ ...form, body: '{' }), SyntaxError);
});

test('a value takes the type of its input', () => {
  assert.deepEqual(
    [typed('7', 'integer'), typed('x', 'number'), typed('true', 'boolean'), typed('7', 'string')],
    [7, 'x', true, '7'],
  );
});

test('positions in an answer are pointers, and give their outputs names', () => {
  const body = { order: { 'a/b': 1, items: [{ sku: 'X' }] }, none: null };
  assert.deepEqual(leavesOf(body), [
    { pointer: '/order/a~1b', value: '1' },
    { pointer: '/order/items/0/sku', value: 'X' },
    { pointer: '/none', value: 'null' },
  ]);
  assert.deepEqual(['/order/items/0/sku', '/2', '/order/the state'].map(nameOf), ['sku', 'value', 'the_state']);
});

test('each language is offered once, by its two letters', () => {
  assert.deepEqual(languagesOf(['pt-BR', 'en', 'pt', 'de', 'EN-gb', 'fil']), ['pt', 'en', 'de']);
});

test('a removed pair is sent as null, since a merge patch keeps a member that it does not name', () => {
  const kept = {
    query: { page: '1', size: '9' },
    headers: {},
    output: { state: '/s', eta: '/e' },
    answer: { en: 'a', de: 'b' },
  };
  const sent = { query: { page: '2' }, headers: { 'X-A': '1' }, output: { eta: '/e' }, answer: { en: 'a' } };
  const { query, headers, output, answer } = patchOf(kept as never, sent as never);
  assert.deepEqual(
    [query, headers, output, answer],
    [{ page: '2', size: null }, { 'X-A': '1' }, { state: null, eta: '/e' }, { en: 'a', de: null }],
  );
  assert.equal(patchOf(kept as never, { ...sent, answer: null } as never).answer, null);
});
