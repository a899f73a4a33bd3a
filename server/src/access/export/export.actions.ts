import type { OrganizationExport } from '@desk/contract/exports';
import type { Readable } from 'node:stream';
import type { Desk } from '../../platform/desk.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { idAfter, pageOf, type PageQuery } from '../../platform/http/page.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/process/ids.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { record, type Acting } from '../audit/audit.actions.ts';
import { findOrganization } from '../organizations/organizations.store.ts';
import { archiveOf, partsOfArchive } from './archive.ts';
import { exportDue } from './export.jobs.ts';
import { expireExports, findExport, insertExport, pageOfExports, type ExportRow } from './export.store.ts';
import { removeExport } from './remove-export.actions.ts';

const day = 86_400_000;
const keptDays = 7;

/** Throws 409 while another one is being written. */
export const startExport = (desk: Desk, acting: Acting): Promise<OrganizationExport> =>
  inScope(desk.db, acting, async (tx) => {
    const { organizationId, actor } = acting;
    const now = desk.clock.now();
    const row = await insertExport(tx, {
      organization_id: organizationId,
      id: newId(now.getTime()),
      requested_by: JSON.stringify(actor),
      total: partsOfArchive(),
      created_at: now,
      expires_at: new Date(now.getTime() + keptDays * day),
    });
    if (!row)
      throw conflict('conflict', sentence`An archive is being written already. Wait until it is ready, or delete it.`);
    await desk.jobs.enqueue(tx, exportDue, { organizationId, exportId: row.id }, { key: row.id });
    record(desk, tx, acting, { action: 'export.requested', subject: subjectOf(row) });
    return viewExport(row);
  });

export async function listExports(desk: Desk, scope: OrganizationScope, { limit, cursor }: PageQuery) {
  const before = idAfter(cursor);
  const now = desk.clock.now();
  const found = await inScope(desk.db, scope, (tx) => pageOfExports(tx, scope, { before, limit, now }));
  const { rows, next_cursor } = pageOf(found, limit, (row) => [row.id]);
  return { items: rows.map(viewExport), next_cursor };
}

export const showExport = (desk: Desk, scope: OrganizationScope, id: string): Promise<OrganizationExport> =>
  inScope(desk.db, scope, async (tx) => {
    const row = await findExport(tx, scope, { id, now: desk.clock.now() });
    if (!row) throw notFound();
    return viewExport(row);
  });

/** Expires an archive and removes its file. A process that is writing it notices that and stops. Throws 404. */
export async function deleteExport(desk: Desk, acting: Acting, id: string): Promise<void> {
  await inScope(desk.db, acting, async (tx) => {
    if ((await expireExports(tx, acting, { now: desk.clock.now(), id })) === 0) throw notFound();
    record(desk, tx, acting, { action: 'export.deleted', subject: subjectOf({ id }) });
  });
  // If the file cannot be removed now, the row stays, so that the sweep removes both.
  await removeExport(desk, acting, id);
}

/** Reads a finished archive; the audit log records who did. Throws 404, also for an expired archive, and 409 if it is not ready. */
export async function readArchive(
  desk: Desk,
  acting: Acting,
  id: string,
): Promise<{ stream: Readable; name: string; bytes: number }> {
  const { key, bytes, name } = await inScope(desk.db, acting, async (tx) => {
    const row = await findExport(tx, acting, { id, now: desk.clock.now() });
    if (!row) throw notFound();
    if (row.blob_key === null || row.size_bytes === null)
      throw conflict('conflict', sentence`The archive is not ready.`);
    const { slug } = await findOrganization(tx, acting);
    record(desk, tx, acting, { action: 'export.downloaded', subject: subjectOf(row) });
    const date = row.created_at.toISOString().slice(0, 10);
    return { key: row.blob_key, bytes: row.size_bytes, name: `${slug}-${date}.zip` };
  });
  const stream = await desk.blobs.streamLarge(key, bytes);
  if (!stream) throw notFound();
  return { stream, name, bytes };
}

/** For the operator's tool: the archive itself, without a row, a job or a copy here. */
export async function archiveOfOrganization(desk: Desk, acting: Acting): Promise<Readable> {
  const { organizationId } = acting;
  const row = await inScope(desk.db, acting, async (tx) => {
    record(desk, tx, acting, {
      action: 'organization.exported',
      subject: { type: 'organization', id: organizationId },
    });
    return findOrganization(tx, acting);
  });
  return archiveOf(desk, { organizationId, name: row.name, slug: row.slug, createdAt: row.created_at });
}

const subjectOf = ({ id }: { id: string }) => ({ type: 'export', id });

const viewExport = (row: ExportRow): OrganizationExport => ({
  id: row.id,
  status: row.status,
  progress: { done: row.done, total: row.total },
  size_bytes: row.size_bytes,
  error: row.error,
  requested_by: row.requested_by,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  expires_at: row.expires_at.toISOString(),
});
