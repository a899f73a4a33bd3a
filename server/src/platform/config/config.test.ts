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

test('an address at which mail is to be received needs a port', () => {
  for (const address of ['127.0.0.1:2525', '[::1]:2525', 'mail.birch.test:25'])
    assert.equal(readConfig({ ...sealed, SMTP_LISTEN: address }).SMTP_LISTEN, address);
  for (const address of ['127.0.0.1', '2525', '::1:2525', '127.0.0.1:smtp'])
    assert.throws(() => readConfig({ ...sealed, SMTP_LISTEN: address }), /SMTP_LISTEN does not have the form/);
});
