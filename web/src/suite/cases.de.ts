import type { Words } from '../ui/i18n/words.ts';
import type { en } from './cases.en.ts';

export const de = {
  save: 'Als Testfall sichern',
  saved: '„{name}“ ist jetzt ein Testfall.',
} as const satisfies Words<typeof en>;
