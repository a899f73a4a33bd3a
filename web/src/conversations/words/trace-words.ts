import { words } from '../../ui/i18n/words.ts';
import { de as reasonsDe } from './reasons.de.ts';
import { en as reasonsEn } from './reasons.en.ts';
import { de } from './trace.de.ts';
import { en } from './trace.en.ts';

export const traceWords = words('trace', { en, de });
export const reasonWords = words('reason', { en: reasonsEn, de: reasonsDe });
