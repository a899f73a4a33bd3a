import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referenceIn } from './reference.logic.ts';

const cases: [text: string, reference: string | null][] = [
  ['Where is my order 48213?', '48213'],
  ['It is #48213', '48213'],
  ['In 2024 I bought something, number AB-12345.', 'AB-12345'],
  ['Where is my order?', null],
  ['Where are my orders 48213 and 48214?', null],
  ['Wo sind die Bestellungen 48213, 48214?', null],
  ['order 48213/48214', null],
  ['Where is order 48213, 48213?', '48213'],
  ['Where is order 4821 of 2024?', '4821'],
  ['Where is order 48213 with 250 lamps?', '48213'],
  ['Where is order 48213, paid by invoice R-99321?', '48213'],
];
for (const [text, reference] of cases)
  test(`the number in “${text}” is ${reference ?? 'none'}`, () => assert.equal(referenceIn(text), reference));
