import { de } from './kit.de.ts';
import { en } from './kit.en.ts';
import { words } from './words.ts';

/** The texts of the shared components: buttons, states, dialogs. */
export const kitWords = words('kit', { en, de });
