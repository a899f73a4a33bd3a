import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonInWords } from './json-in-words.logic.ts';

const json = '{"a":"```"}';
const table: [string, unknown][] = [
  [json, { a: '```' }],
  ['```json\n' + json + '\n```', { a: '```' }],
  ['```\n' + json + '```\n', { a: '```' }],
  ['<think>Is it {"b":1}?</think>\n\n' + json, { a: '```' }],
  ['<think>so</think>```JSON\n' + json + '\n```', { a: '```' }],
  ['Here it is: ' + json, undefined],
  ['```json\n{"a":', undefined],
  ['<think>' + json, undefined],
  ['', undefined],
];

for (const [text, expected] of table)
  test(`${JSON.stringify(text)} contains ${JSON.stringify(expected)}`, () =>
    assert.deepEqual(jsonInWords(text), expected));
