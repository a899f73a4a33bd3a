import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from '../words/sentence.logic.ts';
import { decodeCursor, encodeCursor, pageOf } from './page.ts';

test('a cursor decodes to its position, and any other text is refused with the name of the parameter', () => {
  assert.deepEqual(decodeCursor(encodeCursor(['2026-03-02', null, 7]), 3), ['2026-03-02', null, 7]);
  assert.equal(decodeCursor(undefined, 2), null);
  for (const text of [
    'x',
    '!!',
    encodeCursor(['one']),
    Buffer.from('{"a":1}').toString('base64url'),
    Buffer.from('[{},1]').toString('base64url'),
  ]) {
    assert.throws(() => decodeCursor(text, 2), {
      status: 422,
      errors: [{ path: 'query.cursor', message: sentence`The cursor does not belong to this list.` }],
    });
  }
});

test('a page has a cursor only if there is another page', () => {
  const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const page = pageOf(rows, 2, (row) => [row.id]);
  assert.deepEqual(page.rows, rows.slice(0, 2));
  assert.deepEqual(decodeCursor(page.next_cursor ?? '', 1), ['b']);
  assert.equal(pageOf(rows, 3, (row) => [row.id]).next_cursor, null);
});
