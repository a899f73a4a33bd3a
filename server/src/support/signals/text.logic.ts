import { withoutHidden } from '../../platform/text/hidden.logic.ts';
import { fold } from '../../platform/text/plain-words.logic.ts';

/** Normalizes the beginning of a message, from which signals are read: folded, with single spaces and line breaks. */
export const normalize = (text: string): string =>
  fold(withoutHidden(text).slice(0, longestRead))
    .replace(/[^\S\n]+/gu, ' ')
    .trim();

// Further characters are not read: the matter is stated early, and pasted logs are long.
export const longestRead = 6_000;

/** The number of words, as far as blanks separate them. */
export const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;
