import { words } from '../ui/i18n/words.ts';
import { de } from './channels.de.ts';
import { en } from './channels.en.ts';

export const channelWords = words('channels', { en, de });
