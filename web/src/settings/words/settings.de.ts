import type { Words } from '../../ui/i18n/words.ts';
import type { en } from './settings.en.ts';

export const de = {
  section: 'Einstellungen',
  pages: 'Seiten der Einstellungen',
  organization: 'Organisation',
  profile: 'Ihr Profil',
  members: 'Personen',
  apiKeys: 'API-Schlüssel',
  audit: 'Audit-Protokoll',
  save: 'Speichern',
  saved: 'Gespeichert',
  discard: 'Verwerfen',
  shownOnce: 'Das wird nur einmal angezeigt. Kopieren Sie es jetzt, später lässt es sich nicht mehr anzeigen.',
  copy: 'Kopieren',
  understood: 'Ich habe es kopiert',
} satisfies Words<typeof en>;
