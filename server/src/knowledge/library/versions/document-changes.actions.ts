import type { Document } from '@desk/contract/documents';
import type { Acting } from '../../../access/index.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import type { Desk } from '../../../platform/desk.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/process/ids.ts';
import { keepCollection } from '../collections/collections.store.ts';
import { formatOf } from '../parsing/index.ts';
import { raiseRevision } from '../passages/revision.store.ts';
import { announceKnowledgeChange } from '../announce-change.actions.ts';
import { recordDocument } from './document-audit.actions.ts';
import {
  editDocument,
  findDocument,
  insertDocument,
  queuedFor,
  saveDocument,
  type DocumentChange,
  type DocumentRow,
} from './documents.store.ts';
import { viewDocument } from './documents.view.ts';
import { freshnessAt } from './freshness.logic.ts';
import { queueIngestion } from './queue-ingestion.actions.ts';
import { dropSource, keepWithinQuota, type SourceFile } from './source-files.ts';
import { startVersion, versionRow } from './start-version.actions.ts';
import { findVersion, insertVersion } from './versions.store.ts';

export async function recorded(desk: Desk, tx: Tx, acting: Acting, { id }: DocumentRow): Promise<Document> {
  await recordDocument(desk, tx, acting, { action: 'document.created', id, before: null });
  return shown(desk, tx, acting, id);
}

export const recordRefreshed = (
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { before, started }: { before: DocumentRow; started: boolean },
): Promise<void> =>
  recordDocument(desk, tx, acting, {
    action: started ? 'document.reingested' : 'document.updated',
    id: before.id,
    before,
  });

export async function needCollection(tx: Tx, scope: OrganizationScope, id: string): Promise<void> {
  if (!(await keepCollection(tx, scope, id))) throw notFound();
}

/** Returns the source file of the newest version. */
export async function latestSource(tx: Tx, document: DocumentRow): Promise<SourceFile> {
  const row = await findVersion(tx, { organizationId: document.organization_id }, document.id, document.latest_version);
  if (!row) throw notFound();
  const { media_type: mediaType, file_name: fileName, bytes, content_hash: hash, blob_key: blobKey } = row;
  return { format: formatOf(mediaType), mediaType, fileName, bytes, hash, blobKey };
}

/** Starts a version unless the last one succeeded with the same bytes and title. Returns true if it started one. */
export async function refresh(
  desk: Desk,
  tx: Tx,
  document: DocumentRow,
  start: { source: SourceFile; change: DocumentChange },
): Promise<boolean> {
  const { source } = start;
  const last = await latestSource(tx, document);
  const change = { ...start.change, ...(await announceMove(desk, tx, document, start.change)) };
  const same =
    last.hash === source.hash && last.format === source.format && (change.title ?? document.title) === document.title;
  if (!(same && document.status === 'ready')) {
    await startVersion(desk, tx, document, { source, change });
    return true;
  }
  if (Object.keys(change).length > 0) await editDocument(tx, document, { ...change, updated_at: desk.clock.now() });
  await recordReading(desk, tx, document);
  return false;
}

/** The source is as it was: the document is up to date, and no longer stale. */
export async function recordReading(desk: Desk, tx: Tx, document: DocumentRow): Promise<void> {
  const now = desk.clock.now();
  await saveDocument(tx, document, { ingested_at: now });
  const before = freshnessAt(now, { expiresAt: null, ingestedAt: document.ingested_at, error: null });
  if (before === 'stale') await announceKnowledgeChange(desk, tx, { organizationId: document.organization_id });
}

// A move to another collection takes effect at once, with or without a new text.
export async function announceMove(
  desk: Desk,
  tx: Tx,
  document: DocumentRow,
  change: DocumentChange,
): Promise<DocumentChange> {
  const moves = change.collection_id !== undefined && change.collection_id !== document.collection_id;
  if (!moves || document.shown_revision === null) return {};
  const scope = { organizationId: document.organization_id };
  await announceKnowledgeChange(desk, tx, scope);
  return { shown_revision: await raiseRevision(tx, scope) };
}

export async function shown(desk: Desk, tx: Tx, scope: OrganizationScope, id: string): Promise<Document> {
  const now = desk.clock.now();
  const row = await findDocument(tx, scope, id, now);
  if (!row) throw notFound();
  return viewDocument(row, now);
}

/**
 * Runs `work` in a transaction with a stored source, and deletes the stored bytes if no row refers to them afterwards. Throws 507 if
 * what was stored meanwhile leaves no room for them.
 */
export async function withStoredSource(
  desk: Desk,
  scope: OrganizationScope,
  source: SourceFile,
  work: (tx: Tx) => Promise<{ document: Document; kept: boolean }>,
): Promise<Document> {
  const working = inScope(desk.db, scope, async (tx) => {
    const done = await work(tx);
    if (done.kept) await keepWithinQuota(desk, tx, scope);
    return done;
  });
  const result = await working.catch(async (error: unknown) => {
    await dropSource(desk, scope, source);
    throw error;
  });
  if (!result.kept) await dropSource(desk, scope, source);
  return result.document;
}

export type NewRow = Parameters<typeof insertDocument>[1];

/** Returns null if another document has the same external id. */
export async function insertNew(desk: Desk, tx: Tx, source: SourceFile, row: NewRow) {
  const fresh = await insertDocument(tx, row);
  if (!fresh) return null;
  await insertVersion(tx, versionRow(desk, fresh, 1, source));
  await queueIngestion(desk, tx, { organizationId: fresh.organization_id }, { documentId: fresh.id });
  return fresh;
}

export const newRow = (desk: Desk, scope: OrganizationScope, collectionId: string) => ({
  organization_id: scope.organizationId,
  id: newId(),
  collection_id: collectionId,
  status: 'queued' as const,
  latest_version: 1,
  pending_version: 1,
  stage_deadline: queuedFor,
  created_at: desk.clock.now(),
  updated_at: desk.clock.now(),
});
