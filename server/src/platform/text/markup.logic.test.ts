import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutMarkup } from './markup.logic.ts';

const shown: [markdown: string, words: string][] = [
  ['Choose **Security → Off** , with your password .', 'Choose Security → Off, with your password.'],
  ['Set one under **Account → Set password**.', 'Set one under Account → Set password.'],
  [
    '> See [the price list](https://a.example/prices) and `config_file_name`.',
    'See the price list and config_file_name.',
  ],
  ['| Board game | 2 weeks |\n| Novel | 4 weeks |', 'Board game 2 weeks Novel 4 weeks'],
  ['Use the .NET tools, _not_ others', 'Use the .NET tools, not others'],
];
test('a quote contains the words of a text without its markup', () => {
  for (const [markdown, words] of shown) assert.equal(withoutMarkup(markdown), words);
});
