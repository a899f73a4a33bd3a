import { randomUUID } from 'node:crypto';
import { BlobStoreUnavailable } from '../../platform/blobs/blobs.ts';
import { errorCode } from '../../platform/database/database.ts';
import { inScope, unscoped, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { eachGuarded } from '../../platform/guarded.ts';
import type { JobAttempt } from '../../platform/jobs/job.ts';
import { keepRenewing, silenceSeconds } from '../../platform/jobs/silence.ts';
import { english } from '../../platform/words/sentence.logic.ts';
import { findOrganization } from '../organizations/organizations.store.ts';
import { archiveOf } from './archive.ts';
import { exportDue } from './export.jobs.ts';
import { exportsDue, leaseFor, takeExport, updateExport, type ExportRow } from './export.store.ts';
import { folderOf, removeExport } from './remove-export.actions.ts';

/** If its process ends, an archive is begun again; one that never succeeds must not be tried for ever. */
const mostAttempts = 5;
const firstPauseSeconds = 10;

interface Held {
  id: string;
  lease: string;
}

/** Writes the archive, unless another process does. Does nothing if it is ready or was deleted. */
export async function writeExport(
  desk: Desk,
  { organizationId, exportId }: { organizationId: string; exportId: string },
  { stopped }: JobAttempt,
): Promise<void> {
  const scope = { organizationId };
  const held = { id: exportId, lease: randomUUID() };
  const row = await inScope(desk.db, scope, (tx) =>
    takeExport(tx, scope, { ...held, now: desk.clock.now(), seconds: silenceSeconds }),
  );
  if (!row) return;
  if (row.attempts > mostAttempts) return fail(desk, scope, held);
  const writing = { row, held, stopped };
  await write(desk, scope, writing).catch((error: unknown) => giveBack(desk, scope, { ...writing, error }));
}

interface Writing {
  row: ExportRow;
  held: Held;
  stopped: AbortSignal;
}

class Overtaken extends Error {}

async function write(desk: Desk, scope: OrganizationScope, { held, stopped }: Writing): Promise<void> {
  const { name, slug, created_at: createdAt } = await inScope(desk.db, scope, (tx) => findOrganization(tx, scope));
  const archive = archiveOf(desk, { ...scope, name, slug, createdAt }, async (done) => {
    if (!(await inScope(desk.db, scope, (tx) => updateExport(tx, scope, held, { done })))) throw new Overtaken();
  });
  const stop = () => void archive.destroy(new Overtaken());
  const release = keepLease(desk, scope, held, stop);
  stopped.addEventListener('abort', stop);
  try {
    // Removes what an attempt of a killed process has left.
    await desk.blobs.removeAll(folderOf(scope, held.id));
    // Each attempt has a key of its own: an older one cannot replace the archive whose size the row names.
    const blob_key = `${folderOf(scope, held.id)}/${held.lease}`;
    const size_bytes = await desk.blobs.putStream(blob_key, archive);
    const ready = { status: 'ready' as const, blob_key, size_bytes, finished_at: desk.clock.now(), leased_until: null };
    if (await inScope(desk.db, scope, (tx) => updateExport(tx, scope, held, ready))) return;
    await desk.blobs.remove(blob_key);
  } finally {
    release();
    stopped.removeEventListener('abort', stop);
    archive.destroy();
  }
}

/**
 * Lets another attempt follow, after a pause that doubles each time. An attempt that was stopped with its process does not count:
 * the next begins at once.
 */
async function giveBack(
  desk: Desk,
  scope: OrganizationScope,
  { row, held, stopped, error }: Writing & { error: unknown },
): Promise<void> {
  const back = stopped.aborted
    ? { attempts: row.attempts - 1, leased_until: null }
    : { leased_until: leaseFor(firstPauseSeconds * 2 ** row.attempts) };
  await inScope(desk.db, scope, (tx) => updateExport(tx, scope, held, back));
  if (error instanceof Overtaken) return;
  const code = error instanceof BlobStoreUnavailable ? error.code : errorCode(error);
  desk.log.warn({ export: held.id, attempt: row.attempts, code }, 'an archive could not be written');
}

const fail = async (desk: Desk, scope: OrganizationScope, held: Held): Promise<void> => {
  const error = english`It could not be written. The log of the service tells why.`;
  const failed = { status: 'failed' as const, error, finished_at: desk.clock.now(), leased_until: null };
  await inScope(desk.db, scope, (tx) => updateExport(tx, scope, held, failed));
  await desk.blobs.removeAll(folderOf(scope, held.id));
};

/** Calls `lost` if the archive was deleted or another process writes it. Returns the function that ends the watch. */
const keepLease = (desk: Desk, scope: OrganizationScope, held: Held, lost: () => void): (() => void) =>
  keepRenewing(async () => {
    const renewed = { leased_until: leaseFor(silenceSeconds) };
    if (!(await inScope(desk.db, scope, (tx) => updateExport(tx, scope, held, renewed)))) lost();
  });

/** Enqueues the archives that a crash has left waiting, and removes the expired ones. */
export async function sweepExports(desk: Desk): Promise<void> {
  const due = await unscoped(desk.db, (tx) => exportsDue(tx, desk.clock.now()));
  await eachGuarded(desk, 'exports', due, ({ organization_id: organizationId, export_id: exportId, expired }) => {
    const scope = { organizationId };
    if (expired) return removeExport(desk, scope, exportId);
    return inScope(desk.db, scope, (tx) =>
      desk.jobs.enqueue(tx, exportDue, { organizationId, exportId }, { key: exportId }),
    );
  });
}
