import { de } from './kit.de.ts';
import { en } from './kit.en.ts';
import { words } from './words.ts';

/** The words of the kit itself: buttons, states, dialogs. */
export const kitWords = words('kit', { en, de });
