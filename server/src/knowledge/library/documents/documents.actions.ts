import type { CreateTextDocument, Document, UpdateDocument, UploadFields } from '@desk/contract/documents';
import type { Acting } from '../../../access/index.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { notFound, versionConflict } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/process/ids.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { findCollection } from '../collections/collections.store.ts';
import { recordDocument } from '../versions/document-audit.actions.ts';
import {
  editDocument,
  findDocument,
  insertDocument,
  lockByExternalId,
  lockDocument,
  queuedFor,
  removeDocument,
  type DocumentChange,
  type DocumentRow,
} from '../versions/documents.store.ts';
import { viewDocument } from '../versions/documents.view.ts';
import { rememberRemoved } from '../drive/files/files.store.ts';
import { forgetFindingsOf } from '../../findings/found.store.ts';
import { announceKnowledgeChange } from '../announce-change.actions.ts';
import { startVersion, versionRow } from '../versions/start-version.actions.ts';
import { sourcesForgotten } from '../versions/ingest.jobs.ts';
import { queueIngestion } from '../versions/queue-ingestion.actions.ts';
import { raiseRevision } from '../passages/revision.store.ts';
import { formatOf } from '../parsing/index.ts';
import { dropSource, storeFile, storeText, type Source } from '../versions/source-files.ts';
import { forgetRatingsOf } from '../../use/ratings.store.ts';
import { forgetCitationsOf } from '../../use/use.store.ts';
import { blobKeys, findVersion, insertVersion } from '../versions/versions.store.ts';

/** Adds the text, or gives the document with the same `external_id` this text. The same text and title again: no new work. */
export async function addText(desk: Desk, acting: Acting, wish: CreateTextDocument): Promise<Document> {
  const source = await storeText(desk, acting, wish.text, wish.format ?? 'plain');
  return withStoredSource(desk, acting, source, () =>
    inScope(desk.db, acting, async (tx) => {
      await needCollection(tx, acting, wish.collection_id);
      const fresh = await insertNew(desk, tx, source, newTextRow(desk, acting, wish));
      if (fresh) return { document: await recorded(desk, tx, acting, fresh), kept: true };
      const known = await lockByExternalId(tx, acting, wish.external_id ?? '');
      if (!known) throw notFound();
      const kept = await refresh(desk, tx, known, { source, change: textMembers(wish) });
      await recordRefreshed(desk, tx, acting, { before: known, started: kept });
      return { document: await shown(desk, tx, acting, known.id), kept };
    }),
  );
}

interface Upload {
  fields: UploadFields;
  file: { bytes: Buffer; name: string };
}

export async function addUpload(desk: Desk, acting: Acting, { fields, file }: Upload): Promise<Document> {
  const source = await storeFile(desk, acting, file);
  return withStoredSource(desk, acting, source, () =>
    inScope(desk.db, acting, async (tx) => {
      await needCollection(tx, acting, fields.collection_id);
      const row = {
        ...newRow(desk, acting, fields.collection_id),
        source_kind: 'upload' as const,
        language_given: fields.language ?? null,
      };
      const title = fields.title ?? (file.name.replace(/\.[a-z0-9]{1,10}$/i, '') || 'Untitled');
      const fresh = await insertNew(desk, tx, source, { ...row, title, title_given: fields.title !== undefined });
      if (!fresh) throw notFound();
      return { document: await recorded(desk, tx, acting, fresh), kept: true };
    }),
  );
}

interface DocumentEdit {
  id: string;
  change: UpdateDocument;
  expectedVersion: number | null;
}

/** A new title is part of every passage, so it makes a new version; the other members take effect with the commit. */
export function changeDocument(desk: Desk, acting: Acting, edit: DocumentEdit): Promise<Document> {
  const { id, change, expectedVersion } = edit;
  return inScope(desk.db, acting, async (tx) => {
    const before = await lockDocument(tx, acting, id);
    if (!before) throw notFound();
    if (expectedVersion !== null && expectedVersion !== before.version) throw versionConflict();
    if (change.collection_id) await needCollection(tx, acting, change.collection_id);
    await applyEdit(desk, tx, before, change);
    await recordDocument(desk, tx, acting, { action: 'document.updated', id, before });
    return shown(desk, tx, acting, id);
  });
}

async function applyEdit(
  desk: Desk,
  tx: Tx,
  before: DocumentRow,
  { title, expires_at, ...rest }: UpdateDocument,
): Promise<void> {
  const scope = { organizationId: before.organization_id };
  const expiry = expires_at === undefined ? {} : { expires_at: expires_at === null ? null : new Date(expires_at) };
  // Shown before: what it may be shown as changes now. Never shown: the first swap announces it.
  const revision = before.shown_revision === null ? {} : { shown_revision: await raiseRevision(tx, scope) };
  const change = { ...rest, ...expiry, ...revision, updated_at: desk.clock.now() };
  if (title === undefined || title === before.title) {
    await editDocument(tx, before, change);
    await announceKnowledgeChange(desk, tx, scope);
    return;
  }
  const source = await latestSource(tx, before);
  await startVersion(desk, tx, before, { source, change: { ...change, title, title_given: true } });
}

