import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { NamePage } from '../../platform/http/page.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import './connectors.tables.ts';

export type ConnectorRow = Selectable<Tables['connector']>;
export type ConnectorChange = Omit<Updateable<Tables['connector']>, 'organization_id' | 'id' | 'version'>;

/** By name; returns up to `limit` + 1 rows: the extra row means that there is a next page. */
export function pageOfConnectors(tx: Tx, scope: OrganizationScope, page: NamePage): Promise<ConnectorRow[]> {
  const { after } = page;
  const rows = tx
    .selectFrom('connector')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(page.limit + 1);
  return (
    after ? rows.where(sql<boolean>`(lower(name), id) > (lower(${after.name}), ${after.id}::uuid)`) : rows
  ).execute();
}

/** The connectors that are enabled and have been validated: the status of each by its id. */
export async function servingConnectors(
  tx: Tx,
  scope: OrganizationScope,
): Promise<ReadonlyMap<string, ConnectorRow['status']>> {
  const rows = await tx
    .selectFrom('connector')
    .select(['id', 'status'])
    .where('organization_id', '=', scope.organizationId)
    .where('enabled', '=', true)
    .where('status', '!=', 'draft')
    .execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}

export const findConnector = (tx: Tx, scope: OrganizationScope, id: string): Promise<ConnectorRow | undefined> =>
  tx
    .selectFrom('connector')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Like `findConnector`, and locks the row until the transaction ends. */
export const lockConnector = (tx: Tx, scope: OrganizationScope, id: string): Promise<ConnectorRow | undefined> =>
  tx
    .selectFrom('connector')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const insertConnector = (tx: Tx, row: Insertable<Tables['connector']>): Promise<ConnectorRow> =>
  tx.insertInto('connector').values(row).returningAll().executeTakeFirstOrThrow();

/** Saves an edit by people, which raises the version; `noteConnector` saves what the desk learns, which does not. */
export const editConnector = (
  tx: Tx,
  scope: OrganizationScope,
  { id, change, now }: { id: string; change: ConnectorChange; now: Date },
): Promise<ConnectorRow> =>
  tx
    .updateTable('connector')
    .set({ ...change, updated_at: now, version: sql`version + 1` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function noteConnector(
  tx: Tx,
  scope: OrganizationScope,
  id: string,
  change: ConnectorChange,
): Promise<void> {
  await tx
    .updateTable('connector')
    .set(change)
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteConnector(tx: Tx, scope: OrganizationScope, id: string): Promise<void> {
  await tx.deleteFrom('connector').where('organization_id', '=', scope.organizationId).where('id', '=', id).execute();
}

/** Takes the lease to check the connector or to fetch its token; returns false if another holder has it. */
export async function claim(
  tx: Tx,
  scope: OrganizationScope,
  id: string,
  what: { lease: 'checking_until' | 'fetching_until'; seconds: number },
): Promise<boolean> {
  const claimed = await tx
    .updateTable('connector')
    .set({ [what.lease]: sql<Date>`clock_timestamp() + make_interval(secs => ${what.seconds})` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb(what.lease, 'is', null), eb(what.lease, '<', sql<Date>`clock_timestamp()`)]))
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Connectors of all organizations with a due snapshot or an ended grace period; ids only. */
export const dueConnectors = (tx: Tx) =>
  sql<{ organization_id: string; id: string }>`select organization_id, id from due_connectors()`
    .execute(tx)
    .then((result) => result.rows);
