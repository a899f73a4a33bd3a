import type { Words } from '../ui/i18n/words.ts';
import type { en } from './home.en.ts';

export const de = {
  title: 'Erste Schritte',
  intro:
    'Sechs Schritte bis zu einem Desk, der antwortet. Ein Schritt ist abgehakt, sobald der Desk sieht, dass er getan ist.',
  progress: '{done} von {total} Schritten erledigt',
  done: 'Erledigt',
  open: 'Offen',
  adminDoes: 'Das macht ein Admin.',
  dismiss: 'Künftig direkt zum Posteingang',
  toInbox: 'Posteingang öffnen',
  knowledge: 'Wissen hinzufügen',
  knowledgeHint: 'Artikel, Anleitungen, Richtlinien: woraus die KI antworten darf.',
  knowledgeFacts:
    '{count, plural, =0 {Noch kein Dokument auffindbar} one {# Dokument auffindbar} other {# Dokumente auffindbar}}',
  knowledgeAct: 'Dokumente hinzufügen',
  ask: 'Etwas fragen',
  askHint: 'Die Spielwiese zeigt die Antwort und ihre Gründe. Kein Kunde sieht sie.',
  askFacts:
    '{count, plural, =0 {Noch nichts gefragt} one {# Unterhaltung auf der Spielwiese} other {# Unterhaltungen auf der Spielwiese}}',
  askAct: 'Spielwiese öffnen',
  channel: 'Einen Kanal verbinden',
  channelHint: 'Ein Helpdesk oder ein Postfach. Erledigt, sobald das erste Ereignis eingegangen ist.',
  channelFacts: '{count, plural, =0 {Noch empfängt kein Kanal} one {# Kanal empfängt} other {# Kanäle empfangen}}',
  channelAct: 'Kanäle einrichten',
  rules: 'Regeln schreiben',
  rulesHint: 'Wer bekommt, was die KI nicht beantworten soll, und was sie nie beantwortet.',
  rulesFacts: '{count, plural, =0 {Noch keine Regel} one {# Regel} other {# Regeln}}',
  rulesAct: 'Regel schreiben',
  validate: 'Einen Prüflauf bestehen',
  validateHint: 'Fälle mit dem Ergebnis, das Sie erwarten. Ein Lauf prüft alle.',
  validateFacts: '{count, plural, =0 {Noch kein Lauf bestanden} one {# Lauf bestanden} other {# Läufe bestanden}}',
  validateAct: 'Testfälle öffnen',
  reply: 'Die KI antworten lassen',
  replyHint: 'Bis dahin entscheidet die KI, aber nichts geht an Kunden.',
  replyFacts: '{count, plural, =0 {Automatische Antworten sind aus} other {Automatische Antworten sind an}}',
  replyAct: 'Einstellungen öffnen',
  lastDay: 'Die letzten 24 Stunden',
  received: 'Eingegangen',
  answered: 'Beantwortet',
  escalated: 'An Menschen übergeben',
  failed: 'Fehlgeschlagen',
  allReports: 'Alle Berichte',
  sampleTitle: 'Nichts zum Ausprobieren zur Hand?',
  sample:
    'Laden Sie das Hilfezentrum von Emberly, einem erfundenen Thermostat-Hersteller, mit Tags, einem Ziel, einer ' +
    'Regel und Testfällen. Alles lässt sich später löschen.',
  sampleLoad: 'Beispieldaten laden',
  sampleDone: 'Die Beispieldaten sind geladen. Die Dokumente werden gelesen.',
  sampleProgress: '{done} von {total} geladen',
} satisfies Words<typeof en>;
