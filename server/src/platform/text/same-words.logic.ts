/** The words of a text with one blank between them: without marks, spacing and markup. */
export const onlyWords = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();

/** Whether all of `words` stand in a text one after another; what is between words, and how they are marked up, is not looked at. */
export const includesWords = (text: string, words: string): boolean =>
  ` ${onlyWords(text)} `.includes(` ${onlyWords(words)} `);

/** Whether two texts say the same, word for word. */
export const sameWords = (one: string, other: string): boolean => onlyWords(one) === onlyWords(other);
