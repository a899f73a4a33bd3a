import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stemEnglish } from '../../../platform/text/english-stem.logic.ts';
import { isFamiliar, relatedStems } from './related-words.logic.ts';
import { tokensOf } from '../../../platform/text/tokens.logic.ts';

const related = (text: string, at: number) => [...relatedStems(tokensOf(text, stemEnglish), at)];

test('a word has related words, by their stems', () => {
  assert.ok(related('is there a guarantee', 3).includes('warranti'));
  assert.ok(!related('is there a guarantee', 3).includes('guarante'));
});

test('the two words of a phrase may be apart, but not far', () => {
  assert.ok(related('can I send both of them back', 2).includes('return'));
  assert.ok(!related('I send one tonight and then I go home and come back', 1).includes('return'));
});

test('a word in no family has no related words', () => {
  assert.deepEqual(related('my zeppelin', 1), []);
  assert.equal(isFamiliar('zeppelin'), false);
  assert.equal(isFamiliar('refund'), true);
});
