import { words } from '../ui/i18n/words.ts';
import { de } from './cases.de.ts';
import { en } from './cases.en.ts';

export const casesWords = words('cases', { en, de });
