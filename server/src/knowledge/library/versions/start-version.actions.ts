import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { editDocument, queuedFor, type DocumentChange, type DocumentRow } from './documents.store.ts';
import { queueIngestion } from './queue-ingestion.actions.ts';
import type { SourceFile } from './source-files.ts';
import { insertVersion, supersedeOthers } from './versions.store.ts';

interface VersionStart {
  source: SourceFile;
  /** Other changes to the document, saved together with the new source. */
  change?: DocumentChange;
}

/** Starts the document's next version, in any state. Abandons a version in progress; the active version stays active. */
export async function startVersion(
  desk: Desk,
  tx: Tx,
  document: DocumentRow,
  { source, change }: VersionStart,
): Promise<void> {
  const scope = { organizationId: document.organization_id };
  const version = document.latest_version + 1;
  await editDocument(tx, document, {
    ...change,
    ...queued,
    latest_version: version,
    pending_version: version,
    stage_deadline: queuedFor,
    updated_at: desk.clock.now(),
  });
  const title = change?.title ?? document.title;
  await insertVersion(tx, versionRow(desk, { ...document, title }, version, source));
  await supersedeOthers(tx, scope, document.id, [version, document.active_version ?? version]);
  await queueIngestion(desk, tx, scope, { documentId: document.id });
}

// Clear the lease: an older run then stops at its next step.
const queued = {
  status: 'queued',
  error_code: null,
  lease: null,
  lease_until: null,
  attempts: 0,
  stage_done: 0,
  stage_total: 0,
} as const;

export const versionRow = (
  desk: Desk,
  document: Pick<DocumentRow, 'organization_id' | 'id' | 'title'>,
  version: number,
  source: SourceFile,
) => ({
  organization_id: document.organization_id,
  document_id: document.id,
  version,
  state: 'building' as const,
  title: document.title,
  media_type: source.mediaType,
  file_name: source.fileName,
  bytes: source.bytes,
  content_hash: source.hash,
  blob_key: source.blobKey,
  created_at: desk.clock.now(),
});
