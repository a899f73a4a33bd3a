import type { Document } from '@desk/contract/documents';
import type { Acting } from '../../../../access/index.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import type { Desk } from '../../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../../platform/database/transaction.ts';
import {
  announceMove,
  insertNew,
  newRow,
  recorded,
  recordRefreshed,
  shown,
} from '../../versions/document-changes.actions.ts';
import { editDocument, lockDocument, type DocumentRow } from '../../versions/documents.store.ts';
import { startVersion } from '../../versions/start-version.actions.ts';
import { unfetched } from '../../versions/source-files.ts';
import { forgetRemoved, insertFile, knownFiles, removedAmong, type DriveFileRow } from './files.store.ts';
import { planFirstWatch } from '../connection/grant.store.ts';
import type { DriveItem } from '../client/payload.logic.ts';
import { isUnchanged, fingerprintOf, titleOf } from '../client/reading.logic.ts';

export const watchEverySeconds = 6 * 3_600;

/** Files in one transaction: few enough that no other query waits long. */
const atOnce = 25;

interface FilesToAdd {
  collectionId: string;
  items: readonly DriveItem[];
}

/** Returns a document for each file, in order. Moves a known file to the collection, and reads it again if it has changed. */
export async function addDocuments(
  desk: Desk,
  acting: Acting,
  { collectionId, items }: FilesToAdd,
): Promise<Document[]> {
  const documents: Document[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    const some = items.slice(at, at + atOnce);
    await inScope(desk.db, acting, async (tx) => {
      const known = await begin(tx, acting, some);
      await forgetRemoved(tx, acting, idsOf(some));
      for (const item of some) {
        const file = known.get(item.id);
        const document = file
          ? await addKnown(desk, tx, acting, { file, item, collectionId })
          : await recorded(desk, tx, acting, await insertFor(desk, tx, acting, { item, collectionId }));
        documents.push(document);
      }
    });
  }
  return documents;
}

/** Adds the new files of a watched folder. Skips files that are known or whose documents were deleted. */
export async function addFound(
  desk: Desk,
  scope: OrganizationScope,
  { collectionId, items }: FilesToAdd,
): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce) {
    const some = items.slice(at, at + atOnce);
    await inScope(desk.db, scope, async (tx) => {
      const known = await begin(tx, scope, some);
      const removed = await removedAmong(tx, scope, idsOf(some));
      for (const item of some)
        if (!known.has(item.id) && !removed.has(item.id)) await insertFor(desk, tx, scope, { item, collectionId });
    });
  }
}

const idsOf = (items: readonly DriveItem[]) => items.map(({ id }) => id);

// The row of the grant serves as a lock: concurrent requests that add the same file run one after the other.
async function begin(tx: Tx, scope: OrganizationScope, items: readonly DriveItem[]) {
  await planFirstWatch(tx, scope, watchEverySeconds);
  const known = await knownFiles(tx, scope, idsOf(items));
  return new Map(known.map((file) => [file.file_id, file]));
}

interface FileToAdd {
  item: DriveItem;
  collectionId: string;
}

async function insertFor(desk: Desk, tx: Tx, scope: OrganizationScope, { item, collectionId }: FileToAdd) {
  const fresh = await insertNew(desk, tx, unfetched(scope, item.name), {
    ...newRow(desk, scope, collectionId),
    title: titleOf(item.name),
    title_given: false,
    source_kind: 'cloud_drive',
    source_url: item.url,
  });
  if (!fresh) throw new Error('A document of the drive has no external id that could be taken.');
  const { drive_id, name } = fingerprintOf(item);
  await insertFile(tx, {
    organization_id: scope.organizationId,
    document_id: fresh.id,
    file_id: item.id,
    drive_id,
    name,
  });
  return fresh;
}

async function addKnown(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { file, item, collectionId }: FileToAdd & { file: DriveFileRow },
): Promise<Document> {
  const before = await lockDocument(tx, acting, file.document_id);
  if (before) await bringUpToDate(desk, tx, acting, { before, file, item, collectionId });
  return shown(desk, tx, acting, file.document_id);
}

async function bringUpToDate(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { before, file, item, collectionId }: FileToAdd & { before: DocumentRow; file: DriveFileRow },
): Promise<void> {
  const moves = before.collection_id === collectionId ? {} : { collection_id: collectionId };
  const change = { ...moves, ...(await announceMove(desk, tx, before, moves)) };
  const started = !(before.status === 'ready' && before.error_code === null && isUnchanged(file, item));
  if (started) await startVersion(desk, tx, before, { source: unfetched(acting, item.name), change });
  else if (Object.keys(change).length > 0) await editDocument(tx, before, { ...change, updated_at: desk.clock.now() });
  await recordRefreshed(desk, tx, acting, { before, started });
}
