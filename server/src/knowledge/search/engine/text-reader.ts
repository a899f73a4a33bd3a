import { stemsIn, worthOf } from './index.ts';

/** How texts in a language (BCP 47) are read here, for comparing words with passages. */
export const textReaderFor = (language: string) => ({
  stemsOf: (text: string): string[] => stemsIn(text, language),
  worthOf,
  /** Nouns are written with a capital in German and Luxembourgish. */
  capitalNouns: /^(?:de|lb)\b/i.test(language),
});
