import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placedSentences, quotableSentences, sentencesOf } from './sentences.logic.ts';

test('a message is split at end marks and line ends', () => {
  assert.deepEqual(sentencesOf('Hello!  Is it open…  today?\n\nThanks'), ['Hello!', 'Is it open…', 'today?', 'Thanks']);
  assert.deepEqual(sentencesOf('营业吗？ 谢谢。'), ['营业吗？', '谢谢。']);
  assert.deepEqual(sentencesOf(' \n '), []);
});

test('a quotable sentence is not split before a lower-case letter, and keeps its emphasis', () => {
  assert.deepEqual(quotableSentences('It costs 5 €, e.g. for a day. **Children** pay nothing.\n---'), [
    'It costs 5 €, e.g. for a day.',
    '**Children** pay nothing.',
  ]);
});

test('places cover the whole text, and abbreviations do not end a sentence', () => {
  const text = 'Sold by Acme Inc. Dr. Lee ships it.\nNext line goes on. Second.';
  const placed = placedSentences(text, 'en');
  assert.equal(placed.map((each) => each.text).join(''), text);
  assert.deepEqual(
    placed.map((each) => each.text.trim()),
    ['Sold by Acme Inc. Dr. Lee ships it.', 'Next line goes on.', 'Second.'],
  );
});
