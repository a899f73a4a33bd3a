/** Whether all of `words` stand in a text one after another; what is between words, and how they are marked up, is not looked at. */
export const includesWords = (text: string, words: string): boolean => ` ${plain(text)} `.includes(` ${plain(words)} `);

/** Whether two texts say the same, word for word. */
export const sameWords = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
