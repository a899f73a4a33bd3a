import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createSecrets } from './secrets.ts';

const key = () => randomBytes(32).toString('base64');
const place = { table: 'integration', row: 'r1', organizationId: 'o1', field: 'token' };

test('a sealed secret opens at its own place and shows nothing of itself', () => {
  const secrets = createSecrets(key());
  const sealed = secrets.seal('canary-7f3a', place);
  assert.equal(secrets.open(sealed, place), 'canary-7f3a');
  assert.ok(!sealed.includes('canary'));
  assert.notEqual(secrets.seal('canary-7f3a', place), sealed);
});

for (const member of ['table', 'row', 'organizationId', 'field'] as const) {
  test(`a ciphertext moved to another ${member} does not open`, () => {
    const secrets = createSecrets(key());
    const sealed = secrets.seal('canary-7f3a', place);
    assert.throws(() => secrets.open(sealed, { ...place, [member]: 'elsewhere' }), refusal);
  });
}

test('a flipped bit in any segment is refused', () => {
  const secrets = createSecrets(key());
  const segments = secrets.seal('canary-7f3a', place).split('.');
  segments.forEach((segment, index) => {
    const altered = segments.with(index, (segment[0] === 'A' ? 'B' : 'A') + segment.slice(1)).join('.');
    assert.throws(() => secrets.open(altered, place), refusal);
  });
});

test('the previous key still opens while keys rotate, and a missing one does not', () => {
  const [old, next] = [key(), key()];
  const sealed = createSecrets(old).seal('canary-7f3a', place);
  assert.equal(createSecrets(next, old).open(sealed, place), 'canary-7f3a');
  assert.throws(() => createSecrets(next).open(sealed, place), refusal);
});

test('a key of the wrong size is refused at start', () => {
  assert.throws(() => createSecrets(Buffer.alloc(16).toString('base64')), /32 bytes/);
});

const refusal = (error: Error) => /cannot be opened/.test(error.message) && !error.message.includes('canary');
