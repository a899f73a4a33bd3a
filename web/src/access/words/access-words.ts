import { words } from '../../ui/i18n/words.ts';
import { de } from './access.de.ts';
import { en } from './access.en.ts';

export const accessWords = words('access', { en, de });
