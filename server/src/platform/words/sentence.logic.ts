/** A value in a sentence. A nested sentence is translated too; other values stay as they are. */
export type SaidValue = string | number | Sentence;

/** A text for people, stored separately from its values, so that it can be translated to the reader's language. */
export interface Sentence {
  /** The English text, with `{0}`, `{1}` … in place of the values. */
  readonly template: string;
  readonly values: readonly SaidValue[];
}

/** Defines a sentence in English where it is used: `sentence\`A document can have at most ${most} questions.\``. */
export const sentence = (texts: TemplateStringsArray, ...values: SaidValue[]): Sentence => ({
  template: texts.slice(1).reduce((template, text, at) => `${template}{${at}}${text}`, texts[0] ?? ''),
  values,
});

/** The same as an English text, for storage and answers. `translateSentences` translates it when it is sent to a reader. */
export const english = (texts: TemplateStringsArray, ...values: SaidValue[]): string =>
  inEnglish(sentence(texts, ...values));

/** Translates a template to another language; returns the template itself if there is no translation. */
export type Translation = (template: string) => string;

/** A sentence that was stored as an English text, without its template. */
export interface Kept {
  readonly kept: string;
}

export const kept = (text: string): Kept => ({ kept: text });

/** Renders a sentence in one language. A stored text stays in English if it is not one of our sentences. */
export type Say = (given: Sentence | Kept) => string;

export const inEnglish: Say = (given) => ('kept' in given ? given.kept : inWords(given, (template) => template));

/** Fills each place once: a value that contains `{0}` is not filled again. */
export const inWords = ({ template, values }: Sentence, translated: Translation): string =>
  translated(template).replace(/\{(\d+)\}/g, (place, at: string) => {
    const value = values[Number(at)];
    if (value === undefined) return place;
    return typeof value === 'object' ? inWords(value, translated) : String(value);
  });
