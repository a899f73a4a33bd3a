/**
 * Text without what people cannot see: Unicode tags, bidirectional controls, zero-width characters and soft hyphens.
 * They carry no meaning for a customer and hide words from us or from a model (docs/promises.md, injection).
 */
export const withoutHidden = (text: string): string => text.replace(hidden, '');

/** Whether the text hides characters that spell words: Unicode tags have no other use in a message. */
export const hidesWords = (text: string): boolean => /[\u{E0020}-\u{E007E}]/u.test(text);

const hidden = /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069\u200B-\u200F\u2060-\u2064\u061C\uFEFF\u00AD]/gu;

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

/** The sentences of a folded text, with their closing mark. */
export function sentencesOf(folded: string): string[] {
  return folded
    .split(/(?<=[.!?])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

export const wordsOf = (folded: string): string[] => folded.match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? [];

/** A pattern out of readable parts; blanks in it stand for any one blank. Written for folded text. */
export const phrase = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'u');

/** One of several, as a part of a phrase. */
export const oneOf = (...words: readonly string[]): string => `(?:${words.join('|')})`;
