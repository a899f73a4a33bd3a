import { stemsIn, worthOf } from './index.ts';

/** The stemmer and word weights of the index for a language (BCP 47), for comparing texts with passages. */
export const textReaderFor = (language: string) => ({
  stemsOf: (text: string): string[] => stemsIn(text, language),
  worthOf,
  /** Nouns are written with a capital in German and Luxembourgish. */
  capitalNouns: /^(?:de|lb)\b/i.test(language),
});
