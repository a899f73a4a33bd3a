import { uploadLimit } from '@desk/contract/documents';
import { folderType, shortcutType, type DriveItem } from './payload.logic.ts';

/** How to get the content of a file: download its bytes, or export it in the first form that the drive supports. */
export type FileForm = { kind: 'bytes' } | { kind: 'export'; forms: readonly string[] } | { kind: 'none' };

const native = 'application/vnd.google-apps.';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const forms: Record<string, readonly string[]> = {
  // Markdown keeps headings and tables, but older drives do not support it.
  document: ['text/markdown', 'text/plain', docx],
  // A CSV export contains only the first sheet.
  spreadsheet: [xlsx],
  presentation: ['text/plain'],
  drawing: ['application/pdf'],
};

export const isNative = (mediaType: string): boolean => mediaType.startsWith(native);

export function readingOf(mediaType: string): FileForm {
  if (isNative(mediaType)) {
    const found = forms[mediaType.slice(native.length)];
    return found ? { kind: 'export', forms: found } : { kind: 'none' };
  }
  // Decide by media type, to avoid downloading a film that has no text.
  return /^(?:image|audio|video|font)\/|^application\/(?:zip|x-.*(?:tar|zip|compressed))$/.test(mediaType)
    ? { kind: 'none' }
    : { kind: 'bytes' };
}

export const isFolder = ({ mediaType }: Pick<DriveItem, 'mediaType'>): boolean => mediaType === folderType;
export const isShortcut = ({ mediaType }: Pick<DriveItem, 'mediaType'>): boolean => mediaType === shortcutType;

export const isTooLarge = ({ bytes }: DriveItem): boolean => bytes !== null && bytes > uploadLimit;

/** The state of a file at its last read. */
export interface FileFingerprint {
  name: string;
  checksum: string | null;
  head_revision: string | null;
  modified_time: string | null;
}

/**
 * Compares the checksum or revision of a file. Documents in the drive's own formats have neither, and their `version` changes with
 * every view: compare their modification time instead. If it differs, the caller has to compare the exported bytes.
 */
export function isUnchanged(seen: FileFingerprint, item: DriveItem): boolean {
  if (seen.name !== item.name) return false;
  if (isNative(item.mediaType)) return item.modifiedTime !== null && seen.modified_time === item.modifiedTime;
  const sameRevision = item.headRevision !== null && seen.head_revision === item.headRevision;
  return sameRevision || (item.checksum !== null && seen.checksum === item.checksum);
}

export const fingerprintOf = (item: DriveItem): FileFingerprint & { drive_id: string; media_type: string } => ({
  name: item.name,
  media_type: item.mediaType,
  drive_id: item.driveId,
  checksum: item.checksum,
  head_revision: item.headRevision,
  modified_time: item.modifiedTime,
});

/** The file name without its extension. */
export const titleOf = (name: string): string => name.replace(/\.[a-z0-9]{1,10}$/i, '') || name;

const endings: Record<string, string> = {
  'text/markdown': '.md',
  'text/plain': '.txt',
  'application/pdf': '.pdf',
  [docx]: '.docx',
  [xlsx]: '.xlsx',
};

/** The file name of an exported document. */
export const exportName = (name: string, form: string): string => `${name}${endings[form] ?? ''}`;
