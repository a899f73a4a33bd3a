import { i18n, locales, useLocale, type Locale } from './i18n.ts';

/** ICU messages by name. German must have the same names: `de satisfies Words<typeof en>`. */
export type Words<T> = Record<keyof T, string>;
export type Values = Readonly<Record<string, string | number | Date | null | undefined>>;
export type Translate<Key extends string> = (key: Key, values?: Values) => string;

/**
 * The words of one feature: `export const inboxWords = words('inbox', { en, de })`.
 * `useWords(inboxWords)` gives `t('title')` to a component; code outside components calls `inboxWords('title')`.
 */
export function words<Key extends string>(feature: string, texts: Record<Locale, Record<Key, string>>): Translate<Key> {
  for (const locale of locales) {
    const named = Object.entries<string>(texts[locale]).map(([key, text]) => [`${feature}.${key}`, text] as const);
    i18n.load(locale, Object.fromEntries(named));
  }
  return (key, values = {}) => i18n.t({ id: `${feature}.${key}`, values });
}

export function useWords<Key extends string>(translate: Translate<Key>): Translate<Key> {
  useLocale();
  return translate;
}
