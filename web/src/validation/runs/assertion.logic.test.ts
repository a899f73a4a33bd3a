import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertedBy } from './assertion.logic.ts';

test('a JSON Pointer is mapped to the part of the case that it asserts', () => {
  assert.deepEqual(assertedBy('/expect/outcome'), { part: 'outcome', turn: null });
  assert.deepEqual(assertedBy('/expect/answer/must_include/1'), { part: 'must_include', turn: null });
  assert.deepEqual(assertedBy('/turns/1/expect/sources_any'), { part: 'sources_any', turn: 2 });
  assert.deepEqual(assertedBy('/expect'), { part: null, turn: null });
});
