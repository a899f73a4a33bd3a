import type { Words } from '../ui/i18n/words.ts';
import type { en } from './inbox.en.ts';

export const de = {
  section: 'Posteingang',
  title: 'Warteschlange',
} satisfies Words<typeof en>;
