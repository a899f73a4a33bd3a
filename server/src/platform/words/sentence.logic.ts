/** What may stand in a place of a sentence: another sentence is said in the same language, anything else as it is. */
export type SaidValue = string | number | Sentence;

/** Words for people, kept apart from the values in them, so that they can be said in the reader's language. */
export interface Sentence {
  /** As it is in English, with `{0}`, `{1}` … where the values go. */
  readonly template: string;
  readonly values: readonly SaidValue[];
}

/** A sentence where it is needed, in English: `sentence\`A document can have at most ${most} questions.\``. */
export const sentence = (texts: TemplateStringsArray, ...values: SaidValue[]): Sentence => ({
  template: texts.slice(1).reduce((template, text, at) => `${template}{${at}}${text}`, texts[0] ?? ''),
  values,
});

/** The same as a text in English, for what is stored or answered as one. It is said in the reader's language when it leaves (`told`). */
export const english = (texts: TemplateStringsArray, ...values: SaidValue[]): string =>
  inEnglish(sentence(texts, ...values));

/** The template in another language; the template itself where there is none. */
export type Translation = (template: string) => string;

/** A sentence that was stored, in English, and whose template was not. */
export interface Kept {
  readonly kept: string;
}

export const kept = (text: string): Kept => ({ kept: text });

/** Says a sentence to somebody, in one language. What is kept is said in English where it is none of our sentences. */
export type Say = (said: Sentence | Kept) => string;

export const inEnglish: Say = (said) => ('kept' in said ? said.kept : inWords(said, (template) => template));

/** Each place is filled once: what a value holds is no place. */
export const inWords = ({ template, values }: Sentence, translated: Translation): string =>
  translated(template).replace(/\{(\d+)\}/g, (place, at: string) => {
    const value = values[Number(at)];
    if (value === undefined) return place;
    return typeof value === 'object' ? inWords(value, translated) : String(value);
  });
