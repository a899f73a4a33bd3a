import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import './webhooks.tables.ts';

export type EndpointRow = Selectable<Tables['webhook_endpoint']>;
export type EndpointChange = Omit<Updateable<Tables['webhook_endpoint']>, 'organization_id' | 'id' | 'version'>;

/** Oldest first; one row more than `limit` if there is a next page. */
export function pageOfEndpoints(
  tx: Tx,
  scope: OrganizationScope,
  { after, limit }: { after: string | null; limit: number },
): Promise<EndpointRow[]> {
  const rows = tx
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .orderBy('id')
    .limit(limit + 1);
  return (after === null ? rows : rows.where('id', '>', after)).execute();
}

/** Locks the organization's endpoints against another one until the commit, and counts them. */
export async function countEndpoints(tx: Tx, scope: OrganizationScope): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhook_endpoint ' || ${scope.organizationId}, 0))`.execute(
    tx,
  );
  const { count } = await tx
    .selectFrom('webhook_endpoint')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('organization_id', '=', scope.organizationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findEndpoint = (tx: Tx, scope: OrganizationScope, id: string): Promise<EndpointRow | undefined> =>
  tx
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Like `findEndpoint`, and locks the row until the transaction ends. */
export const lockEndpoint = (tx: Tx, scope: OrganizationScope, id: string): Promise<EndpointRow | undefined> =>
  tx
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const insertEndpoint = (tx: Tx, row: Insertable<Tables['webhook_endpoint']>): Promise<EndpointRow> =>
  tx.insertInto('webhook_endpoint').values(row).returningAll().executeTakeFirstOrThrow();

/** Saves a change that people see as one, which raises the version; `noteEndpoint` saves what the desk learns, which does not. */
export const editEndpoint = (
  tx: Tx,
  scope: OrganizationScope,
  { id, change, now }: { id: string; change: EndpointChange; now: Date },
): Promise<EndpointRow> =>
  tx
    .updateTable('webhook_endpoint')
    .set({ ...change, updated_at: now, version: sql`version + 1` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function noteEndpoint(
  tx: Tx,
  scope: OrganizationScope,
  id: string,
  change: EndpointChange,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoint')
    .set(change)
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteEndpoint(tx: Tx, scope: OrganizationScope, id: string): Promise<void> {
  await tx
    .deleteFrom('webhook_endpoint')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();
}

/** The endpoints of all organizations that have events to queue or deliveries to send; ids only. */
export const dueEndpoints = (tx: Tx, now: Date) =>
  sql<{ organization_id: string; id: string }>`select organization_id, id from due_webhook_endpoints(${now})`
    .execute(tx)
    .then((result) => result.rows);
