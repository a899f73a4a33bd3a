import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placedSentences, quotableSentences, sentencesOf } from './sentences.logic.ts';

test('a message is cut at its end marks and its lines', () => {
  assert.deepEqual(sentencesOf('Hello!  Is it open…  today?\n\nThanks'), ['Hello!', 'Is it open…', 'today?', 'Thanks']);
  assert.deepEqual(sentencesOf('营业吗？ 谢谢。'), ['营业吗？', '谢谢。']);
  assert.deepEqual(sentencesOf(' \n '), []);
});

test('a sentence that can be quoted is not cut in front of a small letter, and keeps its emphasis', () => {
  assert.deepEqual(quotableSentences('It costs 5 €, e.g. for a day. **Children** pay nothing.\n---'), [
    'It costs 5 €, e.g. for a day.',
    '**Children** pay nothing.',
  ]);
});

test('places cover the whole text, and abbreviations end no sentence', () => {
  const text = 'Sold by Acme Inc. Dr. Lee ships it.\nNext line goes on. Second.';
  const placed = placedSentences(text, 'en');
  assert.equal(placed.map((each) => each.text).join(''), text);
  assert.deepEqual(
    placed.map((each) => each.text.trim()),
    ['Sold by Acme Inc. Dr. Lee ships it.', 'Next line goes on.', 'Second.'],
  );
});
