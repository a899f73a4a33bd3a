import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isName, mayBeNames, namedApart } from './names.logic.ts';

const texts = [
  'Fees of your **Copper** account. You like the Copper account.',
  'Policy matters. Read our Returns Policy, and any other policy of ours. A policy is a promise.',
  'Every copper wire is tested.',
];

test('a name is capitalized within sentences, and hardly ever in lower case', () => {
  assert.equal(isName('Copper', [...texts, 'Some copper.']), false, 'as often without');
  assert.equal(isName('Copper', texts.slice(0, 2)), true);
  assert.equal(isName('Policy', texts), false);
  assert.equal(isName('Fees', texts), false, 'the beginning of a sentence says nothing');
});

test('capitalized words of a title may be names, but not abbreviations and not German words', () => {
  assert.deepEqual(mayBeNames('Copper Account: ATM fees', 'en'), ['Copper', 'Account']);
  assert.deepEqual(mayBeNames('Gebühren im Ausland', 'de'), []);
});

test('two titles name different things if each has a name that the other lacks', () => {
  assert.ok(namedApart(['Copper'], ['Lime']));
  assert.ok(!namedApart(['Copper'], ['Copper', 'Plus']));
  assert.ok(!namedApart([], ['Lime']));
});
