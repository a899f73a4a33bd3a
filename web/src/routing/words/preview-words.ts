import { words } from '../../ui/i18n/words.ts';
import { de } from './preview.de.ts';
import { en } from './preview.en.ts';

export const previewWords = words('preview', { en, de });
