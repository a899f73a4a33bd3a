import { words } from '../ui/i18n/words.ts';
import { de } from './validation.de.ts';
import { en } from './validation.en.ts';

export const validationWords = words('validation', { en, de });
