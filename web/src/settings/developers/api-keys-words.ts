import { words } from '../../ui/i18n/words.ts';
import { de } from '../words/api-keys.de.ts';
import { en } from '../words/api-keys.en.ts';

export const apiKeyWords = words('api-keys', { en, de });
