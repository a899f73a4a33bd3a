import type { Words } from '../../ui/i18n/words.ts';
import type { en } from './files.en.ts';

export const de = {
  attachments: 'Anhänge',
  save: '{name} · {size} speichern',
  notKept: '{name} wurde nicht aufbewahrt: Es war kein Platz dafür.',
  unknownSize: 'Größe unbekannt',
  showQuoted: 'Zitierten Text zeigen',
  hideQuoted: 'Zitierten Text verbergen',
  quoted: 'Zitierter Text',
  attach: 'Dateien anhängen',
  toSend: 'Dateien, die mitgesendet werden',
  uploading: '{name}: {share} hochgeladen',
  ready: '{name} ({size}) wird mit Ihrer Nachricht gesendet',
  failed: '{name} wurde nicht hochgeladen: {problem}',
  tooLarge: 'eine Datei darf höchstens {most} groß sein',
  noAnswer: 'die Verbindung ist abgerissen',
  remove: '{name} entfernen',
  again: 'Noch einmal versuchen',
  most: 'eine Nachricht nimmt höchstens {count} Dateien',
  removeFailed: 'Entfernen Sie, was nicht hochgeladen wurde, um den Rest zu senden.',
} satisfies Words<typeof en>;
