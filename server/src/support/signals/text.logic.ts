import { withoutHidden } from '../../platform/text/instructions.logic.ts';

/** As the patterns expect it: visible, lower case, no accents, plain apostrophes, single spaces; line breaks stay. */
export function fold(text: string): string {
  return withoutHidden(text)
    .slice(0, longest)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[’‘´`]/gu, "'")
    .replace(/[^\S\n]+/gu, ' ')
    .trim();
}

// Signals are read from the beginning of a message: what matters is said early, and pasted logs are long.
const longest = 6_000;

export const wordsOf = (folded: string): string[] => folded.match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? [];

/** A pattern out of readable parts; blanks in it stand for any one blank. Written for folded text. */
export const phrase = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'u');

/** One of several, as a part of a phrase. */
export const oneOf = (...words: readonly string[]): string => `(?:${words.join('|')})`;
