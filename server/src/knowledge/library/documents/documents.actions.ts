import type { CreateTextDocument, Document, UpdateDocument, UploadFields } from '@desk/contract/documents';
import { changesNothing, type Acting } from '../../../access/index.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import type { Desk } from '../../../platform/desk.ts';
import { notFound, presentAt, type ExpectedVersion } from '../../../platform/http/errors.ts';
import { announceKnowledgeChange } from '../announce-change.actions.ts';
import { queueWatch } from '../drive/connection/watch.jobs.ts';
import { filesWithoutRoom, rememberRemoved } from '../drive/files/files.store.ts';
import { raiseRevision } from '../passages/revision.store.ts';
import { recordDocument } from '../versions/document-audit.actions.ts';
import {
  insertNew,
  latestSource,
  needCollection,
  newRow,
  recorded,
  recordRefreshed,
  refresh,
  shown,
  withStoredSource,
  type NewRow,
} from '../versions/document-changes.actions.ts';
import {
  editDocument,
  lockByExternalId,
  lockDocument,
  removeDocument,
  type DocumentRow,
} from '../versions/documents.store.ts';
import { sourcesForgotten } from '../versions/ingest.jobs.ts';
import { storeFile, storeText } from '../versions/source-files.ts';
import { startVersion } from '../versions/start-version.actions.ts';
import { blobKeys } from '../versions/versions.store.ts';

/** Adds a document, or updates the one with the same `external_id`. The same text and title start no new version. */
export async function addText(desk: Desk, acting: Acting, wish: CreateTextDocument): Promise<Document> {
  const source = await storeText(desk, acting, wish.text, wish.format ?? 'plain');
  return withStoredSource(desk, acting, source, async (tx) => {
    await needCollection(tx, acting, wish.collection_id);
    const fresh = await insertNew(desk, tx, source, newTextRow(desk, acting, wish));
    if (fresh) return { document: await recorded(desk, tx, acting, fresh), kept: true };
    const known = await lockByExternalId(tx, acting, wish.external_id ?? '');
    if (!known) throw notFound();
    const kept = await refresh(desk, tx, known, { source, change: textMembers(wish) });
    await recordRefreshed(desk, tx, acting, { before: known, started: kept });
    return { document: await shown(desk, tx, acting, known.id), kept };
  });
}

interface FileUpload {
  fields: UploadFields;
  file: { bytes: Buffer; name: string };
}

export async function addUpload(desk: Desk, acting: Acting, { fields, file }: FileUpload): Promise<Document> {
  const source = await storeFile(desk, acting, file);
  return withStoredSource(desk, acting, source, async (tx) => {
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
  });
}

interface DocumentPatch {
  id: string;
  change: UpdateDocument;
  expectedVersion: ExpectedVersion;
}

/** A new title is part of every passage, so it makes a new version; the other members take effect with the commit. */
export function changeDocument(desk: Desk, acting: Acting, edit: DocumentPatch): Promise<Document> {
  const { id, change, expectedVersion } = edit;
  return inScope(desk.db, acting, async (tx) => {
    const before = presentAt(await lockDocument(tx, acting, id), expectedVersion);
    if (change.collection_id) await needCollection(tx, acting, change.collection_id);
    const wish = wishOf(change);
    if (changesNothing(before, { ...before, ...wish }, members)) return shown(desk, tx, acting, id);
    await applyEdit(desk, tx, before, wish);
    await recordDocument(desk, tx, acting, { action: 'document.updated', id, before });
    return shown(desk, tx, acting, id);
  });
}

const members = ['title', 'collection_id', 'enabled', 'expires_at'] as const;

const wishOf = ({ expires_at, ...rest }: UpdateDocument) => ({
  ...rest,
  ...(expires_at === undefined ? {} : { expires_at: expires_at === null ? null : new Date(expires_at) }),
});

async function applyEdit(
  desk: Desk,
  tx: Tx,
  before: DocumentRow,
  { title, ...rest }: ReturnType<typeof wishOf>,
): Promise<void> {
  const scope = { organizationId: before.organization_id };
  const renamed = title !== undefined && title !== before.title;
  if (!renamed) await announceKnowledgeChange(desk, tx, scope);
  // If search has shown the document, announce the change now; otherwise its first activation announces it.
  const revision = before.shown_revision === null ? {} : { shown_revision: await raiseRevision(tx, scope) };
  const change = { ...rest, ...revision, updated_at: desk.clock.now() };
  if (!renamed) return void (await editDocument(tx, before, change));
  const source = await latestSource(tx, before);
  await startVersion(desk, tx, before, { source, change: { ...change, title, title_given: true } });
}

/** Deletes what other domains store about a document, in the same transaction and before its row is deleted. */
export type ForgetDocument = (tx: Tx, scope: OrganizationScope, documentId: string) => Promise<void>;

/** Deletes rows, passages and index entries at once, and the bytes by a job. An ingestion in progress loses its lease. */
export function deleteDocument(
  desk: Desk,
  acting: Acting,
  { id, expectedVersion }: Omit<DocumentPatch, 'change'>,
  forget: ForgetDocument,
): Promise<void> {
  return inScope(desk.db, acting, async (tx) => {
    // It may leave room for them. Before the document is locked, as where a document is read again.
    if ((await filesWithoutRoom(tx, acting)).length > 0) await queueWatch(desk, tx, acting);
    const document = presentAt(await lockDocument(tx, acting, id), expectedVersion);
    const keys = await blobKeys(tx, acting, id);
    await rememberRemoved(tx, acting, id);
    await forget(tx, acting, id);
    await announceKnowledgeChange(desk, tx, acting);
    await removeDocument(tx, document, await raiseRevision(tx, acting));
    await recordDocument(desk, tx, acting, { action: 'document.deleted', id, before: document });
    await desk.jobs.enqueue(tx, sourcesForgotten, { organizationId: acting.organizationId, keys });
  });
}

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
