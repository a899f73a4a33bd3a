import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForOffer } from './offers.logic.ts';

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
