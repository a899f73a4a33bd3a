import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionInMessage, askedSentences } from './question-in-message.logic.ts';

const letters: [string, string][] = [
  ['Do you sell gift vouchers?', 'Do you sell gift vouchers?'],
  ['Hi there,\n\nDo you sell gift vouchers?\n\nBest regards,\nAnna Miller', 'Do you sell gift vouchers?'],
  [
    'Hello team,\n\nI hope you are well. I lost my card. How do I block it?\nThanks a lot!\nTom',
    'I lost my card. How do I block it?',
  ],
  ['Hey, is click and collect possible?', 'is click and collect possible?'],
  ['hi do you ship abroad', 'do you ship abroad'],
  ['Good morning,\nI have a quick question. Do you repair lamps? Thank you in advance.', 'Do you repair lamps?'],
  ['Dear Sir or Madam:\nWhere is it?\n--\nDr. James Cook\nCook Ltd.', 'Where is it?'],
  [
    'Sehr geehrte Damen und Herren,\n\nliefern Sie in die Schweiz?\n\nMit freundlichen Grüßen\nEva',
    'liefern Sie in die Schweiz?',
  ],
  ['Bonjour,\nvendez-vous des bons cadeaux ?\nCordialement\nLuc', 'vendez-vous des bons cadeaux ?'],
  ['Hola, ¿hacen envíos a Suiza?\nGracias\nAna', '¿hacen envíos a Suiza?'],
  // Words that begin like a greeting or a closing but are neither.
  ['Highchairs: do you sell them?', 'Highchairs: do you sell them?'],
  ['Thanks to you my order is late, where is it?', 'Thanks to you my order is late, where is it?'],
  ['Do you sell\nbest of boxes?', 'Do you sell best of boxes?'],
  // The message contains nothing else.
  ['Thanks!', 'Thanks!'],
  ['Hello!', 'Hello!'],
  ['', ''],
];

test('the question of a letter is read without greeting, courtesies and signature', () => {
  for (const [letter, asked] of letters) assert.equal(questionInMessage(letter), asked, letter);
});

test('of a long message the beginning is read', () => {
  const pasted = `How do I read this?\n${'> a\n'.repeat(250_000)}`;
  assert.match(questionInMessage(pasted), /^How do I read this\? > a .{4000,6000}$/);
});

test('salutation, closing, name and footer are not part of the question', () => {
  const letter =
    'Dear Sir or Madam,\n\nmy hub is dead. What now?\n\nYours faithfully,\nWilhelm Jansen\nSent from my phone';
  assert.deepEqual(askedSentences(letter), ['my hub is dead.', 'What now?']);
});

test('a greeting before the question is cut off and the question is kept', () => {
  assert.deepEqual(askedSentences('Hi there! can I pause it?'), ['can I pause it?']);
  assert.deepEqual(askedSentences('Hello, can I pause it?'), ['can I pause it?']);
});

test('thanks within the question do not end it', () => {
  assert.deepEqual(askedSentences('thanks for the parcel, but one valve is missing\nwhat do I do?'), [
    'thanks for the parcel, but one valve is missing',
    'what do I do?',
  ]);
});

test('a message of courtesies only is kept as it is', () => {
  assert.deepEqual(askedSentences('Hello'), ['Hello']);
});
