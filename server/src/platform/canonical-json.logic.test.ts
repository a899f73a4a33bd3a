import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson } from './canonical-json.logic.ts';

test('equal values have equal text, and the order of their members does not count', () => {
  const text = '{"a":[1,{"c":null,"d":"x"}],"b":true}';
  assert.equal(canonicalJson({ b: true, a: [1, { d: 'x', c: null }] }), text);
  assert.equal(canonicalJson({ a: [1, { c: null, d: 'x' }], b: true, e: undefined }), text);
  assert.equal(canonicalJson(JSON.parse(text)), text);
});

test('the order of a list counts, times are as in JSON, and undefined is null', () => {
  assert.notEqual(canonicalJson([1, 2]), canonicalJson([2, 1]));
  assert.equal(canonicalJson({ at: new Date(0) }), '{"at":"1970-01-01T00:00:00.000Z"}');
  assert.equal(canonicalJson(undefined), 'null');
  assert.equal(canonicalJson([undefined]), '[null]');
});
