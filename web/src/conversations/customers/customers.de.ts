import type { Words } from '../../ui/i18n/words.ts';
import type { en } from './customers.en.ts';

export const de = {
  title: 'Kunden',
  customer: 'Kunde',
  intro: 'Die Menschen, die Ihnen schreiben: eine Person über alle Kanäle.',
  back: 'Kunden',
  inbox: 'Warteschlange',
  search: 'Name, Adresse oder externe Kennung suchen',
  none: 'Noch hat niemand geschrieben',
  noneHint: 'Wer über einen Ihrer Kanäle schreibt, erscheint hier.',
  noMatch: 'Niemand gefunden',
  noMatchHint:
    'Kein Name und keine Adresse enthält diese Wörter oder, ab drei Buchstaben, längere, die so beginnen. ' +
    'Keine externe Kennung lautet genau so.',
  unknown: 'Unbekannter Kunde',
  name: 'Name',
  address: 'Adresse',
  externalId: 'Externe Kennung',
  channels: 'Kanäle',
  channel: 'Kanal',
  chatdesk: 'Chat-Helpdesk',
  ticketdesk: 'Ticket-Helpdesk',
  email: 'E-Mail',
  conversations: 'Unterhaltungen',
  openOf: '{open} offen von {all}',
  lastContact: 'Letzter Kontakt',
  since: 'Bekannt seit {time}',
  identities: 'Identitäten',
  identitiesHint:
    'So nennen die Kanäle diese Person. Verbunden werden sie durch eine bewiesene Adresse oder externe Kennung, oder von Hand. ' +
    'Jede Nachricht wird für sich beurteilt.',
  proof: 'Letzte Nachricht',
  proven: 'bewiesen',
  unproven: 'nicht bewiesen',
  attributes: 'Merkmale',
  noAttributes: 'Kein Kanal hat ein Merkmal genannt.',
  conversationsHint: 'Die neueste Änderung zuerst.',
  noConversations: 'Keine Unterhaltung ist übrig.',
  subject: 'Betreff',
  status: 'Zustand',
  status_open: 'offen',
  status_pending: 'wartend',
  status_snoozed: 'zurückgestellt',
  status_resolved: 'gelöst',
  status_spam: 'Spam',
  updated: 'Geändert',
  edit: 'Bearbeiten',
  editTitle: 'Kunden bearbeiten',
  editHint: 'Was Sie schreiben, bleibt, was auch immer die Kanäle später sagen. Was Sie leeren, gehört wieder ihnen.',
  attribute: 'Merkmal',
  value: 'Wert',
  addAttribute: 'Merkmal hinzufügen',
  attributeRow: 'Merkmal {n}',
  removeAttribute: '{name} entfernen',
  save: 'Speichern',
  saved: 'Gespeichert.',
  merge: 'Zusammenführen',
  mergeTitle: 'Mit einem anderen Kunden zusammenführen',
  mergeHint:
    'Tun Sie dies, wenn zwei Kunden dieselbe Person sind. Identitäten und Unterhaltungen kommen hier zusammen. ' +
    'Keine Identität erhält das Vertrauen einer anderen: Kontodaten gehen weiterhin nur an bewiesene Nachrichten. ' +
    'Es lässt sich nicht rückgängig machen.',
  mergeSearch: 'Wer ist diese Person noch?',
  mergeNone: 'Sonst wurde niemand gefunden.',
  mergeWith: 'Zusammenführen',
  merged: 'Beide sind jetzt ein Kunde.',
  erase: 'Löschen',
  eraseTitle: '{name} für immer löschen?',
  eraseText:
    'Alle Unterhaltungen, Nachrichten, Dateien, Entscheidungen und Kopien dieser Person werden entfernt. ' +
    'Offene Unterhaltungen enden still. Das lässt sich nicht rückgängig machen. Der Helpdesk hat seine eigene Kopie: ' +
    'Löschen Sie sie auch dort.',
  eraseType: 'Zum Bestätigen „{name}“ eintippen',
  eraseSure: 'Für immer löschen',
  erasing: 'Die Löschung hat begonnen.',
  erasures: 'Löschungen',
  erasuresHint: 'Was wann entfernt wurde. Nichts davon nennt die Person.',
  erasure: 'Löschung',
  requested: 'Angefordert',
  state: 'Zustand',
  pending: 'läuft',
  done: 'fertig {time}',
  removed: 'Entfernt',
  removedOf:
    '{n, plural, one {# Unterhaltung} other {# Unterhaltungen}}, {m, plural, one {# Nachricht} other {# Nachrichten}}, ' +
    '{f, plural, one {# Datei} other {# Dateien}}',
} satisfies Words<typeof en>;
