import { words } from '../../ui/i18n/words.ts';

const en = {
  archive: 'Archive',
  archiveHint:
    'Everything in the organization, as one zip file: conversations, customers, documents with their files, rules, settings, test ' +
    'cases, members and the audit log; no passwords, tokens or keys. It is kept for seven days.',
  start: 'Write an archive',
  started: 'The archive is being written. You may leave this page.',
  asked: 'Requested',
  state: 'State',
  by: 'By',
  pending: 'Waiting',
  running: 'Being written: {done} of {total} parts',
  ready: 'Ready, {size}',
  failed: 'Failed',
  progress: 'Parts of the archive',
  gone: 'Kept until {at}',
  save: 'Download',
  saveOf: 'Download the archive of {at}',
  remove: 'Delete',
  stop: 'Stop',
  removeOf: 'Delete the archive of {at}',
  stopOf: 'Stop writing the archive of {at}',
  removed: 'The archive is deleted',
  removeTitle: 'Delete this archive?',
  removeText: 'Nothing but this copy is deleted.',
  none: 'There is no archive.',

  danger: 'Delete the organization',
  dangerHint:
    'After seven days, everything in it is deleted permanently: conversations, documents, settings, members, the audit log. People who ' +
    'belong to no other organization lose their account. Until then the desk works as before, and you can still keep the organization.',
  delete: 'Delete the organization…',
  deleteTitle: 'Delete {name}?',
  deleteText: 'Everything in it is deleted in seven days. All organization admins get a mail.',
  typeName: 'Type the name to confirm: {name}',
  deleteNow: 'Delete in seven days',
  cancel: 'Cancel',
  deletionSet: 'Everything will be deleted on {at}',
  doomed: 'Everything in this organization will be deleted on {at}.',
  keep: 'Keep the organization',
  kept: 'The organization will be kept',
};
const de: typeof en = {
  archive: 'Archiv',
  archiveHint:
    'Alles von der Organisation in einer ZIP-Datei: Unterhaltungen, Kunden, Dokumente mit ihren Dateien, Regeln, ' +
    'Einstellungen, Testfälle, Mitglieder und das Protokoll; keine Passwörter, Token oder Schlüssel. Es wird sieben Tage aufbewahrt.',
  start: 'Archiv schreiben',
  started: 'Das Archiv wird geschrieben. Sie können diese Seite verlassen.',
  asked: 'Angefordert',
  state: 'Stand',
  by: 'Von',
  pending: 'Wartet',
  running: 'Wird geschrieben: {done} von {total} Teilen',
  ready: 'Fertig, {size}',
  failed: 'Gescheitert',
  progress: 'Teile des Archivs',
  gone: 'Aufbewahrt bis {at}',
  save: 'Herunterladen',
  saveOf: 'Das Archiv von {at} herunterladen',
  remove: 'Löschen',
  stop: 'Abbrechen',
  removeOf: 'Das Archiv von {at} löschen',
  stopOf: 'Das Schreiben des Archivs von {at} abbrechen',
  removed: 'Das Archiv ist gelöscht',
  removeTitle: 'Dieses Archiv löschen?',
  removeText: 'Gelöscht wird nur diese Kopie.',
  none: 'Es gibt kein Archiv.',

  danger: 'Organisation löschen',
  dangerHint:
    'Nach sieben Tagen wird alles von ihr endgültig gelöscht: Unterhaltungen, Dokumente, Einstellungen, Mitglieder, das Protokoll. ' +
    'Wer zu keiner anderen Organisation gehört, verliert das Konto. Bis dahin arbeitet der Desk weiter, und Sie können sie behalten.',
  delete: 'Organisation löschen …',
  deleteTitle: '{name} löschen?',
  deleteText: 'In sieben Tagen wird alles von ihr gelöscht. Alle Organisations-Admins bekommen eine E-Mail.',
  typeName: 'Zur Bestätigung den Namen eingeben: {name}',
  deleteNow: 'In sieben Tagen löschen',
  cancel: 'Abbrechen',
  deletionSet: 'Am {at} wird alles gelöscht',
  doomed: 'Am {at} wird alles von dieser Organisation gelöscht.',
  keep: 'Organisation behalten',
  kept: 'Die Organisation bleibt',
};

export const leavingWords = words('leaving', { en, de });
