import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readWords } from './password-strength.logic.ts';

test('the list of common passwords has at least 3,000 words, all in the form that is compared', () => {
  const words = readWords(readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8'));
  assert.ok(words.size >= 3000, `${words.size} words`);
  assert.deepEqual(
    [...words].filter((word) => word !== word.normalize('NFC').toLowerCase()),
    [],
  );
});
