import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createSecrets, keyIdOf } from './secrets.ts';

const key = () => randomBytes(32).toString('base64');
const place = { table: 'integration', row: 'r1', organizationId: 'o1', field: 'token' };

test('a sealed secret opens at its own place and does not reveal its content', () => {
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

test('a flipped bit anywhere in any segment is refused', () => {
  const secrets = createSecrets(key());
  const segments = secrets.seal('canary-7f3a', place).split('.');
  const altered = [
    segments.with(0, 'v2'),
    segments.with(1, segments[1] === '00000000' ? '11111111' : '00000000'),
    ...segments.flatMap((_, index) => (index === 1 ? [] : [segments.slice(0, index), segments.toSpliced(index, 1)])),
    ...[2, 3, 4, 5].flatMap((index) => flips(segments[index] ?? '').map((segment) => segments.with(index, segment))),
  ].map((each) => each.join('.'));
  assert.ok(altered.length > 800, `${altered.length} mutations`);
  for (const text of altered) assert.throws(() => secrets.open(text, place), refusal, text);
});

function flips(segment: string): string[] {
  const bytes = Buffer.from(segment, 'base64url');
  return Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const altered = Buffer.from(bytes);
    altered[bit >> 3]! ^= 1 << (bit & 7);
    return altered.toString('base64url');
  });
}

test('the previous key still opens while keys rotate, and a missing one does not', () => {
  const [old, next] = [key(), key()];
  const sealed = createSecrets(old).seal('canary-7f3a', place);
  assert.equal(createSecrets(next, old).open(sealed, place), 'canary-7f3a');
  assert.throws(() => createSecrets(next).open(sealed, place), refusal);
});

test('rekeying wraps the secret’s own key with the new key; the ciphertext does not change', () => {
  const [old, next] = [key(), key()];
  const sealed = createSecrets(old).seal('canary-7f3a', place);
  const both = createSecrets(next, old);
  const again = both.rewrap(sealed, place) ?? '';
  assert.deepEqual(again.split('.').slice(4), sealed.split('.').slice(4));
  assert.equal(keyIdOf(again), both.activeKeyId);
  assert.notEqual(keyIdOf(sealed), both.activeKeyId);
  assert.equal(createSecrets(next).open(again, place), 'canary-7f3a');
  assert.throws(() => createSecrets(old).open(again, place), refusal);
  assert.equal(both.rewrap(again, place), null, 'and only once');
  assert.throws(() => createSecrets(key()).rewrap(sealed, place), refusal);
  assert.throws(() => both.rewrap(sealed, { ...place, row: 'elsewhere' }), refusal);
});

const refusal = (error: Error) => /cannot be opened/.test(error.message) && !error.message.includes('canary');
