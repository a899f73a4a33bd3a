import { withoutHidden } from './instructions.logic.ts';

/** Words as patterns and tags compare them: visible, lower case, no accents, plain apostrophes. Line breaks and blanks stay. */
export const fold = (text: string): string =>
  withoutHidden(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[’‘´`]/gu, "'");

/** The words of a folded text, each with its apostrophes. */
export const wordsOf = (folded: string): string[] => folded.match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? [];
