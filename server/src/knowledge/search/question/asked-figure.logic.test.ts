import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureAsked, statesFigure } from './asked-figure.logic.ts';

const isStated = (question: string, text: string): boolean | null => {
  const figure = figureAsked(question);
  return figure && statesFigure(figure, text);
};

const cases: [question: string, text: string, isStated: boolean | null][] = [
  ['How much is the deposit?', 'A deposit of €50 is held.', true],
  ['How much is the deposit?', 'A deposit is taken when you arrive, and paid back within 14 days.', false],
  ['What do you charge for a second bag?', 'The second bag is free.', true],
  ['what does it cost to print a letter', 'The charge for printing is shown before you confirm.', false],
  ['How many bikes fit on one ship?', 'Each ship has a limited number of stands.', false],
  ['How many bikes fit on one ship?', 'Twenty stands? No: there are twelve of them.', true],
  ['how long does a refund take?', 'It takes a few days.', true],
  ['how long does a refund take?', 'We pay to the card that was used.', false],
  ['When is the open tasting this year?', 'Subscribers are invited to an open tasting.', false],
  ['What time does the shop open?', 'It opens at 9.', true],
  ["What's the limit of requests?", 'There is a limit on the number of requests.', false],
  ['How do I cancel?', 'Choose Cancel.', null],
  ['Can I pay by card?', 'We take cards.', null],
];

for (const [question, text, expected] of cases)
  test(`${question} ${text} ${expected}`, () => assert.equal(isStated(question, text), expected));
