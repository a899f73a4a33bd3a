import { words } from '../ui/i18n/words.ts';
import { de } from './reasons.de.ts';
import { en } from './reasons.en.ts';

/** The contract's reasons of decisions and handovers, for every feature that shows one. */
export const reasonWords = words('reason', { en, de });
