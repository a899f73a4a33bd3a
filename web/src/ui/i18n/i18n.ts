import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { useSyncExternalStore } from 'react';

export const locales = ['en', 'de'] as const;
export type Locale = (typeof locales)[number];

const storedKey = 'frontdesk.locale';
const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);

export const i18n = setupI18n();
i18n.setMessagesCompiler(compileMessage);

/** Chooses the person's language if the client supports it, else the browser's, else English. */
export function chooseLocale(wanted: string | null): void {
  const candidates = [wanted, localStorage.getItem(storedKey), ...navigator.languages];
  const found = candidates.map((tag) => locales.find((locale) => tag?.toLowerCase().split('-')[0] === locale));
  const locale = found.find((each) => each !== undefined) ?? 'en';
  if (wanted) localStorage.setItem(storedKey, locale);
  i18n.activate(locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = rightToLeft.has(locale) ? 'rtl' : 'ltr';
}

const subscribe = (changed: () => void) => i18n.on('change', changed);

/** Components that show words render again when the language changes. */
export const useLocale = (): string => useSyncExternalStore(subscribe, () => i18n.locale);
