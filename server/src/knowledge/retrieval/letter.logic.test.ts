import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentencesOf } from './letter.logic.ts';

test('salutation, closing, name and footer are not part of the question', () => {
  const letter =
    'Dear Sir or Madam,\n\nmy hub is dead. What now?\n\nYours faithfully,\nWilhelm Jansen\nSent from my phone';
  assert.deepEqual(sentencesOf(letter), ['my hub is dead.', 'What now?']);
});

test('a greeting before the question is cut off, the question stays', () => {
  assert.deepEqual(sentencesOf('Hi there! can I pause it?'), ['can I pause it?']);
  assert.deepEqual(sentencesOf('Hello, can I pause it?'), ['can I pause it?']);
});

test('thanks within the question do not end it', () => {
  assert.deepEqual(sentencesOf('thanks for the parcel, but one valve is missing\nwhat do I do?'), [
    'thanks for the parcel, but one valve is missing',
    'what do I do?',
  ]);
});

test('a message of nothing but politeness is kept as it is', () => {
  assert.deepEqual(sentencesOf('Hello'), ['Hello']);
});
