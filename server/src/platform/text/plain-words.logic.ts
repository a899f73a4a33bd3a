import { withoutHidden } from './hidden.logic.ts';

/** Normalizes text for patterns and tags: no hidden characters, lower case, no accents, plain apostrophes. Keeps blanks and breaks. */
export const fold = (text: string): string =>
  withoutHidden(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[’‘´`]/gu, "'");

/** The words of a folded text, each with its apostrophes. */
export const wordsOf = (folded: string): string[] => folded.match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? [];

/** The words of a text, separated by single blanks, without punctuation and markup. */
export const onlyWords = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();

/** Whether a text contains all of `words` in sequence. Ignores punctuation, spacing and markup. */
export const includesWords = (text: string, words: string): boolean =>
  ` ${onlyWords(text)} `.includes(` ${onlyWords(words)} `);
