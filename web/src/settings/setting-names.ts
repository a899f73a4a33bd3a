import { words } from '../ui/i18n/words.ts';
import { de } from './audit/words/names.de.ts';
import { en } from './audit/words/names.en.ts';

const nameWords = words('settingNames', { en, de });

type Key = keyof typeof en;
const isKey = (key: string): key is Key => Object.hasOwn(en, key);

/** “Replies from” for `thresholds.answer`; an unknown setting is shown by its path. */
export function settingName(path: string): string {
  const key = path.replaceAll('.', '__');
  return isKey(key) ? nameWords(key) : path;
}

/** A value in a list of changes; switches are on or off. */
export function settingValue(value: string | null): string {
  if (value === 'true' || value === 'false') return nameWords(value === 'true' ? 'on' : 'off');
  return value === null || value === 'null' || value === '' ? '–' : value;
}
