/** What the drive says of files, read without trust: an odd member must not cost the whole page. */

/** A file, folder or shortcut as the drive lists it. */
export interface DriveItem {
  id: string;
  name: string;
  mediaType: string;
  trashed: boolean;
  /** The shared drive that it is in; empty for an account's own. */
  driveId: string;
  parents: string[];
  checksum: string | null;
  headRevision: string | null;
  modifiedTime: string | null;
  /** Null for documents of the drive's own kinds. */
  bytes: number | null;
  url: string | null;
  canDownload: boolean;
  /** Of a shortcut. */
  targetId: string | null;
}

export interface DriveChange {
  fileId: string;
  kind: 'file' | 'drive';
  driveId: string;
  /** Gone, or no longer shown to us. */
  removed: boolean;
  item: DriveItem | null;
}

export interface ResultPage<T> {
  items: T[];
  next: string | null;
}

/** What to ask for of each file. */
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

/** Null when it has no id. Sizes come as strings, since they may exceed what JSON numbers hold. */
export function itemOf(value: unknown): DriveItem | null {
  const file = object(value);
  const id = text(file['id']);
  if (!id) return null;
  const shortcut = object(file['shortcutDetails']);
  return {
    id,
    name: (text(file['name'])?.trim() || 'Untitled').slice(0, 300),
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

/** By form; only documents of the drive's own kinds have any. */
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
  /** On the last page: where the next reading begins. */
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

/** Whose grant this is, from `about`. */
export function accountOf(body: unknown): DriveAccount | null {
  const user = object(object(body)['user']);
  const address = text(user['emailAddress']);
  const id = text(user['permissionId']) ?? address;
  return id ? { id, address } : null;
}

export interface TokenAnswer {
  accessToken: string | null;
  refreshToken: string | null;
  /** Seconds. */
  expiresIn: number | null;
  scopes: string[];
  /** RFC 6749 §5.2, when it is a refusal. */
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

/** The reason of a refusal, such as `userRateLimitExceeded`; empty when it gives none. */
export function reasonOf(body: unknown): string {
  const error = object(object(body)['error']);
  return text(object(list(error['errors'])[0])['reason']) ?? '';
}
