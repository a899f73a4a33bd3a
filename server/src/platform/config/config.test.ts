import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';

const sealed = { SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), EMAIL_INBOUND_SECRET: 'whsec_dGVzdA==' };

test('an invalid choice is refused with the variable and the valid choices', () => {
  assert.equal(readConfig({ ...sealed, EMBEDDINGS: 'off' }).EMBEDDINGS, 'off');
  assert.throws(() => readConfig({ ...sealed, EMBEDDINGS: 'on' }), /EMBEDDINGS.*: embedded, provider, off$/);
});

test('an empty variable counts as not set', () => {
  assert.equal(readConfig({ ...sealed, EMBEDDINGS: '' }).EMBEDDINGS, 'embedded');
});
