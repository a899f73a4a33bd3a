import { words } from '../../ui/i18n/words.ts';
import { de } from './profile.de.ts';
import { en } from './profile.en.ts';

export const profileWords = words('profile', { en, de });
