import type { Words } from '../../ui/i18n/words.ts';
import type { en } from './api-keys.en.ts';

export const de = {
  title: 'API-Schlüssel',
  intro:
    'Für Skripte und andere Programme. Ein Schlüssel gehört nur zu dieser Organisation und darf, was seine Rolle darf.',
  reference: 'API-Referenz',
  new: 'Neuer Schlüssel',
  name: 'Name',
  nameHint: 'Welches Programm ihn verwendet.',
  role: 'Rolle',
  expires: 'Gilt bis',
  expiresHint: 'Bis zum Ende dieses Tages. Leer: bis zum Widerruf.',
  expiresPast: 'Dieser Tag ist vorbei',
  never: 'Bis zum Widerruf',
  expired: 'Abgelaufen',
  key: 'Schlüssel',
  createdBy: 'Erstellt von',
  lastUsed: 'Zuletzt verwendet',
  neverUsed: 'Nie',
  create: 'Erstellen',
  createdTitle: 'Der Schlüssel {name} ist erstellt',
  createdHint: 'Senden Sie ihn mit jeder Anfrage, als Authorization: Bearer und dann der Schlüssel.',
  revoke: 'Widerrufen',
  revokeOf: '{name} widerrufen',
  revokeTitle: 'Schlüssel {name} widerrufen?',
  revokeText:
    'Programme, die ihn verwenden, werden ab der nächsten Anfrage abgewiesen. Das lässt sich nicht rückgängig machen.',
  revoked: '{name} ist widerrufen',
  emptyTitle: 'Noch keine Schlüssel',
  empty: 'Mit einem Schlüssel ruft ein Skript alles auf, was diese Seiten tun.',
} satisfies Words<typeof en>;
