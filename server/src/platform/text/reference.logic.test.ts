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
  ['Where is order 48213 to 10115?', '48213'],
  ['Wann kommt Bestellung 48213 nach 10115 Berlin?', '48213'],
  ['Bestellung 48213 mit 10115 Euro', '48213'],
  ['Where is order 48213 for 10115 Berlin?', '48213'],
  ['Pedido 48213 para 28013 Madrid', '48213'],
  ['Where are orders 48213 to 48219?', null],
  ['Wo sind die Bestellungen 48213 bis 48219?', null],
  ['Où sont les commandes 48213 et 48214 ?', null],
  ['¿Dónde están los pedidos 48213 y 48214?', null],
  ['Dove sono gli ordini 48213 e 48214?', null],
  ['Waar zijn bestelling 48213 en 48214?', null],
  ['Onde estão os pedidos 48213, 48214 ou 48215?', null],
  ['Bestellung 48213 sowie 48214', null],
  ['Where is order 48213 and my order 48214?', null],
  ['Where is order 48213 and the invoice 90017?', '48213'],
  ['Where is order 4821 of 2024?', '4821'],
  ['Where is order 48213 with 250 lamps?', '48213'],
  ['Where is order 48213, paid by invoice R-99321?', '48213'],
];
for (const [text, reference] of cases)
  test(`the number in “${text}” is ${reference ?? 'none'}`, () => assert.equal(referenceIn(text), reference));
