import type { Words } from '../../ui/i18n/words.ts';
import type { en } from './template.en.ts';

export const de = {
  heading: 'Regeln für den Anfang',
  intro: 'Jede öffnet sich als neue Regel, die Sie ändern können. Gespeichert wird erst, wenn Sie sie anlegen.',
  refund: 'Große Erstattungen an Menschen',
  refundHint:
    'Nachrichten über eine Erstattung mit einer Zahl ab 100 gehen mit hoher Priorität an Menschen. Auch Bestellnummern zählen.',
  verified: 'Geprüfte Kunden zuerst',
  verifiedHint: 'Unterhaltungen mit Kunden, deren Identität geprüft ist, bekommen hohe Priorität.',
  tag: 'Ein Thema an sein Team',
  tagHint: 'Nachrichten mit einem Thema gehen an Menschen an einem Ziel. Wählen Sie beides.',
} as const satisfies Words<typeof en>;
