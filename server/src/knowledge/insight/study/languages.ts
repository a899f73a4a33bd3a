import { sentencesIn } from '../claims/claims.ts';

/** Shorter sentences do not tell their language: of 3,000 English ones of this length, ten are taken for another. */
const leastForLanguage = 40;

/** A sentence whose language (ISO 639-1) can be told. */
export interface TextInLanguage {
  text: string;
  language: string;
}

/** The sentences that tell their language; of documents in two languages, often in one passage. */
export async function languagesOfTexts(texts: readonly string[], language: string): Promise<TextInLanguage[]> {
  const { eld } = await import('eld/extrasmall');
  return texts.flatMap((text) =>
    sentencesIn(text, language).flatMap((sentence) => {
      if (sentence.length < leastForLanguage) return [];
      const detected = eld.detect(sentence);
      return detected.isReliable() ? [{ text: sentence, language: detected.language }] : [];
    }),
  );
}
