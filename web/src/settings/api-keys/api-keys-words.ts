import { words } from '../../ui/i18n/words.ts';
import { de } from './api-keys.de.ts';
import { en } from './api-keys.en.ts';

export const apiKeyWords = words('api-keys', { en, de });
