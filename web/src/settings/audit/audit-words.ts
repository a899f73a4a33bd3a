import { words } from '../../ui/i18n/words.ts';
import { de } from './words/audit.de.ts';
import { en } from './words/audit.en.ts';

export const auditWords = words('audit', { en, de });
