import { inOneLine } from '../../../../platform/text/as-read.logic.ts';

/** Parses the drive's answers without trusting them: one malformed member must not fail the whole page. */

/** A file, folder or shortcut as the drive lists it. */
export interface DriveItem {
  id: string;
  name: string;
  mediaType: string;
  trashed: boolean;
  /** The id of its shared drive; empty for the account's own drive. */
  driveId: string;
  parents: string[];
  checksum: string | null;
  headRevision: string | null;
  modifiedTime: string | null;
  /** Null for documents in the drive's own formats. */
  bytes: number | null;
  url: string | null;
  canDownload: boolean;
  /** The target of a shortcut. */
  targetId: string | null;
}

export interface DriveChange {
  fileId: string;
  kind: 'file' | 'drive';
  driveId: string;
  /** The file was deleted, or the account can no longer see it. */
  removed: boolean;
  item: DriveItem | null;
}

export interface ResultPage<T> {
  items: T[];
  next: string | null;
}

/** The requested members of each file. */
export const itemFields =
  'id,name,mimeType,md5Checksum,sha256Checksum,headRevisionId,size,modifiedTime,version,trashed,driveId,parents,' +
  'shortcutDetails,capabilities(canDownload),webViewLink';

export const folderType = 'application/vnd.google-apps.folder';
export const shortcutType = 'application/vnd.google-apps.shortcut';

type JsonObject = Readonly<Record<string, unknown>>;
const object = (value: unknown): JsonObject => (typeof value === 'object' && value !== null ? { ...value } : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.replaceAll('\u0000', '').toWellFormed() : null;

/** Returns null if the file has no id. Sizes are strings, because they may exceed the range of JSON numbers. */
export function itemOf(value: unknown): DriveItem | null {
  const file = object(value);
  const id = text(file['id']);
  if (!id) return null;
  const shortcut = object(file['shortcutDetails']);
  return {
    id,
    name: (inOneLine(text(file['name']) ?? '') || 'Untitled').slice(0, 300),
    mediaType: text(file['mimeType']) ?? '',
    trashed: file['trashed'] === true,
    driveId: text(file['driveId']) ?? '',
    parents: list(file['parents']).flatMap((parent) => text(parent) ?? []),
    checksum: text(file['sha256Checksum']) ?? text(file['md5Checksum']),
    headRevision: text(file['headRevisionId']),
    modifiedTime: text(file['modifiedTime']),
    bytes: typeof file['size'] === 'string' && /^\d{1,15}$/.test(file['size']) ? Number(file['size']) : null,
    url: webAddress(file['webViewLink']),
    canDownload: object(file['capabilities'])['canDownload'] !== false,
    targetId: text(shortcut['targetId']),
  };
}

/** The export links by media type. Only documents in the drive's own formats have any. */
export const exportLinksIn = (body: unknown): JsonObject => object(object(body)['exportLinks']);

function webAddress(value: unknown): string | null {
  const address = text(value);
  return address && /^https?:\/\/\S+$/.test(address) && address.length <= 2_000 ? address : null;
}

export function pageOfItems(body: unknown): ResultPage<DriveItem> {
  const { files, nextPageToken } = object(body);
  return { items: list(files).flatMap((each) => itemOf(each) ?? []), next: text(nextPageToken) };
}

export interface ChangePage extends ResultPage<DriveChange> {
  /** On the last page only: the token for the next run. */
  newStart: string | null;
}

export function pageOfChanges(body: unknown): ChangePage {
  const { changes, nextPageToken, newStartPageToken } = object(body);
  const items = list(changes).flatMap((each) => changeOf(object(each)) ?? []);
  return { items, next: text(nextPageToken), newStart: text(newStartPageToken) };
}

function changeOf(change: JsonObject): DriveChange | null {
  const driveId = text(change['driveId']) ?? '';
  const removed = change['removed'] === true;
  if (change['changeType'] === 'drive') return { fileId: '', kind: 'drive', driveId, removed, item: null };
  const fileId = text(change['fileId']);
  return fileId ? { fileId, kind: 'file', driveId, removed, item: itemOf(change['file']) } : null;
}

export const startTokenOf = (body: unknown): string | null => text(object(body)['startPageToken']);

export interface DriveAccount {
  id: string;
  address: string | null;
}

/** The account that owns the grant, from `about`. */
export function accountOf(body: unknown): DriveAccount | null {
  const user = object(object(body)['user']);
  const address = text(user['emailAddress']);
  const id = text(user['permissionId']) ?? address;
  return id ? { id, address } : null;
}

export interface TokenAnswer {
  accessToken: string | null;
  refreshToken: string | null;
  /** In seconds. */
  expiresIn: number | null;
  scopes: string[];
  /** The error code of a refusal (RFC 6749 §5.2). */
  error: string | null;
}

export function tokenAnswerOf(body: unknown): TokenAnswer {
  const answer = object(body);
  const expiresIn = answer['expires_in'];
  return {
    accessToken: text(answer['access_token']),
    refreshToken: text(answer['refresh_token']),
    expiresIn: typeof expiresIn === 'number' ? expiresIn : null,
    scopes: (text(answer['scope']) ?? '').split(' ').filter(Boolean),
    error: text(answer['error']),
  };
}

/** The reason of a refusal, such as `userRateLimitExceeded`; empty if there is none. */
export function reasonOf(body: unknown): string {
  const error = object(object(body)['error']);
  return text(object(list(error['errors'])[0])['reason']) ?? '';
}
