import { words } from '../../ui/i18n/words.ts';
import { de } from './routing.de.ts';
import { en } from './routing.en.ts';

export const routingWords = words('routing', { en, de });
