import { blobKinds } from '../../platform/blobs/blobs.ts';
import { inScope, unscoped, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import type { JobAttempt } from '../../platform/jobs/job.ts';
import { forgetJobsOf } from '../../platform/jobs/forget-jobs.ts';
import { deletionDue, remainsDue } from './deletion.jobs.ts';
import { closeOrganization, eraseRows, forgetOrganization, organizationsToDelete } from './deletion.store.ts';

/** Small enough not to hold locks and the embedded engine's only session for long. */
const rowsAStep = 200;
/** How long a job deletes; a shutdown has to wait for it. */
const pieceMilliseconds = 3_000;
/** The longest pause before each step while customers are being answered. */
const mostWaitMilliseconds = 200;
/** By then, every request and job that began before the deletion has ended. */
const remainsAfter = { milliseconds: 15 * 60_000 };

/**
 * Deletes a part of an organization whose deletion date has passed, and enqueues the next part: first its memberships, keys and
 * integrations, then its other rows, then its files. Every step may be repeated, and run in several processes at once.
 */
export async function deleteOrganizationPiece(
  desk: Desk,
  scope: OrganizationScope,
  { stopped }: JobAttempt,
): Promise<void> {
  const now = desk.clock.now();
  if (!(await inScope(desk.db, scope, (tx) => closeOrganization(tx, now)))) return;
  if (!(await deleteForAWhile(desk, scope, stopped))) return promiseMore(desk, scope);
  const { organizationId } = scope;
  const gone = await inScope(desk.db, scope, async (tx) => {
    if (!(await forgetOrganization(tx, now))) return false;
    await forgetJobsOf(tx, organizationId);
    await desk.jobs.enqueue(tx, remainsDue, { organizationId }, { key: organizationId, startAfter: remainsAfter });
    return true;
  });
  // Its audit log is gone with it: this line is the only trace.
  if (gone) desk.log.info({ organization: organizationId }, 'organization deleted');
}

/** After an organization was deleted: deletes, part by part, what was written during its deletion. */
export async function deleteRemains(desk: Desk, scope: OrganizationScope, { stopped }: JobAttempt): Promise<void> {
  const { organizationId } = scope;
  const nothingLeft = await deleteForAWhile(desk, scope, stopped);
  await inScope(desk.db, scope, (tx) =>
    nothingLeft
      ? forgetJobsOf(tx, organizationId)
      : desk.jobs.enqueue(tx, remainsDue, { organizationId }, { key: organizationId }),
  );
}

/** Deletes rows, then files. True if nothing is left. */
async function deleteForAWhile(desk: Desk, scope: OrganizationScope, stopped: AbortSignal): Promise<boolean> {
  const ends = AbortSignal.any([stopped, AbortSignal.timeout(pieceMilliseconds)]);
  return (await eraseRowsUntil(ends, desk, scope)) && removeFilesUntil(ends, desk, scope);
}

async function eraseRowsUntil(ends: AbortSignal, desk: Desk, scope: OrganizationScope): Promise<boolean> {
  while (!ends.aborted) {
    const rows = await inScope(desk.db, scope, (tx) => eraseRows(tx, desk.clock.now(), rowsAStep));
    if (rows === 0) return true;
    await desk.jobs.foregroundIdle(mostWaitMilliseconds);
  }
  return false;
}

async function removeFilesUntil(
  ends: AbortSignal,
  desk: Desk,
  { organizationId }: OrganizationScope,
): Promise<boolean> {
  for (const kind of blobKinds) if (!(await desk.blobs.removeAll(`${kind}/${organizationId}`, ends))) return false;
  return true;
}

const promiseMore = (desk: Desk, { organizationId }: OrganizationScope): Promise<void> =>
  inScope(desk.db, { organizationId }, (tx) =>
    desk.jobs.enqueue(tx, deletionDue, { organizationId }, { key: organizationId }),
  );

/** Promises the deletion of every organization whose time is over. */
export async function sweepDeletions(desk: Desk): Promise<void> {
  const due = await unscoped(desk.db, (tx) => organizationsToDelete(tx, desk.clock.now()));
  for (const organizationId of due) await promiseMore(desk, { organizationId });
}
