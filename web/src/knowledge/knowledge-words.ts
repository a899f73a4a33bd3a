import { words } from '../ui/i18n/words.ts';
import { de } from './knowledge.de.ts';
import { en } from './knowledge.en.ts';

export const knowledgeWords = words('knowledge', { en, de });
