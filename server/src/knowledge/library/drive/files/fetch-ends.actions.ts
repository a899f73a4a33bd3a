import type { DocumentErrorCode } from '@desk/contract/documents';
import type { Desk } from '../../../../platform/desk.ts';
import { inScope } from '../../../../platform/database/transaction.ts';
import { saveDocument, type DocumentChange, type DocumentRow } from '../../versions/documents.store.ts';
import { announceKnowledgeChange } from '../../announce-change.actions.ts';
import { abandon } from '../../versions/ingest-lease.actions.ts';
import { atRest, postponeStage, saveHeld, type LeasedVersion } from '../../versions/ingestion-queue.store.ts';
import { queueIngestion } from '../../versions/queue-ingestion.actions.ts';
import { raiseRevision } from '../../passages/revision.store.ts';
import { newestVersion, removeVersion } from '../../versions/versions.store.ts';
import type { DriveFailure } from '../client/access.ts';
import { saveFile, type DriveFileRow } from './files.store.ts';
import type { DriveItem } from '../client/payload.logic.ts';
import { fingerprintOf } from '../client/reading.logic.ts';
import { postponedFor } from '../client/refusal.logic.ts';
import { goneSince } from '../connection/source-state.actions.ts';

interface FetchFailure {
  failure: DriveFailure;
  file: DriveFileRow;
  /** The file's metadata; null if it could not be read. */
  item: DriveItem | null;
}

/** Handles a failed fetch: postpones it, or records the error in the document. */
export function endFetch(desk: Desk, work: LeasedVersion, document: DocumentRow, trouble: FetchFailure): Promise<void> {
  const { failure, item } = trouble;
  switch (failure.refusal) {
    case 'not_found':
      return lose(desk, work, document, goneSince(desk, document));
    case 'lost':
      return lose(desk, work, document, { error_code: 'source_revoked' });
    case 'denied':
      return lose(desk, work, document, { error_code: 'fetch_denied' });
    case 'too_large':
      return fail(desk, work, item, 'too_large');
    case 'unsupported':
      return fail(desk, work, item, 'unsupported_type');
    case 'busy':
    case 'away':
    case 'rejected':
      return tryLater(desk, work, trouble);
  }
}

type FailedChange = DocumentChange & { error_code: DocumentErrorCode };

// If a version is active, keep the document ready and record the error: the stored text is still useful.
const lose = (desk: Desk, work: LeasedVersion, document: DocumentRow, loss: FailedChange): Promise<void> =>
  document.active_version === null ? abandon(desk, work, loss.error_code) : settle(desk, work, { change: loss });

interface FetchSettlement {
  change: DocumentChange;
  /** The file's metadata as just read. */
  seen?: DriveItem;
}

/** Ends the work without a new version. The active version stays active. */
export function settle(desk: Desk, work: LeasedVersion, { change, seen }: FetchSettlement): Promise<void> {
  const { scope, documentId, version } = work;
  return inScope(desk.db, scope, async (tx) => {
    const rest = { ...atRest, status: 'ready', updated_at: desk.clock.now() } as const;
    const document = await saveHeld(tx, work, { ...rest, ...change });
    if (!document) return;
    await removeVersion(tx, { organization_id: scope.organizationId, document_id: documentId, version });
    if (seen) await saveFile(tx, scope, documentId, { ...fingerprintOf(seen), postponed: 0 });
    await announceKnowledgeChange(desk, tx, scope);
    const latest_version = await newestVersion(tx, scope, documentId);
    await saveDocument(tx, document, { latest_version, shown_revision: await raiseRevision(tx, scope) });
  });
}

/** Records the error in the document, and what was seen of the file, which is not fetched again unless it changes. */
export async function fail(
  desk: Desk,
  work: LeasedVersion,
  item: DriveItem | null,
  code: DocumentErrorCode,
): Promise<void> {
  await abandon(desk, work, code);
  const change = { ...(item ? fingerprintOf(item) : {}), postponed: 0 };
  await inScope(desk.db, work.scope, (tx) => saveFile(tx, work.scope, work.documentId, change));
}

/** The same for content that does not fit into the quota, with its bytes if it was read: an exported document has no size before. */
export async function failWithoutRoom(
  desk: Desk,
  work: LeasedVersion,
  item: DriveItem | null,
  neededBytes: number | null,
): Promise<void> {
  await inScope(desk.db, work.scope, (tx) => saveFile(tx, work.scope, work.documentId, { needed_bytes: neededBytes }));
  await fail(desk, work, item, 'storage_full');
}

async function tryLater(desk: Desk, work: LeasedVersion, { failure, file, item }: FetchFailure): Promise<void> {
  const seconds = postponedFor(file.postponed, failure.wait);
  if (seconds === null) return fail(desk, work, item, failure.refusal === 'busy' ? 'quota' : 'timeout');
  const { scope, documentId } = work;
  desk.log.info({ document: documentId, code: failure.code, seconds }, 'the drive has no time, asked again later');
  await inScope(desk.db, scope, async (tx) => {
    if (!(await saveHeld(tx, work, postponeStage(seconds)))) return;
    await saveFile(tx, scope, documentId, { postponed: file.postponed + 1 });
    await queueIngestion(desk, tx, scope, { documentId, after: { milliseconds: seconds * 1_000 } });
  });
}
