import { sql, type Insertable, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { NamePage } from '../../platform/http/page.ts';
import './templates.tables.ts';

export type TemplateRow = Selectable<Tables['connector_template']>;

const templatesIn = (tx: Tx, scope: OrganizationScope) =>
  tx.selectFrom('connector_template').selectAll().where('organization_id', '=', scope.organizationId);

/** By name; returns up to `limit` + 1 rows: the extra row means that there is a next page. */
export function pageOfTemplates(
  tx: Tx,
  scope: OrganizationScope,
  { connectorId, limit, after }: NamePage & { connectorId: string },
): Promise<TemplateRow[]> {
  const rows = templatesIn(tx, scope)
    .where('connector_id', '=', connectorId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit + 1);
  return (
    after ? rows.where(sql<boolean>`(lower(name), id) > (lower(${after.name}), ${after.id}::uuid)`) : rows
  ).execute();
}

export const templatesOf = (tx: Tx, scope: OrganizationScope, connectorId: string): Promise<TemplateRow[]> =>
  templatesIn(tx, scope).where('connector_id', '=', connectorId).orderBy('id').execute();

export const everyTemplate = (tx: Tx, scope: OrganizationScope): Promise<TemplateRow[]> =>
  templatesIn(tx, scope).execute();

/** Counts templates by connector; connectors without templates are left out. */
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

/** The names in all connectors, because a rule refers to a template by its name alone. */
export async function templateNames(tx: Tx, scope: OrganizationScope): Promise<string[]> {
  const rows = await tx
    .selectFrom('connector_template')
    .select('name')
    .where('organization_id', '=', scope.organizationId)
    .execute();
  return rows.map(({ name }) => name);
}

/** The enabled write templates by name; up to `limit` + 1 rows: the extra row means that there is a next page. */
export function pageOfWrites(tx: Tx, scope: OrganizationScope, { limit, after }: NamePage): Promise<TemplateRow[]> {
  const rows = templatesIn(tx, scope)
    .where('enabled', '=', true)
    .where(sql<string>`definition ->> 'effect'`, '=', 'write')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit + 1);
  return (
    after ? rows.where(sql<boolean>`(lower(name), id) > (lower(${after.name}), ${after.id}::uuid)`) : rows
  ).execute();
}

/** In the order of `ids`, in which a rule lists them and a reply shows them. Templates that no longer exist are left out. */
export const templatesNamed = async (
  tx: Tx,
  scope: OrganizationScope,
  ids: readonly string[],
): Promise<TemplateRow[]> => {
  if (ids.length === 0) return [];
  const found = new Map((await templatesIn(tx, scope).where('id', 'in', ids).execute()).map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
};

/** A template of this connector. */
export const findTemplate = (
  tx: Tx,
  scope: OrganizationScope,
  { connectorId, id }: { connectorId: string; id: string },
): Promise<TemplateRow | undefined> =>
  templatesIn(tx, scope).where('connector_id', '=', connectorId).where('id', '=', id).executeTakeFirst();

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

/** null lifts the quarantine. */
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
