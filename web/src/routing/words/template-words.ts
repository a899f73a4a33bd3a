import { words } from '../../ui/i18n/words.ts';
import { de } from './template.de.ts';
import { en } from './template.en.ts';

export const templateWords = words('template', { en, de });
