import { words } from '../ui/i18n/words.ts';
import { de } from './shell.de.ts';
import { en } from './shell.en.ts';

export const shellWords = words('shell', { en, de });
