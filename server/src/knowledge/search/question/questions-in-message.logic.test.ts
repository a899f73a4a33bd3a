import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionsIn, refersBack } from './questions-in-message.logic.ts';

const messages: [language: string, message: string, questions: string[]][] = [
  ['en', 'How do I return a lamp?', ['How do I return a lamp?']],
  ['en', 'I want to return a lamp', ['I want to return a lamp']],
  ['en', '???', ['???']],
  ['en', 'How long is delivery? And can I pay by invoice?', ['How long is delivery?', 'And can I pay by invoice?']],
  ['en', 'How long is delivery and what does it cost?', ['How long is delivery?', 'what does it cost?']],
  ['de', 'Was kostet der Versand und kann ich ihn verfolgen?', ['Was kostet der Versand?', 'kann ich ihn verfolgen?']],
  ['en', 'Which bulbs and shades fit?', ['Which bulbs and shades fit?']],
  // What leads to a question belongs to it, and what follows the last one too.
  [
    'en',
    'Hello,\n\nmy lamp is broken. How do I return it? I moved. Where do you deliver? I live in Graz.\n\nRegards\nAnna',
    ['my lamp is broken. How do I return it?', 'I moved. Where do you deliver? I live in Graz.'],
  ],
  // A question without a word of its own belongs to another, and a courtesy to none.
  ['en', 'Can I choose the day? How much is that?', ['Can I choose the day? How much is that?']],
  ['en', 'Hi, how are you? How do I return a lamp?', ['How do I return a lamp?']],
  ['de', 'Können Sie mir helfen? Wie lange habe ich Garantie?', ['Wie lange habe ich Garantie?']],
];
for (const [language, message, questions] of messages)
  test(`the questions of "${message}"`, () => {
    assert.deepEqual(questionsIn(message, language), questions);
  });

test('a question that names its subject by a pronoun refers back', () => {
  for (const question of ['How long do they last?', 'Can I cancel it?', 'Wie lange hält er?', 'Was kostet das?'])
    assert.ok(refersBack(question), question);
  for (const question of ['Is there a shop in Graz?', 'Gibt es das Handbuch auf Deutsch?', 'Where do items go?'])
    assert.ok(!refersBack(question), question);
});
