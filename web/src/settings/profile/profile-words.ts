import { words } from '../../ui/i18n/words.ts';
import { de } from '../words/profile.de.ts';
import { en } from '../words/profile.en.ts';

export const profileWords = words('profile', { en, de });
