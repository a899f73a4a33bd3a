import type { DocumentErrorCode } from '@desk/contract/documents';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/process/ids.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import type { DocumentChange, DocumentRow } from './documents.store.ts';

/** The right to build one version: held with the lease, while the document still wants that version. */
export interface LeasedVersion {
  scope: OrganizationScope;
  documentId: string;
  version: number;
  lease: string;
}

/** How often a document may be claimed for one version before it counts as one that kills its readers. */
export const mostAttempts = 3;

const inSeconds = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

/** How long a process may be silent before its document is given to another; renewed well within. */
const leaseSeconds = 15;

/** Takes the lease of a document that wants a version and that nobody is at work on. Undefined: nothing to do. */
export const claim = (tx: Tx, scope: OrganizationScope, documentId: string, deadlineSeconds: number) =>
  tx
    .updateTable('document')
    .set({
      lease: newId(),
      lease_until: inSeconds(leaseSeconds),
      stage_deadline: inSeconds(deadlineSeconds),
      status: 'fetching',
      attempts: sql`attempts + 1`,
    })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', documentId)
    .where('pending_version', 'is not', null)
    .where((eb) => eb.or([eb('lease', 'is', null), eb('lease_until', '<', sql<Date>`clock_timestamp()`)]))
    .returningAll()
    .executeTakeFirst();

const held = (tx: Tx, work: LeasedVersion) =>
  tx
    .updateTable('document')
    .where('organization_id', '=', work.scope.organizationId)
    .where('id', '=', work.documentId)
    .where('pending_version', '=', work.version)
    .where('lease', '=', work.lease);

/** Writes only while the work is still ours; locks the row until commit. Undefined: removed, replaced, or taken over. */
export const saveHeld = (tx: Tx, work: LeasedVersion, change: DocumentChange): Promise<DocumentRow | undefined> =>
  held(tx, work).set(change).returningAll().executeTakeFirst();

export const renewLease = (tx: Tx, work: LeasedVersion) => saveHeld(tx, work, { lease_until: inSeconds(leaseSeconds) });

interface IngestionStage {
  status: 'parsing' | 'chunking' | 'indexing';
  seconds: number;
  done: number;
  total: number;
}

export const enterStage = (tx: Tx, work: LeasedVersion, { status, seconds, done, total }: IngestionStage) =>
  saveHeld(tx, work, {
    status,
    stage_deadline: inSeconds(seconds),
    lease_until: inSeconds(leaseSeconds),
    stage_done: done,
    stage_total: total,
  });

/**
 * When it is a document's turn, in seconds of the years since 2026, if each that its organization has waiting takes ten. One who adds
 * a thousand documents is served as long as nobody else waits; an organization with one goes before all but the first few of
 * them. Time goes on, so that nobody is overtaken for ever.
 */
export const placeInQueue = (tx: Tx, { organizationId }: OrganizationScope): Promise<number> =>
  sql<{ place: number }>`
    select (extract(epoch from clock_timestamp() - timestamptz '2026-01-01 00:00Z')
      + 10 * (select count(*) from document where organization_id = ${organizationId} and status = 'queued'))::int as place`
    .execute(tx)
    .then(({ rows }) => rows[0]?.place ?? 0);

/** Back in the queue for a while, and not because of the document: this attempt does not count. */
export const postponeStage = (seconds: number): DocumentChange => ({
  status: 'queued',
  lease: null,
  lease_until: null,
  attempts: 0,
  stage_deadline: inSeconds(seconds + 600),
});

/** Nobody's any more, in a state that lasts. */
export const atRest = { pending_version: null, lease: null, lease_until: null, stage_deadline: null } as const;

export const failed = (code: DocumentErrorCode): DocumentChange => ({ ...atRest, status: 'failed', error_code: code });

/** Documents of any organization whose stage is past its deadline or whose holder has gone silent; ids only (0007). */
export const overdueDocuments = (tx: Tx) =>
  sql<{ organization_id: string; document_id: string }>`
    select organization_id, document_id from overdue_documents() limit 500`
    .execute(tx)
    .then((result) => result.rows);

/** The row, locked, if it is overdue still: between the look across organizations and this somebody may have gone on. */
export const lockOverdue = (tx: Tx, scope: OrganizationScope, documentId: string) =>
  tx
    .selectFrom('document')
    .selectAll()
    .select(sql<boolean>`coalesce(lease_until >= clock_timestamp(), false)`.as('held'))
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', documentId)
    .where('stage_deadline', 'is not', null)
    .where(sql<boolean>`(stage_deadline < clock_timestamp() or lease_until < clock_timestamp())`)
    .forUpdate()
    .executeTakeFirst();
