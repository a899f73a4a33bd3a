import type { Tx } from '../../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../../platform/database/transaction.ts';
import type { DocumentRow } from '../../versions/documents.store.ts';
import '../../knowledge.tables.ts';

const ofDrive = (tx: Tx, scope: OrganizationScope) =>
  tx
    .updateTable('document')
    .where('organization_id', '=', scope.organizationId)
    .where('source_kind', '=', 'cloud_drive');

/** Marks every ready document of the drive: it can no longer be compared with its source. */
export const markRevoked = (tx: Tx, scope: OrganizationScope, now: Date) =>
  ofDrive(tx, scope)
    .set({ error_code: 'source_revoked', updated_at: now })
    .where('status', '=', 'ready')
    .where('error_code', 'is', null)
    .execute();

export const clearRevoked = (tx: Tx, scope: OrganizationScope, now: Date) =>
  ofDrive(tx, scope)
    .set({ error_code: null, updated_at: now })
    .where('status', '=', 'ready')
    .where('error_code', '=', 'source_revoked')
    .execute();

/** Locks and returns the documents that failed because access was revoked. */
export const failedByRevocation = (tx: Tx, scope: OrganizationScope): Promise<DocumentRow[]> =>
  tx
    .selectFrom('document')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('source_kind', '=', 'cloud_drive')
    .where('status', '=', 'failed')
    .where('error_code', '=', 'source_revoked')
    .orderBy('id')
    .forUpdate()
    .execute();
