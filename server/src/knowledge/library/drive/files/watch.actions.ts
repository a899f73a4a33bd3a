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
import { english } from '../../../../platform/words/sentence.logic.ts';

/** A look that dies half-way is taken up again after this long; pages that were worked off are not read twice. */
const againSeconds = 1_800;

/** Promises a look at every drive whose time has come. Meant to be called often by one process. Returns how many. */
export async function sweepDrives(desk: Desk): Promise<number> {
  const due = await unscoped(desk.db, dueDrives);
  for (const { organization_id: organizationId } of due)
    await inScope(desk.db, { organizationId }, (tx) => queueWatch(desk, tx, { organizationId }));
  return due.length;
}

/** Brings documents and watched folders up to date with what has changed at the drive since the last time. */
export async function watchDrive(desk: Desk, scope: OrganizationScope): Promise<void> {
  const access = await openDrive(desk, scope);
  await inScope(desk.db, scope, (tx) => planWatch(tx, scope, access ? againSeconds : watchEverySeconds));
  if (!access) return;
  try {
    await lookAround(desk, scope, access);
  } catch (error) {
    if (!(error instanceof DriveFailure)) throw error;
    // The person who has to connect again knows; another attempt would change nothing.
    if (error.refusal === 'lost') return;
    await inScope(desk.db, scope, (tx) =>
      saveGrant(tx, scope, { last_error: english`The drive did not report its changes (${error.code}).` }),
    );
    throw error;
  }
  await conclude(desk, scope);
}

async function lookAround(desk: Desk, scope: OrganizationScope, access: DriveAccess): Promise<void> {
  const { folders, tokens, drives } = await inScope(desk.db, scope, async (tx) => ({
    folders: await watchedFolders(tx, scope),
    tokens: await feedTokens(tx, scope),
    drives: await drivesInUse(tx, scope),
  }));
  const look: DriveScan = { desk, scope, access, folders, parents: new Map(), everything: false };
  for (const driveId of drives) await followFeed(look, driveId, tokens.get(driveId) ?? null);
  if (look.everything) await fullScan(look);
}

async function followFeed(look: DriveScan, driveId: string, known: string | null): Promise<void> {
  if (known === null) return beginFeed(look, driveId);
  for (let token: string | null = known; token !== null;) {
    const page = await changesSince(look, driveId, token);
    if (!page) return;
    for (const change of newestOf(page.items)) await applyChange(look, change);
    token = page.next;
    const reached = page.next ?? page.newStart;
    if (reached !== null) await inScope(look.desk.db, look.scope, (tx) => saveFeed(tx, look.scope, driveId, reached));
  }
}

// Each tells how its file is now: of several about one, the last is enough.
const newestOf = (changes: readonly DriveChange[]) =>
  new Map(changes.map((change) => [`${change.kind} ${change.driveId} ${change.fileId}`, change])).values();

// A feed that begins now says nothing about earlier changes: every file has to be checked.
async function beginFeed(look: DriveScan, driveId: string): Promise<void> {
  try {
    const token = await startToken(look.access, driveId);
    await inScope(look.desk.db, look.scope, (tx) => saveFeed(tx, look.scope, driveId, token));
    look.everything = true;
  } catch (error) {
    if (driveId === '' || !isClosed(error)) throw error;
    await markDriveGone(look, driveId);
  }
}

// Null: the token is not taken any more, or the shared drive is closed to us.
async function changesSince(look: DriveScan, driveId: string, token: string): Promise<ChangePage | null> {
  try {
    return await readChanges(look.access, driveId, token);
  } catch (error) {
    if (!isClosed(error)) throw error;
    await inScope(look.desk.db, look.scope, (tx) => forgetFeed(tx, look.scope, driveId));
    await beginFeed(look, driveId);
    return null;
  }
}

const isClosed = (error: unknown) =>
  error instanceof DriveFailure && ['not_found', 'denied', 'rejected'].includes(error.refusal);

async function conclude(desk: Desk, scope: OrganizationScope): Promise<void> {
  await inScope(desk.db, scope, async (tx) => {
    const before = await findGrant(tx, scope);
    // A service account that was refused for a while, and works again by itself.
    if (before?.needs_reauth) await restoreSources(desk, tx, scope);
    await saveGrant(tx, scope, { watched_at: desk.clock.now(), last_error: null, needs_reauth: false });
    await planWatch(tx, scope, watchEverySeconds);
  });
}

const page = 200;
const atOnce = 4;

/** Asks for each file by name, and lists each watched folder: what is done where the list of changes has a gap. */
async function fullScan(look: DriveScan): Promise<void> {
  let after: string | null = null;
  do {
    const files = await inScope(look.desk.db, look.scope, (tx) => filesAfter(tx, look.scope, after, page));
    for (let at = 0; at < files.length; at += atOnce)
      await Promise.all(files.slice(at, at + atOnce).map((file) => scanFile(look, file)));
    after = files.length === page ? (files.at(-1)?.document_id ?? null) : null;
  } while (after !== null);
  for (const { folder_id, recursive, collection_id } of look.folders) {
    const items = await filesIfThere(look.access, folder_id, recursive);
    await addFound(look.desk, look.scope, { collectionId: collection_id, items });
  }
}

async function scanFile(look: DriveScan, file: DriveFileRow): Promise<void> {
  const item = await readIfThere(look.access, file.file_id);
  if (item && !item.trashed) await compareFile(look, file, item);
  else await markFileGone(look.desk, look.scope, file.document_id);
}
