import { inScope } from '../../../../platform/database/transaction.ts';
import { addFound } from './add-documents.actions.ts';
import { compareFile, type DriveScan } from './apply-change.actions.ts';
import { filesAfter, type DriveFileRow } from './files.store.ts';
import { filesIfThere, readIfThere } from '../client/list-files.ts';
import { markFileGone } from '../connection/source-state.actions.ts';

const page = 200;
const atOnce = 4;

/** Asks for each file by name, and lists each watched folder: what is done where the list of changes has a gap. */
export async function fullScan(look: DriveScan): Promise<void> {
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
