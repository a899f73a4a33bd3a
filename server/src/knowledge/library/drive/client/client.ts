import { uploadLimit } from '@desk/contract/documents';
import { ask, askJson, DriveFailure, type DriveAccess } from './access.ts';
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

// Without these two the drive behaves as if shared drives did not exist.
const everyDrive = { supportsAllDrives: 'true', includeItemsFromAllDrives: 'true' };

export async function readAccount(access: DriveAccess): Promise<DriveAccount> {
  const found = accountOf(await askJson(access, { path: '/about', query: { fields: 'user' } }));
  if (!found) throw new DriveFailure('rejected', 'no_user');
  return found;
}

export async function readItem(access: DriveAccess, fileId: string): Promise<DriveItem> {
  const path = `/files/${encodeURIComponent(fileId)}`;
  const item = itemOf(await askJson(access, { path, query: { fields: itemFields, supportsAllDrives: 'true' } }));
  if (!item) throw new DriveFailure('away', 'no_file');
  return item;
}

export interface Listing {
  folderId: string;
  pageToken: string | null;
  pageSize: number;
}

/** `folderId` is one of the drive's ids: it stands in a query, where a quotation mark would end it. */
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
  return leadsOn(pageOfItems(await askJson(access, { path: '/files', query })), pageToken);
}

export const download = (access: DriveAccess, fileId: string): Promise<Buffer> =>
  ask(access, {
    path: `/files/${encodeURIComponent(fileId)}`,
    query: { alt: 'media', supportsAllDrives: 'true' },
    maxBytes: uploadLimit,
  });

/**
 * In the first of these forms that the drive offers and that is not too large; says which one it was. Its API exports up to
 * 10 MB; by the document's links there is more.
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
      // An older drive does not know the form: 400. The next one may be smaller: without pictures.
      if (error.refusal === 'too_large') failure = error;
      else if (error.refusal !== 'rejected') throw error;
    }
  }
  throw failure;
}

async function exported(access: DriveAccess, fileId: string, mediaType: string): Promise<Buffer> {
  const path = `/files/${encodeURIComponent(fileId)}`;
  try {
    return await ask(access, { path: `${path}/export`, query: { mimeType: mediaType }, maxBytes: uploadLimit });
  } catch (error) {
    if (!(error instanceof DriveFailure) || error.refusal !== 'too_large') throw error;
    const query = { fields: 'exportLinks', supportsAllDrives: 'true' };
    const link = exportLinkOf(exportLinksIn(await askJson(access, { path, query })), mediaType, access.homes);
    if (link === null) throw error;
    return ask(access, { link, maxBytes: uploadLimit }).catch((refused: DriveFailure) => {
      throw refused.refusal === 'busy' || refused.refusal === 'away' ? refused : error;
    });
  }
}

const ofDrive = (driveId: string): Record<string, string> => (driveId === '' ? {} : { driveId });

/** From where on changes are to be read: of the account, or of one shared drive. */
export async function startToken(access: DriveAccess, driveId: string): Promise<string> {
  const query = { supportsAllDrives: 'true', ...ofDrive(driveId) };
  const token = startTokenOf(await askJson(access, { path: '/changes/startPageToken', query }));
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
  const page = leadsOn(pageOfChanges(await askJson(access, { path: '/changes', query })), pageToken);
  // Then nobody would know where to read on.
  if (page.next === null && page.newStart === null) throw new DriveFailure('away', 'no_page');
  return page;
}

/** A page that names itself as the next one would be read for ever. */
function leadsOn<Page extends { next: string | null }>(page: Page, pageToken: string | null): Page {
  if (page.next !== null && page.next === pageToken) throw new DriveFailure('away', 'no_page');
  return page;
}
