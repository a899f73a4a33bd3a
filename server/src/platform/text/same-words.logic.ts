/** The words of a text, separated by single blanks, without punctuation and markup. */
export const onlyWords = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();

/** Whether a text contains all of `words` in sequence. Ignores punctuation, spacing and markup. */
export const includesWords = (text: string, words: string): boolean =>
  ` ${onlyWords(text)} `.includes(` ${onlyWords(words)} `);
