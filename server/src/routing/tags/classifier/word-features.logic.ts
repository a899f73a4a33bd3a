import { fold, wordsOf as wholeWordsOf } from '../../../platform/text/plain-words.logic.ts';

/**
 * Returns the words that tags compare: folded, and without common endings. Rules remove the endings from keywords and messages alike,
 * so a wrong stem does no harm.
 */
export const wordsOf = (text: string): string[] =>
  wholeWordsOf(fold(text)).map((word) => stem(word.replace(/'.*$/u, '')));

function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const bare = endings.reduce(
    (at, [ending, replacement]) => (ending.test(at) ? at.replace(ending, replacement) : at),
    word,
  );
  // "cancell(ed)" and "cancel", "invoic(ing)" and "invoic(e)".
  return bare.replace(/([^aeiou])\1$/u, '$1').replace(/(?<=.{4})e$/u, '');
}

const endings: readonly (readonly [RegExp, string])[] = [
  [/ies$/u, 'y'],
  [/(?:(?<=s|x|z|ch|sh)es|(?<=[^su])s)$/u, ''],
  [/(?<=[aeiouy].+)(?:ation|ment)$/u, ''],
  [/(?<=[aeiouy].*[^e])(?<=.{3})(?:ing|ed)$/u, ''],
  [/(?<=.{5})en$/u, ''],
];
