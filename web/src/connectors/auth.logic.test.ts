import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authOf, emptyAuth, filledCredentials } from './auth.logic.ts';

test('only the members of the chosen kind are sent', () => {
  const all = { ...emptyAuth, name: 'X-Key', token_url: 'https://id.example/token', scope: 'orders' };
  assert.deepEqual(authOf({ ...all, kind: 'none' }), { kind: 'none' });
  assert.deepEqual(authOf({ ...all, kind: 'api_key', in: 'query' }), { kind: 'api_key', in: 'query', name: 'X-Key' });
  assert.deepEqual(authOf({ ...all, kind: 'oauth2_client_credentials' }), {
    kind: 'oauth2_client_credentials',
    token_url: 'https://id.example/token',
    scope: 'orders',
  });
  assert.deepEqual(authOf({ ...all, kind: 'hmac' }), {
    kind: 'hmac',
    header: 'X-Signature',
    timestamp_header: 'X-Timestamp',
  });
  const signed = authOf({ ...all, kind: 'hmac', prefix: 'v1=', key_id_header: 'X-Key-Id' });
  assert.deepEqual(signed.kind === 'hmac' && [signed.prefix, signed.key_id_header], ['v1=', 'X-Key-Id']);
});

test('credentials of another kind that were typed before are not sent', () => {
  const typed = { token: ' abc ', username: 'ada', password: '' };
  assert.deepEqual(filledCredentials('bearer', typed), { token: 'abc' });
  assert.deepEqual(filledCredentials('basic', typed), { username: 'ada' });
  assert.equal(filledCredentials('none', typed), undefined);
});
