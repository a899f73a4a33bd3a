import { words } from '../ui/i18n/words.ts';
import { de } from './trace.de.ts';
import { en } from './trace.en.ts';

export const traceWords = words('trace', { en, de });
