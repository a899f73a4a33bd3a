import { uploadLimit } from '@desk/contract/documents';
import { getBytes, getJson, DriveFailure, type DriveAccess } from './access.ts';
import { exportLinkOf } from './export-link.logic.ts';
import {
  accountOf,
  exportLinksIn,
  itemFields,
  itemOf,
  pageOfChanges,
  pageOfItems,
  startTokenOf,
  type ChangePage,
  type DriveAccount,
  type DriveItem,
  type ResultPage,
} from './payload.logic.ts';

// Without these two parameters the API ignores shared drives.
const everyDrive = { supportsAllDrives: 'true', includeItemsFromAllDrives: 'true' };

export async function readAccount(access: DriveAccess): Promise<DriveAccount> {
  const found = accountOf(await getJson(access, { path: '/about', query: { fields: 'user' } }));
  if (!found) throw new DriveFailure('rejected', 'no_user');
  return found;
}

export async function readItem(access: DriveAccess, fileId: string): Promise<DriveItem> {
  const path = `/files/${encodeURIComponent(fileId)}`;
  const item = itemOf(await getJson(access, { path, query: { fields: itemFields, supportsAllDrives: 'true' } }));
  if (!item) throw new DriveFailure('away', 'no_file');
  return item;
}

export interface Listing {
  folderId: string;
  pageToken: string | null;
  pageSize: number;
}

/** `folderId` must be an id from the drive: it is quoted in a query, which a quotation mark would break. */
export async function listFolder(
  access: DriveAccess,
  { folderId, pageToken, pageSize }: Listing,
): Promise<ResultPage<DriveItem>> {
  const query = {
    q: `'${folderId}' in parents and trashed = false`,
    fields: `nextPageToken,incompleteSearch,files(${itemFields})`,
    pageSize: String(pageSize),
    orderBy: 'folder,name',
    spaces: 'drive',
    ...everyDrive,
    ...(pageToken === null ? {} : { pageToken }),
  };
  return checkNext(pageOfItems(await getJson(access, { path: '/files', query })), pageToken);
}

export const download = (access: DriveAccess, fileId: string): Promise<Buffer> =>
  getBytes(access, {
    path: `/files/${encodeURIComponent(fileId)}`,
    query: { alt: 'media', supportsAllDrives: 'true' },
    maxBytes: uploadLimit,
  });

/**
 * Exports the document in the first of these forms that the drive offers and that is not too large. Returns the form with the
 * bytes. The API exports up to 10 MB; the document's export links allow more.
 */
export async function exportAs(
  access: DriveAccess,
  fileId: string,
  forms: readonly string[],
): Promise<{ bytes: Buffer; mediaType: string }> {
  let failure = new DriveFailure('unsupported', 'no_form');
  for (const mediaType of forms) {
    try {
      return { bytes: await exported(access, fileId, mediaType), mediaType };
    } catch (error) {
      if (!(error instanceof DriveFailure)) throw error;
      // An older drive answers 400 to an unknown form. The next form may be smaller, because it has no pictures.
      if (error.refusal === 'too_large') failure = error;
      else if (error.refusal !== 'rejected') throw error;
    }
  }
  throw failure;
}

async function exported(access: DriveAccess, fileId: string, mediaType: string): Promise<Buffer> {
  const path = `/files/${encodeURIComponent(fileId)}`;
  try {
    return await getBytes(access, { path: `${path}/export`, query: { mimeType: mediaType }, maxBytes: uploadLimit });
  } catch (error) {
    if (!(error instanceof DriveFailure) || error.refusal !== 'too_large') throw error;
    const query = { fields: 'exportLinks', supportsAllDrives: 'true' };
    const link = exportLinkOf(exportLinksIn(await getJson(access, { path, query })), mediaType, access.homes);
    if (link === null) throw error;
    return getBytes(access, { link, maxBytes: uploadLimit }).catch((refused: DriveFailure) => {
      throw refused.refusal === 'busy' || refused.refusal === 'away' ? refused : error;
    });
  }
}

const ofDrive = (driveId: string): Record<string, string> => (driveId === '' ? {} : { driveId });

/** Returns the token from which to read the changes of the account, or of one shared drive. */
export async function startToken(access: DriveAccess, driveId: string): Promise<string> {
  const query = { supportsAllDrives: 'true', ...ofDrive(driveId) };
  const token = startTokenOf(await getJson(access, { path: '/changes/startPageToken', query }));
  if (!token) throw new DriveFailure('away', 'no_token');
  return token;
}

export async function readChanges(access: DriveAccess, driveId: string, pageToken: string): Promise<ChangePage> {
  const query = {
    pageToken,
    fields: `nextPageToken,newStartPageToken,changes(fileId,removed,time,changeType,driveId,file(${itemFields}))`,
    pageSize: '200',
    includeRemoved: 'true',
    spaces: 'drive',
    ...everyDrive,
    ...ofDrive(driveId),
  };
  const page = checkNext(pageOfChanges(await getJson(access, { path: '/changes', query })), pageToken);
  // Without either token there is no place from which to continue.
  if (page.next === null && page.newStart === null) throw new DriveFailure('away', 'no_page');
  return page;
}

/** Throws if a page names itself as the next one: it would be read for ever. */
function checkNext<Page extends { next: string | null }>(page: Page, pageToken: string | null): Page {
  if (page.next !== null && page.next === pageToken) throw new DriveFailure('away', 'no_page');
  return page;
}
