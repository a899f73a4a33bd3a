import { words } from '../../ui/i18n/words.ts';
import { de } from '../words/flips.de.ts';
import { en } from '../words/flips.en.ts';

export const flipsWords = words('flips', { en, de });
