import type { Words } from '../../ui/i18n/words.ts';
import type { en } from './preview.en.ts';

export const de = {
  tests: 'Regel ausprobieren',
  testHeading: 'An einer Nachricht ausprobieren',
  testIntro: 'Alle Regeln werden geprüft, diese so, wie sie hier steht. Nichts wird gespeichert oder gesendet.',
  testMessage: 'Nachricht',
  testConversation: 'Oder die letzte Frage von',
  testConversationNone: 'Unterhaltung auswählen',
  testChannel: 'Kanal',
  channel_chatdesk: 'Chat-Helpdesk',
  channel_ticketdesk: 'Ticket-Helpdesk',
  channel_email: 'E-Mail',
  test: 'Testen',
  testOutdated: 'Die Regel oder die Nachricht wurde seit dem Test geändert.',
  heading: 'An echten Nachrichten ausprobieren',
  intro:
    'Entscheidet Ihre letzten {n} Nachrichten noch einmal, mit der Regel, wie sie hier steht. Nichts wird gespeichert oder gesendet.',
  try: 'Regel ausprobieren',
  outdated: 'Die Regel wurde seit dem Ausprobieren geändert.',
  nothing: 'Es gibt noch keine Entscheidungen zum Ausprobieren.',
  none: '{n, plural, one {Die einzige Entscheidung bliebe, wie sie ist.} other {Alle # Entscheidungen blieben, wie sie sind.}}',
  flips:
    '{n, plural, one {Eine der letzten {considered} Entscheidungen würde sich ändern:} other {# der letzten ' +
    '{considered} Entscheidungen würden sich ändern:}}',
  skipped:
    '{n, plural, one {Eine ältere Entscheidung fehlt, weil ihre Aufzeichnung unvollständig ist.} other {# ältere ' +
    'Entscheidungen fehlen, weil ihre Aufzeichnungen unvollständig sind.}}',
  to: '{decision} an {destination}',
  reason: 'Grund: {reason}',
} as const satisfies Words<typeof en>;
