import { words } from '../../ui/i18n/words.ts';
import { de } from './files.de.ts';
import { en } from './files.en.ts';

export const filesWords = words('files', { en, de });
