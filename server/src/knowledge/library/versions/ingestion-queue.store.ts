import type { DocumentErrorCode } from '@desk/contract/documents';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/process/ids.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import type { DocumentChange, DocumentRow } from './documents.store.ts';

/** The right to build one version. It holds as long as the lease, while that version is still pending. */
export interface LeasedVersion {
  scope: OrganizationScope;
  documentId: string;
  version: number;
  lease: string;
}

/** After this many claims for one version, assume that the document crashes the process that reads it. */
export const mostAttempts = 3;

const inSeconds = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

/** Another process may claim the document after this time without a renewal; the holder renews much more often. */
const leaseSeconds = 15;

/** Leases a document that has a pending version and no live lease. Returns undefined if there is nothing to do. */
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

/** Writes only while this process holds the lease; locks the row until the commit. Returns undefined if the lease is lost. */
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
 * Returns the document's place in the queue: the seconds since 2026-01-01 plus ten seconds for each queued document of its
 * organization. An organization that adds a thousand documents uses the whole queue while no other one waits; an organization
 * with one document overtakes all but the first few of them. The time makes sure that no document is overtaken for ever.
 */
export const placeInQueue = (tx: Tx, { organizationId }: OrganizationScope): Promise<number> =>
  sql<{ place: number }>`
    select (extract(epoch from clock_timestamp() - timestamptz '2026-01-01 00:00Z')
      + 10 * (select count(*) from document where organization_id = ${organizationId} and status = 'queued'))::int as place`
    .execute(tx)
    .then(({ rows }) => rows[0]?.place ?? 0);

/** Queues the document again. Resets the attempts, because the document is not the cause. */
export const postponeStage = (seconds: number): DocumentChange => ({
  status: 'queued',
  lease: null,
  lease_until: null,
  attempts: 0,
  stage_deadline: inSeconds(seconds + 600),
});

/** The members of a document that no process works on and that waits for none. */
export const atRest = { pending_version: null, lease: null, lease_until: null, stage_deadline: null } as const;

export const failed = (code: DocumentErrorCode): DocumentChange => ({ ...atRest, status: 'failed', error_code: code });

/** Ids of the documents of all organizations whose stage is past its deadline or whose lease has expired (0007). */
export const overdueDocuments = (tx: Tx) =>
  sql<{ organization_id: string; document_id: string }>`
    select organization_id, document_id from overdue_documents() limit 500`
    .execute(tx)
    .then((result) => result.rows);

/** Locks and returns the row if it is still overdue: another process may have continued since `overdueDocuments`. */
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
