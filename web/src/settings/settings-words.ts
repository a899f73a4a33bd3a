import { words } from '../ui/i18n/words.ts';
import { de } from './words/settings.de.ts';
import { en } from './words/settings.en.ts';

/** The texts that every page of the section needs; each page imports the rest of its texts itself. */
export const settingsWords = words('settings', { en, de });
