import { sql, type Insertable, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { NamePage } from '../../platform/http/page.ts';
import './templates.tables.ts';

export type TemplateRow = Selectable<Tables['connector_template']>;

const ours = (tx: Tx, scope: OrganizationScope) =>
  tx.selectFrom('connector_template').selectAll().where('organization_id', '=', scope.organizationId);

/** By name; one row more than `limit` tells whether there is a next page. */
export function pageOfTemplates(
  tx: Tx,
  scope: OrganizationScope,
  { connectorId, limit, after }: NamePage & { connectorId: string },
): Promise<TemplateRow[]> {
  const rows = ours(tx, scope)
    .where('connector_id', '=', connectorId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit + 1);
  return (
    after ? rows.where(sql<boolean>`(lower(name), id) > (lower(${after.name}), ${after.id}::uuid)`) : rows
  ).execute();
}

export const templatesOf = (tx: Tx, scope: OrganizationScope, connectorId: string): Promise<TemplateRow[]> =>
  ours(tx, scope).where('connector_id', '=', connectorId).orderBy('id').execute();

export const everyTemplate = (tx: Tx, scope: OrganizationScope): Promise<TemplateRow[]> => ours(tx, scope).execute();

/** By connector, of those that have any. */
export async function countTemplates(tx: Tx, scope: OrganizationScope): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('connector_template')
    .select('connector_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', scope.organizationId)
    .groupBy('connector_id')
    .execute();
  return new Map(rows.map(({ connector_id, count }) => [connector_id, count]));
}

/** Of all connectors: a rule names a template alone. */
export async function templateNames(tx: Tx, scope: OrganizationScope): Promise<string[]> {
  const rows = await tx
    .selectFrom('connector_template')
    .select('name')
    .where('organization_id', '=', scope.organizationId)
    .execute();
  return rows.map(({ name }) => name);
}

/** What changes something in an account system, by name; one row more than `limit` tells whether there is a next page. */
export function pageOfWrites(tx: Tx, scope: OrganizationScope, { limit, after }: NamePage): Promise<TemplateRow[]> {
  const rows = ours(tx, scope)
    .where('enabled', '=', true)
    .where(sql<string>`definition ->> 'effect'`, '=', 'write')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit + 1);
  return (
    after ? rows.where(sql<boolean>`(lower(name), id) > (lower(${after.name}), ${after.id}::uuid)`) : rows
  ).execute();
}

/** In the order of `ids`, which is the order that a rule names them in and an answer tells them in. Those that are gone are left out. */
export const templatesNamed = async (
  tx: Tx,
  scope: OrganizationScope,
  ids: readonly string[],
): Promise<TemplateRow[]> => {
  if (ids.length === 0) return [];
  const found = new Map((await ours(tx, scope).where('id', 'in', ids).execute()).map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
};

/** A template of that very connector. */
export const findTemplate = (
  tx: Tx,
  scope: OrganizationScope,
  { connectorId, id }: { connectorId: string; id: string },
): Promise<TemplateRow | undefined> =>
  ours(tx, scope).where('connector_id', '=', connectorId).where('id', '=', id).executeTakeFirst();

export const insertTemplate = (tx: Tx, row: Insertable<Tables['connector_template']>): Promise<TemplateRow> =>
  tx.insertInto('connector_template').values(row).returningAll().executeTakeFirstOrThrow();

export const updateTemplate = (
  tx: Tx,
  scope: OrganizationScope,
  { id, now, ...members }: { id: string; now: Date; name: string; definition: string; enabled: boolean },
): Promise<TemplateRow> =>
  tx
    .updateTable('connector_template')
    .set({ ...members, updated_at: now, version: sql`version + 1` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Null lifts it. */
export async function quarantine(tx: Tx, scope: OrganizationScope, id: string, why: string | null): Promise<void> {
  await tx
    .updateTable('connector_template')
    .set({ quarantine: why })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteTemplate(tx: Tx, scope: OrganizationScope, id: string): Promise<void> {
  await tx
    .deleteFrom('connector_template')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();
}
