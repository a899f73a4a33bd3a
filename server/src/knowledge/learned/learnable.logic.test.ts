import assert from 'node:assert/strict';
import { test } from 'node:test';
import { learnableIn, normalised } from './learnable.logic.ts';

const jane = { name: 'Jane Fontaine', email: 'jfontaine.privat@example.org' };

const kept: [string, string][] = [
  ['How do I get my money back?', 'How do I get my money back?'],
  [
    'Hi there,\n\nI bought the plan in May. Can I still get   my money back?\n\nBest, Jane',
    'Can I still get my money back?',
  ],
  ['Is it 30 days? Or may I cancel the 2026 plan later?', 'Or may I cancel the 2026 plan later?'],
  ['I cannot find where to cancel my plan', 'I cannot find where to cancel my plan'],
];
for (const [message, question] of kept) {
  test(`of ${JSON.stringify(message)} the question is kept`, () => assert.equal(learnableIn(message, jane), question));
}

const dropped: [string, string][] = [
  ['an e-mail address', 'Can you write to somebody.else@example.com about the plan?'],
  ['a link', 'Why does https://shop.test/orders open nothing for me?'],
  ['a card number', 'Why was 4111 1111 1111 1111 charged twice?'],
  ['a phone number', 'Can you call me on +49 (171) 55-51-23 today?'],
  ['an account', 'Why is my account DE89370400440532013000 empty?'],
  ['an order', 'Where is my order #8412?'],
  ['an order with letters', 'Where is my order AB-4412 now?'],
  ['a reference', 'Where is the parcel X7G2K9P1 now?'],
  ['the customer’s name', 'Can you change the plan of Fontaine please?'],
  ['a name in another case', 'Why does it still say JANE on the invoice?'],
  ['a name from the address', 'May I use privat as my user name?'],
  ['too few words', 'Refund please?'],
  ['too few letters', 'May I go?'],
  ['a story without a question', 'I bought it. It broke. I am sad.'],
  ['too long a question', `Can ${'I really '.repeat(30)} have it?`],
];
for (const [what, message] of dropped) {
  test(`${what} keeps a question from being learned`, () => assert.equal(learnableIn(message, jane), null));
}

test('case, accents, marks and spacing do not make another question', () => {
  assert.equal(normalised('  Où est  ma FACTURE réglée ?! '), normalised('ou est ma facture reglee'));
  assert.notEqual(normalised('Where is my bill?'), normalised('Where is my invoice?'));
});
