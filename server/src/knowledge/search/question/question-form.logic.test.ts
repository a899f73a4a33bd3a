import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForOffer, asksYesOrNo } from './question-form.logic.ts';

const cases: [text: string, asks: boolean][] = [
  ['Do you offer gift wrapping?', true],
  ['hi, do you guys have a shop in Oslo', true],
  ['Is there an app for my watch?', true],
  ['does the hub support Thread', true],
  ['How do I reset the hub?', false],
  ['My parcel has not arrived.', false],
];

for (const [text, asks] of cases) {
  test(`"${text}" ${asks ? 'asks' : 'does not ask'} whether something exists`, () => {
    assert.equal(asksForOffer(text), asks);
  });
}

test('a yes-or-no question begins with its verb, optionally after a greeting', () => {
  assert.equal(asksYesOrNo('hi, can I use it abroad?'), true);
  assert.equal(asksYesOrNo('Does it float?'), true);
  assert.equal(asksYesOrNo('How can I use it abroad?'), false);
});
