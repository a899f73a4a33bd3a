import { withoutHidden } from '../../platform/text/instructions.logic.ts';
import { fold as foldWhole } from '../../platform/text/plain-words.logic.ts';

/** As the patterns expect it: folded, with single spaces; line breaks stay. */
export const fold = (text: string): string =>
  foldWhole(withoutHidden(text).slice(0, longest))
    .replace(/[^\S\n]+/gu, ' ')
    .trim();

// Signals are read from the beginning of a message: what matters is said early, and pasted logs are long.
const longest = 6_000;

/** A pattern out of readable parts; blanks in it stand for any one blank. Written for folded text. */
export const phrase = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'u');

/** One of several, as a part of a phrase. */
export const oneOf = (...words: readonly string[]): string => `(?:${words.join('|')})`;
