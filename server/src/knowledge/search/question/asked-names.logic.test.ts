import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesInQuestion, settlesAll } from './asked-names.logic.ts';

const cases: [question: string, names: string[]][] = [
  ['Do you deliver to Zanzibar?', ['zanzibar']],
  ['do you ship to new zealand', ['zealand']],
  ['Does it run on a Huawei with HarmonyOS?', ['huawei', 'harmonyos']],
  ['does it work with iPhone', ['iphone']],
  ['Adyen is what we use. Can I connect it?', []],
  ['DO YOU DELIVER TO MY TOWN ON WEDNESDAY', []],
  ['Is the desk open on Tuesday in July? Can I have an SMS?', []],
];

for (const [question, names] of cases)
  test(`names in: ${question}`, () =>
    assert.deepEqual([...namesInQuestion(question, { stem: (word) => word, language: 'en-GB' })].sort(), names.sort()));

test('capitals are ignored in German', () => {
  assert.equal(
    namesInQuestion('Kann ich die Rechnung per Karte zahlen?', { stem: (word) => word, language: 'de' }).size,
    0,
  );
});

test('a sentence that covers every case settles names that it does not mention', () => {
  assert.ok(settlesAll('We deliver only to addresses in Belgium and France.'));
  assert.ok(settlesAll('You can connect Stripe or Mollie; other providers cannot be connected.'));
  assert.ok(settlesAll('It works in any country.'));
  assert.ok(!settlesAll('We deliver to Belgium and France.'));
});
