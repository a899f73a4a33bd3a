import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SuiteCase } from '@desk/contract/suite';
import { countChanges } from './changes.logic.ts';

const made = (id: string, name: string): SuiteCase => ({
  id,
  name,
  tags: [],
  enabled: true,
  critical: false,
  weight: 1,
  context: {},
  turns: [{ customer: name }],
  expect: {},
  repeat: 1,
});

test('cases are matched by their ids, in any order of their members', () => {
  const before = [made('a', 'A'), made('b', 'B'), made('c', 'C')];
  const reordered = Object.fromEntries(Object.entries(made('b', 'B')).toReversed()) as unknown as SuiteCase;
  const counts = countChanges(before, [made('a', 'Another'), reordered, made('d', 'D'), made('e', 'E')]);
  assert.deepEqual(counts, { added: 2, changed: 1, removed: 1, same: 1 });
});
