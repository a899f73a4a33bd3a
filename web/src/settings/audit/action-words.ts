import { words } from '../../ui/i18n/words.ts';
import { de } from './words/actions.de.ts';
import { en } from './words/actions.en.ts';

export const actionWords = words('actions', { en, de });

type Key = keyof typeof en;
const isKey = (key: string): key is Key => Object.hasOwn(en, key);
const keyOf = (action: string) => action.replaceAll('.', '__');

/** “Tag changed”; an unknown action is shown by its name. */
export const actionLabel = (action: string): string => {
  const key = keyOf(action);
  return isKey(key) ? actionWords(key) : action;
};

/** Every action that the log can be filtered by, by its name in the log. */
export const actions: readonly string[] = Object.keys(en).map((key) => key.replaceAll('__', '.'));
