import { words } from '../../ui/i18n/words.ts';
import { de } from '../words/people.de.ts';
import { en } from '../words/people.en.ts';

export const peopleWords = words('people', { en, de });
