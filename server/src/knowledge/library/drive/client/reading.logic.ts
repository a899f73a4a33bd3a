import { uploadLimit } from '@desk/contract/documents';
import { folderType, shortcutType, type DriveItem } from './payload.logic.ts';

/** How the bytes of a file are got: as they are, or in the first of these forms that the drive can make. */
export type FileForm = { kind: 'bytes' } | { kind: 'export'; forms: readonly string[] } | { kind: 'none' };

const native = 'application/vnd.google-apps.';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const forms: Record<string, readonly string[]> = {
  // Markdown keeps headings and tables, and is what the drive learned last.
  document: ['text/markdown', 'text/plain', docx],
  // CSV would be the first sheet only.
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
  // Told by name: fetching a film to find out that it has no text would be a waste.
  return /^(?:image|audio|video|font)\/|^application\/(?:zip|x-.*(?:tar|zip|compressed))$/.test(mediaType)
    ? { kind: 'none' }
    : { kind: 'bytes' };
}

export const isFolder = ({ mediaType }: Pick<DriveItem, 'mediaType'>): boolean => mediaType === folderType;
export const isShortcut = ({ mediaType }: Pick<DriveItem, 'mediaType'>): boolean => mediaType === shortcutType;

export const isTooLarge = ({ bytes }: DriveItem): boolean => bytes !== null && bytes > uploadLimit;

/** A file as it was when it was last read. */
export interface FileFingerprint {
  name: string;
  checksum: string | null;
  head_revision: string | null;
  modified_time: string | null;
}

/**
 * Nothing to read anew. Bytes are known by checksum or revision. Documents of the drive's own kinds have neither, and their
 * `version` moves with every look at them: only their time tells, and then the exported bytes have to be compared.
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

/** The name of a file without the ending that only programs need. */
export const titleOf = (name: string): string => name.replace(/\.[a-z0-9]{1,10}$/i, '') || name;

const endings: Record<string, string> = {
  'text/markdown': '.md',
  'text/plain': '.txt',
  'application/pdf': '.pdf',
  [docx]: '.docx',
  [xlsx]: '.xlsx',
};

/** What an exported document is called as a file. */
export const exportName = (name: string, form: string): string => `${name}${endings[form] ?? ''}`;