/** Removes rows, passages and index at once, the bytes by a job; a run that is still at work finds nothing to finish. */
export function deleteDocument(
  desk: Desk,
  acting: Acting,
  { id, expectedVersion }: Omit<DocumentEdit, 'change'>,
): Promise<void> {
  return inScope(desk.db, acting, async (tx) => {
    const document = await lockDocument(tx, acting, id);
    if (!document) throw notFound();
    if (expectedVersion !== null && expectedVersion !== document.version) throw versionConflict();
    const keys = await blobKeys(tx, acting, id);
    await rememberRemoved(tx, acting, id);
    await forgetFindingsOf(tx, acting, id);
    await forgetCitationsOf(tx, acting, id);
    await forgetRatingsOf(tx, acting, id);
    await announceKnowledgeChange(desk, tx, acting);
    await removeDocument(tx, document, await raiseRevision(tx, acting));
    await recordDocument(desk, tx, acting, { action: 'document.deleted', id, before: document });
    await desk.jobs.enqueue(tx, sourcesForgotten, { organizationId: acting.organizationId, keys });
  });
}

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
  if (!(await findCollection(tx, scope, id))) throw notFound();
}

/** The bytes that the newest version was made from. */
export async function latestSource(tx: Tx, document: DocumentRow): Promise<Source> {
  const row = await findVersion(tx, { organizationId: document.organization_id }, document.id, document.latest_version);
  if (!row) throw notFound();
  const { media_type: mediaType, file_name: fileName, bytes, content_hash: hash, blob_key: blobKey } = row;
  return { format: formatOf(mediaType), mediaType, fileName, bytes, hash, blobKey };
}

/** Starts a version unless the last one succeeded with the same bytes under the same title. Returns whether it did. */
export async function refresh(
  desk: Desk,
  tx: Tx,
  document: DocumentRow,
  start: { source: Source; change: DocumentChange },
): Promise<boolean> {
  const { source } = start;
  const last = await latestSource(tx, document);
  const change = { ...start.change, ...(await announceMove(tx, document, start.change)) };
  const same =
    last.hash === source.hash && last.format === source.format && (change.title ?? document.title) === document.title;
  if (!(same && document.status === 'ready')) {
    await startVersion(desk, tx, document, { source, change });
    return true;
  }
  if (Object.keys(change).length > 0) await editDocument(tx, document, { ...change, updated_at: desk.clock.now() });
  return false;
}

// Another collection shows at once, whether or not there is a new text.
export async function announceMove(tx: Tx, document: DocumentRow, change: DocumentChange): Promise<DocumentChange> {
  const moves = change.collection_id !== undefined && change.collection_id !== document.collection_id;
  if (!moves || document.shown_revision === null) return {};
  return { shown_revision: await raiseRevision(tx, { organizationId: document.organization_id }) };
}

export async function shown(desk: Desk, tx: Tx, scope: OrganizationScope, id: string): Promise<Document> {
  const now = desk.clock.now();
  const row = await findDocument(tx, scope, id, now);
  if (!row) throw notFound();
  return viewDocument(row, now);
}

/** Runs `work` with stored bytes that are taken away again when no row came to name them. */
export async function withStoredSource(
  desk: Desk,
  scope: OrganizationScope,
  source: Source,
  work: () => Promise<{ document: Document; kept: boolean }>,
): Promise<Document> {
  const result = await work().catch(async (error) => {
    await dropSource(desk, scope, source);
    throw error;
  });
  if (!result.kept) await dropSource(desk, scope, source);
  return result.document;
}

export type NewRow = Parameters<typeof insertDocument>[1];

/** Null when another document has the same external id. */
export async function insertNew(desk: Desk, tx: Tx, source: Source, row: NewRow) {
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

const newTextRow = (desk: Desk, scope: OrganizationScope, wish: CreateTextDocument): NewRow => ({
  ...newRow(desk, scope, wish.collection_id),
  ...textMembers(wish),
  title: wish.title,
  source_kind: 'text',
  external_id: wish.external_id ?? null,
});

const textMembers = ({ title, collection_id, language, source_url }: CreateTextDocument) => ({
  title,
  title_given: true,
  collection_id,
  ...(language === undefined ? {} : { language_given: language }),
  ...(source_url === undefined ? {} : { source_url }),
});
