import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readServiceAccount } from './service-account.ts';

const pem = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const json = JSON.stringify({ client_email: 'robot@p.example', private_key_id: 'k', private_key: pem });

test('the key comes as JSON or as the path of its file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'desk-key-'));
  writeFileSync(join(directory, 'key.json'), json);
  for (const given of [json, join(directory, 'key.json')]) {
    const account = readServiceAccount(given, ' a, b ,');
    assert.deepEqual([account?.address, account?.keyId, account?.organizations], ['robot@p.example', 'k', ['a', 'b']]);
  }
  rmSync(directory, { recursive: true });
  assert.equal(readServiceAccount('', ''), null);
});

test('an invalid key stops the start, and the error does not quote it', () => {
  const wrong = [
    '{"private_key": "hush-4711"',
    '{"client_email":"a","private_key":"hush-4711"}',
    '{"a":"hush-4711"}',
    '/no/hush-4711',
  ];
  for (const given of wrong)
    assert.throws(
      () => readServiceAccount(given, ''),
      (error: Error) => error.message.includes('CLOUD_DRIVE_SERVICE_ACCOUNT') && !error.message.includes('hush'),
    );
});
