import type { Words } from '../ui/i18n/words.ts';
import type { en } from './gate.en.ts';

export const de = {
  title: 'Das würde Fälle der Testreihe brechen',
  intro: 'Die Änderung ist nicht gespeichert. Die Testreihe wurde mit ihr geprobt:',
  regressions:
    '{n, plural, one {Ein Fall besteht heute und würde scheitern:} other {# Fälle bestehen heute und würden scheitern:}}',
  scoreOnly: 'Kein einzelner Fall würde scheitern, aber die Wertung fiele unter das, was die Freigabe verlangt.',
  critical: 'Entscheidend',
  reason: 'Warum trotzdem speichern?',
  reasonHint: 'Der Grund steht mit Ihrem Namen im Protokoll.',
  onlyAdmins: 'Trotzdem speichern darf nur die Administration der Organisation.',
  back: 'Zurück zur Änderung',
  override: 'Trotzdem speichern',
} as const satisfies Words<typeof en>;
