import { words } from '../../ui/i18n/words.ts';
import { de } from './people.de.ts';
import { en } from './people.en.ts';

export const peopleWords = words('people', { en, de });
