import type { DriveStatus } from '@desk/contract/cloud-drive';
import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { clientOf, serviceAccountFor } from './connection/open-drive.ts';
import { watchedFolders, type FolderRow } from './connection/folders.store.ts';
import { findGrant } from './connection/grant.store.ts';
import { scope as neededScope } from './client/oauth.ts';
import { statusOf, stepsOf, type ConnectionStep } from './status.logic.ts';

/** The state of the organization's connection to the drive, without secrets. */
export async function driveStatus(desk: Desk, scope: OrganizationScope): Promise<DriveStatus> {
  const { row, folders } = await inScope(desk.db, scope, async (tx) => ({
    row: await findGrant(tx, scope),
    folders: await watchedFolders(tx, scope),
  }));
  const serviceAccount = serviceAccountFor(desk, scope);
  const hasGrant = row !== undefined && row.refresh_token_sealed !== null;
  const facts = {
    credential: hasGrant ? ('oauth' as const) : serviceAccount && ('service_account' as const),
    needsReauth: row?.needs_reauth ?? false,
    wasConnected: (row?.disconnected_at ?? null) !== null,
    hasApp: clientOf(desk, row) !== null,
  };
  const now = desk.clock.now();
  // Only the drive can tell whether it accepts a grant. The desk has looked at everything else just now.
  const grantCheckedAt = row?.grant_checked_at ?? row?.connected_at;
  const checkedAt = ({ id }: ConnectionStep) => (id === 'grant' && facts.credential ? grantCheckedAt : now);
  return {
    status: statusOf(facts),
    credential: facts.credential,
    account:
      accountOf(row?.account_id ?? null, row?.account_name ?? null) ?? accountOf(serviceAccount?.address ?? null),
    scopes: hasGrant ? row.scopes : (serviceAccount && [neededScope]) || [],
    steps: stepsOf(facts).map((step) => ({ ...step, checked_at: checkedAt(step)?.toISOString() ?? null })),
    folders: folders.map(viewFolder),
    last_checked_at: row?.watched_at?.toISOString() ?? null,
    next_check_at: row?.watch_due?.toISOString() ?? null,
    last_error: row?.last_error ?? null,
  };
}

const accountOf = (id: string | null, name: string | null = id) => (id === null ? null : { id, name });

const viewFolder = (row: FolderRow) => ({
  folder_id: row.folder_id,
  name: row.name,
  collection_id: row.collection_id,
  recursive: row.recursive,
  added_at: row.added_at.toISOString(),
});
