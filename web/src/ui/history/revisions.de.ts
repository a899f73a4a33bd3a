import type { Words } from '../i18n/words.ts';
import type { en } from './revisions.en.ts';

export const de = {
  revision: 'Stand {n}',
  current: 'In Kraft',
  by: 'von {name}',
  unknown: 'ohne Angabe, von wem',
  oldest: 'Der älteste Stand, der aufbewahrt ist.',
  unchanged: 'Nichts unterscheidet ihn vom Stand davor.',
  restore: 'Wiederherstellen',
  restoreRevision: 'Stand {n} wiederherstellen',
  restoreTitle: 'Stand {n} wiederherstellen?',
  restored: 'Wiederhergestellt',
} as const satisfies Words<typeof en>;
