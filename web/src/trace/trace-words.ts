import { words } from '../ui/i18n/words.ts';
import { de } from './trace.de.ts';
import { en } from './trace.en.ts';

export const traceWords = words('trace', { en, de });

/** A text in the reader's own quotes. */
export const quote = (text: string): string => traceWords('quote', { text });
