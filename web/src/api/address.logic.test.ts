import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, safeReturn } from './address.logic.ts';

test('an address contains its encoded parameters and only the query values that are set', () => {
  assert.equal(addressOf('/api/tags/:id', { id: 'a/b' }), '/api/tags/a%2Fb');
  assert.equal(addressOf('/api/tags', {}, { q: 'ä &', owner: undefined, limit: 3 }), '/api/tags?q=%C3%A4+%26&limit=3');
  assert.equal(addressOf('/x/:id/drafts/:message_id/approve', { id: 1, message_id: 2 }), '/x/1/drafts/2/approve');
});

test('a return address stays within the client and never leads back to the sign-in', () => {
  const table: [string | undefined, string][] = [
    ['/inbox/1?view=mine', '/inbox/1?view=mine'],
    [undefined, '/'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/login?return_to=/inbox', '/'],
    ['/resetting', '/resetting'],
    ['/register', '/'],
    ['/register?token=fi_1', '/register?token=fi_1'],
  ];
  for (const [given, expected] of table) assert.equal(safeReturn(given), expected, given);
});
