import assert from 'node:assert/strict';
import { test } from 'node:test';
import { learnableIn, normalised } from './learnable.logic.ts';

const jane = { name: 'Jane Kim Fontaine', email: 'jfontaine.privat.1984@example.org' };

const kept: [string, string][] = [
  ['How do I get my money back?', 'How do I get my money back?'],
  [
    'Hi there,\n\nI bought the plan in May. Can I still get   my money back?\n\nBest, Jane',
    'Can I still get my money back?',
  ],
  ['Is it 30 days? Or may I cancel the 2026 plan later?', 'Or may I cancel the 2026 plan later?'],
  ['I cannot find where to cancel my plan', 'I cannot find where to cancel my plan'],
  ['May I leave?', 'May I leave?'],
  [`Can I ${'x'.repeat(193)}?`, `Can I ${'x'.repeat(193)}?`],
  ['May I have 4 of the 1200 mAh ones?', 'May I have 4 of the 1200 mAh ones?'],
  ['Is model mp3x5 on sale again?', 'Is model mp3x5 on sale again?'],
  ['Is a size like EU-42 on sale again?', 'Is a size like EU-42 on sale again?'],
];
for (const [message, question] of kept) {
  test(`the question in ${JSON.stringify(message)} is kept`, () => assert.equal(learnableIn(message, jane), question));
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
  ['a short reference', 'Where is the parcel X7G2K9 now?'],
  ['five digits', 'Where is the parcel 84127 now?'],
  ['an order with one letter', 'Where is my order A-412 now?'],
  ['the customer’s name', 'Can you change the plan of Fontaine please?'],
  ['a name in another case', 'Why does it still say JANE on the invoice?'],
  ['a name from the address', 'May I use privat as my user name?'],
  ['too few words', 'Refund please?'],
  ['too few letters', 'May I quit?'],
  ['a story without a question', 'I bought it. It broke. I am sad.'],
  ['too long a question', `Can I ${'x'.repeat(194)}?`],
  ['a name of three letters', 'Can you change the plan of Kim please?'],
];
for (const [what, message] of dropped) {
  test(`${what} keeps a question from being learned`, () => assert.equal(learnableIn(message, jane), null));
}

test('a year in the address of the customer does not count as a name', () => {
  assert.equal(learnableIn('Is the 1984 model repaired as well?', jane), 'Is the 1984 model repaired as well?');
});

test('case, accents, punctuation and spacing do not make a different question', () => {
  assert.equal(normalised('  Où est  ma FACTURE réglée ?! '), normalised('ou est ma facture reglee'));
  assert.notEqual(normalised('Where is my bill?'), normalised('Where is my invoice?'));
});
