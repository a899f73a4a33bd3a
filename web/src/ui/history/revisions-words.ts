import { words } from '../i18n/words.ts';
import { de } from './revisions.de.ts';
import { en } from './revisions.en.ts';

export const revisionsWords = words('revisions', { en, de });
