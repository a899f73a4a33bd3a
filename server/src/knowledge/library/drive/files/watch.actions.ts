import type { Desk } from '../../../../platform/desk.ts';
import { inScope, unscoped, type OrganizationScope } from '../../../../platform/database/transaction.ts';
import { DriveFailure, type DriveAccess } from '../client/access.ts';
import { watchEverySeconds, addFound } from './add-documents.actions.ts';
import { applyChange, markDriveGone, type DriveScan, compareFile } from './apply-change.actions.ts';
import { readChanges, startToken } from '../client/client.ts';
import { openDrive } from '../connection/open-drive.ts';
import { dueDrives, findGrant, planWatch, saveGrant } from '../connection/grant.store.ts';
import { drivesInUse, feedTokens, forgetFeed, saveFeed, watchedFolders } from '../connection/folders.store.ts';
import type { ChangePage, DriveChange } from '../client/payload.logic.ts';
import { restoreSources, markFileGone } from '../connection/source-state.actions.ts';
import { queueWatch } from '../connection/watch.jobs.ts';
import { filesAfter, type DriveFileRow } from './files.store.ts';
import { filesIfThere, readIfThere } from '../client/list-files.ts';
import { takeFilesWithoutRoom } from './without-room.actions.ts';
import { english } from '../../../../platform/words/sentence.logic.ts';

/** A run that dies is started again after this time, from the first page that it had not finished. */
const againSeconds = 1_800;

/** Queues a check of every drive that is due. Meant to be called often, by one process. Returns the number of drives. */
export async function sweepDrives(desk: Desk): Promise<number> {
  const due = await unscoped(desk.db, dueDrives);
  for (const { organization_id: organizationId } of due)
    await inScope(desk.db, { organizationId }, (tx) => queueWatch(desk, tx, { organizationId }));
  return due.length;
}

/** Applies the changes at the drive since the last run to documents and watched folders. */
export async function watchDrive(desk: Desk, scope: OrganizationScope): Promise<void> {
  const access = await openDrive(desk, scope);
  await inScope(desk.db, scope, (tx) => planWatch(tx, scope, access ? againSeconds : watchEverySeconds));
  if (!access) return;
  try {
    await followFeeds(desk, scope, access);
    await takeFilesWithoutRoom(desk, scope, access);
  } catch (error) {
    if (!(error instanceof DriveFailure)) throw error;
    // Do not retry: an admin has been notified and has to connect again.
    if (error.refusal === 'lost') return;
    await inScope(desk.db, scope, (tx) =>
      saveGrant(tx, scope, { last_error: english`The drive did not report its changes (${error.code}).` }),
    );
    throw error;
  }
  await conclude(desk, scope);
}

async function followFeeds(desk: Desk, scope: OrganizationScope, access: DriveAccess): Promise<void> {
  const { folders, tokens, drives } = await inScope(desk.db, scope, async (tx) => ({
    folders: await watchedFolders(tx, scope),
    tokens: await feedTokens(tx, scope),
    drives: await drivesInUse(tx, scope),
  }));
  const scan: DriveScan = { desk, scope, access, folders, parents: new Map(), everything: false, reached: new Map() };
  for (const driveId of drives) await followFeed(scan, driveId, tokens.get(driveId) ?? null);
  if (!scan.everything) return;
  await fullScan(scan);
  for (const [driveId, token] of scan.reached)
    await inScope(desk.db, scope, (tx) => saveFeed(tx, scope, driveId, token));
}

async function followFeed(scan: DriveScan, driveId: string, known: string | null): Promise<void> {
  if (known === null) return beginFeed(scan, driveId);
  for (let token: string | null = known; token !== null;) {
    const page = await changesSince(scan, driveId, token);
    if (!page) return;
    for (const change of newestOf(page.items)) await applyChange(scan, change);
    token = page.next;
    const reached = page.next ?? page.newStart;
    if (reached !== null) await keepReached(scan, driveId, reached);
  }
}

// If every file has to be checked and that fails, the next run must read the same changes again to know it.
async function keepReached(scan: DriveScan, driveId: string, token: string): Promise<void> {
  if (scan.everything) scan.reached.set(driveId, token);
  else await inScope(scan.desk.db, scan.scope, (tx) => saveFeed(tx, scan.scope, driveId, token));
}

// Each change contains the current state of its file, so only the last change of a file matters.
const newestOf = (changes: readonly DriveChange[]) =>
  new Map(changes.map((change) => [`${change.kind} ${change.driveId} ${change.fileId}`, change])).values();

// A new feed does not report earlier changes, so check every file.
async function beginFeed(scan: DriveScan, driveId: string): Promise<void> {
  try {
    const token = await startToken(scan.access, driveId);
    scan.everything = true;
    scan.reached.set(driveId, token);
  } catch (error) {
    if (driveId === '' || !isClosed(error)) throw error;
    await markDriveGone(scan, driveId);
  }
}

// Returns null if the token is no longer valid or the shared drive is no longer accessible.
async function changesSince(scan: DriveScan, driveId: string, token: string): Promise<ChangePage | null> {
  try {
    return await readChanges(scan.access, driveId, token);
  } catch (error) {
    if (!isClosed(error)) throw error;
    await inScope(scan.desk.db, scan.scope, (tx) => forgetFeed(tx, scan.scope, driveId));
    await beginFeed(scan, driveId);
    return null;
  }
}

const isClosed = (error: unknown) =>
  error instanceof DriveFailure && ['not_found', 'denied', 'rejected'].includes(error.refusal);

async function conclude(desk: Desk, scope: OrganizationScope): Promise<void> {
  await inScope(desk.db, scope, async (tx) => {
    const before = await findGrant(tx, scope);
    // A refused service account can work again without a new connection.
    if (before?.needs_reauth) await restoreSources(desk, tx, scope);
    const now = desk.clock.now();
    await saveGrant(tx, scope, { watched_at: now, grant_checked_at: now, last_error: null, needs_reauth: false });
    await planWatch(tx, scope, watchEverySeconds);
  });
}

const page = 200;
const atOnce = 4;

/** Reads each known file and lists each watched folder. Needed when the list of changes has a gap. */
async function fullScan(scan: DriveScan): Promise<void> {
  let after: string | null = null;
  do {
    const files = await inScope(scan.desk.db, scan.scope, (tx) => filesAfter(tx, scan.scope, after, page));
    for (let at = 0; at < files.length; at += atOnce)
      await Promise.all(files.slice(at, at + atOnce).map((file) => scanFile(scan, file)));
    after = files.length === page ? (files.at(-1)?.document_id ?? null) : null;
  } while (after !== null);
  for (const { folder_id, recursive, collection_id } of scan.folders) {
    const items = await filesIfThere(scan.access, folder_id, recursive);
    await addFound(scan.desk, scan.scope, { collectionId: collection_id, items });
  }
}

async function scanFile(scan: DriveScan, file: DriveFileRow): Promise<void> {
  const item = await readIfThere(scan.access, file.file_id);
  if (item && !item.trashed) await compareFile(scan, file, item);
  else await markFileGone(scan.desk, scan.scope, file.document_id);
}
