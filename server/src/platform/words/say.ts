import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { german } from './german/german.ts';
import { recalled } from './recalled.ts';
import { inEnglish, inWords, type Say, type Translation } from './sentence.logic.ts';

/** The languages of our sentences. The first is the default. */
const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The language that a request prefers (RFC 9110, §12.5.4). */
export const languageOf = ({ headers }: Pick<IncomingMessage, 'headers'>): Language =>
  languages.find((each) => each === new Negotiator({ headers }).language([...languages])) ?? 'en';

const inGerman: Translation = (template) => german[template] ?? template;

export const translations: Readonly<Record<Language, Translation>> = { en: (template) => template, de: inGerman };

/** Translates our sentences to the language of a tag such as `de-AT`. */
export const sayFor = (tag: string): Say => sayIn(languageOf({ headers: { 'accept-language': tag } }));

/** Translates our sentences to a language. */
export const sayIn = (language: Language): Say =>
  language === 'en'
    ? inEnglish
    : (given) => {
        const sentence = 'kept' in given ? recalled(given.kept) : given;
        return sentence ? inWords(sentence, translations[language]) : inEnglish(given);
      };
