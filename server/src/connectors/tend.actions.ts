import { inScope, type OrganizationScope } from '../platform/database/transaction.ts';
import type { Desk } from '../platform/desk.ts';
import { AppError } from '../platform/http/errors.ts';
import { forgetCalls } from './requests/calls.store.ts';
import { refreshSnapshot } from './schema/snapshots.actions.ts';
import { lockConnector, noteConnector } from './registry/connectors.store.ts';

const keptMilliseconds = 30 * 24 * 60 * 60_000;

/** Does what is due: deletes the former credentials after the grace period, deletes old calls, and takes a snapshot of the document. */
export async function tendConnector(desk: Desk, scope: OrganizationScope, id: string): Promise<void> {
  const isDue = await inScope(desk.db, scope, async (tx) => {
    const row = await lockConnector(tx, scope, id);
    if (!row) return false;
    const now = desk.clock.now();
    if (row.grace_until && row.grace_until <= now)
      await noteConnector(tx, scope, id, {
        previous_sealed: null,
        previous_fingerprint: null,
        grace_until: null,
        rotation: row.rotation === 'grace' ? 'completed' : row.rotation,
      });
    await forgetCalls(tx, scope, id, new Date(now.getTime() - keptMilliseconds));
    return row.enabled && row.snapshot_due !== null && row.snapshot_due <= now;
  });
  if (!isDue) return postpone(desk, scope, id);
  try {
    await refreshSnapshot(desk, scope, id);
  } catch (error) {
    // The document cannot be read now: try again tomorrow; the last snapshot stays.
    if (!(error instanceof AppError)) throw error;
    desk.log.warn({ connector: id, code: error.code }, 'schema snapshot failed');
  }
}

// Move the due date of a connector that is off: otherwise each sweep would find it again, every quarter of a minute.
const postpone = (desk: Desk, scope: OrganizationScope, id: string): Promise<void> =>
  inScope(desk.db, scope, async (tx) => {
    const row = await lockConnector(tx, scope, id);
    const now = desk.clock.now();
    if (row?.snapshot_due && row.snapshot_due <= now)
      await noteConnector(tx, scope, id, { snapshot_due: new Date(now.getTime() + 24 * 60 * 60_000) });
  });
