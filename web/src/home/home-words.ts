import { words } from '../ui/i18n/words.ts';
import { de } from './home.de.ts';
import { en } from './home.en.ts';

export const homeWords = words('home', { en, de });
