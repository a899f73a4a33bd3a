import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readWords, weaknessOf } from './password-strength.logic.ts';
import { inEnglish, sentence } from '../../platform/words/sentence.logic.ts';

const common = readWords('# a comment is not a word\npassword dragon elizabeth\n iloveyou');
const rules = { minLength: 8, common, about: ['nora.lindqvist@lantern-tea.example', 'Nora Lindqvist', 'Lantern Tea'] };

describe('a password is refused', () => {
  const cases = [
    ['when it is short', 'k3#Vq9z', /at least 8/],
    ['when it is longer than 128 characters', 'kV9#'.repeat(32) + 'x', /at most 128/],
    ['when it is common', 'iloveyou', /common/],
    ['in other case', 'ILoveYou', /common/],
    ['with a year and a sign around it', 'Dragon2026!', /common/],
    ['with look-alike signs', 'P@ssw0rd', /common/],
    ['backwards', 'drowssap', /common/],
    ['written twice', 'dragondragon', /common/],
    ['when it is the beginning of a common one', 'elizabet', /common/],
    ['as one character over and over', 'zzzzzzzzzz', /repetition/],
    ['as a short piece over and over', 'abcabcabc', /repetition/],
    ['as a sequence', '23456789', /sequence/],
    ['as a sequence backwards', '987654321', /sequence/],
    ['as a sequence with one letter more', '123456789a', /sequence/],
    ['as a row of the keyboard', 'qwertyuiop', /sequence/],
    ['as the name', 'lindqvist1', /your name/],
    ['as the organization', 'LanternTea', /your name/],
    ['as the address', 'nora.lindqvist@lantern-tea.example', /your name/],
  ] as const;
  for (const [name, password, reason] of cases) {
    test(name, () =>
      assert.match(inEnglish(weaknessOf(password, rules) ?? sentence`The password is accepted.`), reason),
    );
  }
});

describe('a password is accepted', () => {
  const accepted = [
    'correct horse battery',
    'aX9!kk27',
    'dragon-kettle-fjord',
    'мой любимый чайник',
    'password is a word in here',
  ];
  for (const password of accepted) {
    test(password, () => assert.equal(weaknessOf(password, rules), null));
  }
  test('with exactly 8 and exactly 128 characters, counted as people do', () => {
    assert.equal(weaknessOf('🫖🐝🧭🎻🪁🛶🧶🪴', rules), null);
    assert.equal(weaknessOf('kV9#w2Lp'.repeat(16), rules), null);
  });
});
