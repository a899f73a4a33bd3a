import { words } from '../../ui/i18n/words.ts';
import { de } from './inbox.de.ts';
import { en } from './inbox.en.ts';

export const inboxWords = words('inbox', { en, de });
