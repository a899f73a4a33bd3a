import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJson } from './json.logic.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

for (const [text, expected] of [
  ['', { kind: 'read', value: null }],
  [' \n', { kind: 'read', value: null }],
  ['{"a":[1,"2",null,true]}', { kind: 'read', value: { a: [1, '2', null, true] } }],
  ['<h1>', { kind: 'not_json' }],
  ['{"a":', { kind: 'not_json' }],
  ['"open', { kind: 'not_json' }],
  [nested(101), { kind: 'too_deep' }],
  [`"${nested(500)}"`, { kind: 'read', value: nested(500) }],
  [`["\\"${'['.repeat(500)}"]`, { kind: 'read', value: [`"${'['.repeat(500)}`] }],
  ['[9007199254740991,9007199254740993]', { kind: 'read', value: [9_007_199_254_740_991, '9007199254740993'] }],
  ['[-12345678901234567890]', { kind: 'read', value: ['-12345678901234567890'] }],
  ['[1.0000000000000000]', { kind: 'read', value: [1] }],
  ['{"a\\u0000b":"c\\u0000\\ud800d"}', { kind: 'read', value: { ab: 'c\ufffdd' } }],
  ['["\\ud83d\\ude00"]', { kind: 'read', value: ['😀'] }],
  ['["12345678901234567890"]', { kind: 'read', value: ['12345678901234567890'] }],
] as const)
  test(`${text.slice(0, 40)} is ${expected.kind}`, () => assert.deepEqual(readJson(text), expected));

test('JSON of the greatest allowed depth is read', () => assert.equal(readJson(nested(100)).kind, 'read'));
