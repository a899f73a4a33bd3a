import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { en } from './words/actions.en.ts';

test('every action of the audit log that the documents list has a text', () => {
  const page = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('| what | actions |'), page.indexOf('Entries cannot be changed or removed'));
  const actions = [...table.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, action = '']) => action);
  assert.ok(actions.length > 70);
  assert.deepEqual(
    actions.filter((action) => !Object.hasOwn(en, action.replace('.', '__'))),
    [],
  );
});
