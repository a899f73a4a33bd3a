import { words } from '../ui/i18n/words.ts';
import { de } from './reports.de.ts';
import { en } from './reports.en.ts';

export const reportWords = words('reports', { en, de });
