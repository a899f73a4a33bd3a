import { words } from '../ui/i18n/words.ts';
import { de } from './words/settings.de.ts';
import { en } from './words/settings.en.ts';

/** What every page of the section needs; each page brings the rest of its words itself. */
export const settingsWords = words('settings', { en, de });
