import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expiredRefreshCookie, readRefreshCookie, refreshCookie } from './refresh-cookie.logic.ts';

const secure = 'https://desk.birch.example';
const plain = 'http://localhost:3000';

test('over HTTPS no other host and no script can read or set the cookie', () => {
  const cookie = '__Host-fd_refresh=fr_1; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure';
  assert.equal(refreshCookie(secure, 'fr_1', 60), cookie);
});

test('without HTTPS the cookie has neither prefix nor Secure', () => {
  assert.equal(refreshCookie(plain, 'fr_1', 60), 'fd_refresh=fr_1; Path=/; Max-Age=60; HttpOnly; SameSite=Strict');
  assert.match(expiredRefreshCookie(plain), /^fd_refresh=; .*Max-Age=0/);
});

describe('reading it back', () => {
  const host = 'desk.birch.example';
  const cookie = 'theme=dark; __Host-fd_refresh=fr_1; a=b';
  const cases = [
    ['among others', { cookie, origin: undefined, host }, 'fr_1'],
    ['from our own page', { cookie, origin: secure, host: 'inner:3000' }, 'fr_1'],
    ['from the host that was called', { cookie, origin: 'http://10.0.0.7:3000', host: '10.0.0.7:3000' }, 'fr_1'],
    ['from another page', { cookie, origin: 'https://elsewhere.example', host }, null],
    ['from a page without an origin', { cookie, origin: 'null', host }, null],
    ['absent', { cookie: 'theme=dark', origin: undefined, host }, null],
    ['empty', { cookie: '__Host-fd_refresh=', origin: undefined, host }, null],
    ['under another name', { cookie: 'x__Host-fd_refresh=fr_1', origin: undefined, host }, null],
    ['no cookies at all', { cookie: undefined, origin: undefined, host }, null],
  ] as const;
  for (const [name, headers, expected] of cases) {
    test(name, () => assert.equal(readRefreshCookie(secure, headers), expected));
  }
});
