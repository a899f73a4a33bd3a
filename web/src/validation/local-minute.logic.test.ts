import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localMinute } from './local-minute.logic.ts';

test('a time that is put into a field comes back as the same minute', () => {
  const at = new Date(2026, 0, 5, 7, 4);
  assert.equal(localMinute(at), '2026-01-05T07:04');
  assert.equal(new Date(localMinute(at)).getTime(), at.getTime());
});
