import type { Words } from '../../ui/i18n/words.ts';
import type { en } from './settings.en.ts';

export const de = {
  section: 'Einstellungen',
  pages: 'Seiten der Einstellungen',
  organization: 'Organisation',
  profile: 'Ihr Profil',
  members: 'Personen',
  apiKeys: 'API-Schlüssel',
  webhooks: 'Webhooks',
  audit: 'Audit-Protokoll',
  history: 'Verlauf',
  historyTitle: 'Verlauf der Einstellungen',
  historyIntro: 'Jeder gespeicherte Stand der Einstellungen: von wem, wann, und was sich geändert hat.',
  restoreText:
    'Die Einstellungen werden wieder, was sie damals waren. Das ist ein neuer Stand und lässt sich zurücknehmen.',
  save: 'Speichern',
  saved: 'Gespeichert',
  discard: 'Verwerfen',
  shownOnce: 'Das wird nur einmal angezeigt. Kopieren Sie es jetzt, später lässt es sich nicht mehr anzeigen.',
  copy: 'Kopieren',
  understood: 'Ich habe es kopiert',
} satisfies Words<typeof en>;
