import { words } from '../../ui/i18n/words.ts';
import { de } from './history.de.ts';
import { en } from './history.en.ts';

export const historyWords = words('history', { en, de });
