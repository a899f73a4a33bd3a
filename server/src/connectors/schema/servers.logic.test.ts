import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otherBase } from './servers.logic.ts';

const rows: [base: string, servers: string[], other: string | null][] = [
  ['https://api.shop.test', [], null],
  ['https://api.shop.test', ['https://api.shop.test'], null],
  ['https://api.shop.test/', ['https://api.shop.test'], null],
  ['https://api.shop.test', ['https://api.shop.test/v1'], 'https://api.shop.test/v1'],
  ['https://api.shop.test/v1', ['https://api.shop.test/v1/'], null],
  ['https://api.shop.test/v1', ['https://test.shop.test/v1'], null],
  ['https://api.shop.test', ['/v1'], 'https://api.shop.test/v1'],
  ['https://api.shop.test/v1', ['/v1'], null],
  ['https://api.shop.test', ['https://test.shop.test/v2', 'https://api.shop.test/v3'], 'https://api.shop.test/v3'],
  ['https://eu.shop.test/3.0', ['https://{region}.shop.test/3.0'], null],
  ['https://eu.shop.test', ['https://{region}.shop.test/3.0'], 'https://x.shop.test/3.0'],
  ['https://api.shop.test', ['https://api.shop.test/{version}'], null],
  ['https://api.shop.test', ['{scheme}://api.shop.test/v1'], null],
  ['https://api.shop.test', ['not an address', 'https://api.shop.test'], null],
];

for (const [base, servers, other] of rows)
  test(`${base} beside ${servers.join(' and ') || 'no server'}`, () => assert.equal(otherBase(base, servers), other));
