import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../platform/config/config.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import { freshToken, tokenHash } from './tokens.ts';

const key = Buffer.alloc(32, 1).toString('base64');
const configOf = (environment: string) =>
  readConfig({ NODE_ENV: environment, SECRET_KEY: key, EMAIL_INBOUND_SECRET: 'whsec_dGVzdA==' });
const config = configOf('test');

test('a token names its kind and environment, and only its digest is kept', () => {
  const { token, hash } = freshToken(config, 'access');
  assert.match(token, /^fd_test_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
  assert.deepEqual(hash, sha256(token));
  assert.deepEqual(tokenHash(config, 'access', token), hash);
  assert.notEqual(freshToken(config, 'access').token, token);
});

test('a token of another kind or environment, or with a typing error, is not looked up', () => {
  const { token } = freshToken(config, 'access');
  const typo = token.slice(0, 20) + (token[20] === 'x' ? 'y' : 'x') + token.slice(21);
  const others = [
    freshToken(config, 'refresh').token,
    freshToken(configOf('production'), 'access').token,
    typo,
    '',
    `${token} `,
  ];
  for (const other of others) assert.equal(tokenHash(config, 'access', other), null);
});
