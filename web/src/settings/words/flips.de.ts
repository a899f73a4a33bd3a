import type { Words } from '../../ui/i18n/words.ts';
import type { en } from './flips.en.ts';

export const de = {
  intro: 'Entscheidet Ihre letzten {n} Nachrichten bei jedem Wert noch einmal. Nichts wird gespeichert oder gesendet.',
  try: 'Zeigen, was andere Werte ändern würden',
  nothing: 'Es gibt noch keine Entscheidungen zum Ausprobieren.',
  caption: 'Geänderte Entscheidungen je Schwelle',
  of: '{n, plural, one {Änderungen an der einzigen Entscheidung} other {Änderungen unter den letzten # Entscheidungen}}',
  chosen: '{n} (wie oben eingestellt)',
  value: 'Bei',
  answer: 'Schwelle für Antworten',
  clarify: 'Schwelle für Rückfragen',
} as const satisfies Words<typeof en>;
