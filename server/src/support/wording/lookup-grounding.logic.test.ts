import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textReaderFor } from '../../knowledge/index.ts';
import { groundInLookups, type LookupSection } from './lookup-grounding.logic.ts';

const sentence: LookupSection = {
  title: 'order',
  text: 'Your order 48213 is on its way, was placed on February 27, 2026 and arrives on March 5, 2026. Total: €49.90.',
  isSentence: true,
  values: ['48213', 'on its way', 'February 27, 2026', 'March 5, 2026', '€49.90'],
};
const list: LookupSection = {
  title: 'order',
  text: '- Number: 48213\n- Status: on its way\n- Placed: February 27, 2026\n- Delivery date: March 5, 2026\n- Total: €49.90',
  isSentence: false,
  values: ['48213', 'on its way', 'February 27, 2026', 'March 5, 2026', '€49.90'],
};

const worded = (lookup: LookupSection, sentences: readonly string[], language = 'en') =>
  groundInLookups(
    { unanswerable: false, sentences: sentences.map((text) => ({ text, citations: [1], step: false })) },
    [lookup],
    textReaderFor(language),
  );
const rest = 'Your order 48213 is on its way. It was placed on February 27, 2026.';

const stands: readonly [string, LookupSection, readonly string[]][] = [
  ['the sentence as it is', sentence, [sentence.text]],
  ['its parts as sentences', sentence, [rest, 'It arrives on March 5, 2026, the total is €49.90.']],
  ['its parts in another order', sentence, ['The total is €49.90.', 'It arrives on March 5, 2026.', rest]],
  ['the requested value of a list', list, ['The delivery date of your order is March 5, 2026.']],
  ['two values of a list', list, ['The status of the order is on its way, and the delivery date is March 5, 2026.']],
];
for (const [name, lookup, sentences] of stands)
  test(`accepted: ${name}`, () => {
    const grounded = worded(lookup, sentences);
    assert.equal(grounded.kind, 'grounded', JSON.stringify(grounded));
    assert.ok(grounded.kind === 'grounded' && /March 5, 2026/.test(grounded.text) && !/97\d{6}/.test(grounded.text));
  });

const falls: readonly [string, LookupSection, readonly string[]][] = [
  ['an invented date', sentence, [rest, 'It arrives on March 3, 2026. The total is €49.90.']],
  ['a date in other words', sentence, [rest, 'It arrives on 5 March. The total is €49.90.']],
  ['a date with another year', sentence, [rest, 'It arrives on March 5, 2027. The total is €49.90.']],
  [
    'dates that are exchanged',
    sentence,
    ['Your order 48213 is on its way, was placed on March 5, 2026 and arrives on February 27, 2026. Total: €49.90.'],
  ],
  ['a value that is left out', sentence, [rest, 'It arrives on March 5, 2026.']],
  ['another amount', sentence, [rest, 'It arrives on March 5, 2026, the total is €94.90.']],
  ['another currency', sentence, [rest, 'It arrives on March 5, 2026, the total is $49.90.']],
  [
    'another state',
    sentence,
    ['Your order 48213 is delivered, was placed on February 27, 2026 and arrives on March 5, 2026. Total: €49.90.'],
  ],
  [
    'a denial',
    sentence,
    [
      'Your order 48213 is not on its way, was placed on February 27, 2026 and arrives on March 5, 2026. Total: €49.90.',
    ],
  ],
  [
    'an added promise',
    sentence,
    [`${sentence.text.slice(0, -1)}, and we guarantee a full refund if the parcel is late.`],
  ],
  ['dates of a list that are exchanged', list, ['The delivery date of your order is February 27, 2026.']],
  ['a date without its name', list, ['March 5, 2026.']],
  ['a date for something else', list, ['Your order was placed on March 5, 2026.']],
  ['words without a value', list, ['Your order has a delivery date.']],
];
for (const [name, lookup, sentences] of falls)
  test(`refused: ${name}`, () => {
    const grounded = worded(lookup, sentences);
    assert.ok(
      grounded.kind === 'too_little' || !sentences.some((each) => grounded.text.includes(each.slice(0, -1))),
      JSON.stringify(grounded),
    );
    if (lookup === sentence) assert.equal(grounded.kind, 'too_little', JSON.stringify(grounded));
  });

test('an amount may contain any kind of space, and is quoted as it was written', () => {
  const lookup = { ...sentence, text: 'Die Summe beträgt 49,90\u00A0€.', values: ['49,90\u00A0€'] };
  const grounded = worded(lookup, ['Die Summe beträgt 49,90 €.'], 'de');
  assert.ok(
    grounded.kind === 'grounded' && grounded.text === 'Die Summe beträgt 49,90\u00A0€.',
    JSON.stringify(grounded),
  );
});

test('untrusted values that look like patterns or seals are plain words', () => {
  const odd = ['(a+)+$', '97100000', '97100001'];
  const lookup = { ...sentence, text: `Your order ${odd[0]} has the code ${odd[1]}.`, values: odd };
  const grounded = worded(lookup, [lookup.text]);
  assert.ok(grounded.kind === 'too_little' || grounded.text.includes('97100000'), JSON.stringify(grounded));
});
