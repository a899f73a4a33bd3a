import type { FindingState, FindingType, Severity } from '@desk/contract/findings';
import { sql, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../library/knowledge.tables.ts';

export type FindingRow = Selectable<Tables['finding']>;

export interface FindingFilter {
  type?: FindingType | undefined;
  severity?: Severity | undefined;
  state?: FindingState | undefined;
  document_id?: string | undefined;
  collection_id?: string | undefined;
}

const present = (tx: Tx, { organizationId }: OrganizationScope) =>
  tx.selectFrom('finding').selectAll().where('organization_id', '=', organizationId).where('gone_at', 'is', null);

function filtered(tx: Tx, scope: OrganizationScope, filter: FindingFilter) {
  let rows = present(tx, scope);
  if (filter.type) rows = rows.where('type', '=', filter.type);
  if (filter.severity) rows = rows.where('severity', '=', filter.severity);
  if (filter.state) rows = rows.where('state', '=', filter.state);
  if (filter.document_id)
    rows = rows.where(
      sql<boolean>`exists (select from finding_document p where p.organization_id = finding.organization_id
        and p.finding_id = finding.id and p.document_id = ${filter.document_id})`,
    );
  if (filter.collection_id)
    rows = rows.where(
      sql<boolean>`exists (select from finding_document p
        join document d on d.organization_id = p.organization_id and d.id = p.document_id
        where p.organization_id = finding.organization_id and p.finding_id = finding.id
        and d.collection_id = ${filter.collection_id})`,
    );
  return rows;
}

/** Newest first; one row more than `limit` shows that there is a next page. */
export function findingsBefore(
  tx: Tx,
  scope: OrganizationScope,
  filter: FindingFilter,
  page: { before: string | null; limit: number },
): Promise<FindingRow[]> {
  const rows = filtered(tx, scope, filter)
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  return (page.before === null ? rows : rows.where('id', '<', page.before)).execute();
}

/** The most severe first, and the newest first within a severity. */
export const gravestFindings = (
  tx: Tx,
  scope: OrganizationScope,
  filter: FindingFilter,
  limit: number,
): Promise<FindingRow[]> =>
  filtered(tx, scope, filter)
    .orderBy(sql`array_position(array['high', 'medium', 'low'], severity)`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const findFinding = (tx: Tx, scope: OrganizationScope, id: string): Promise<FindingRow | undefined> =>
  present(tx, scope).where('id', '=', id).executeTakeFirst();

export const lockFinding = (tx: Tx, scope: OrganizationScope, id: string): Promise<FindingRow | undefined> =>
  present(tx, scope).where('id', '=', id).forUpdate().executeTakeFirst();

export const saveState = (tx: Tx, row: FindingRow, state: FindingState) =>
  tx
    .updateTable('finding')
    .set({ state, version: row.version + 1 })
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .execute();

/** The places of findings, in order, with the current titles. */
export const placesOf = (tx: Tx, scope: OrganizationScope, findingIds: readonly string[]) =>
  tx
    .selectFrom('finding_document as p')
    .innerJoin('document as d', (join) =>
      join.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.document_id'),
    )
    .select(['p.finding_id', 'p.document_id', 'p.version', 'p.quote', 'd.title'])
    .where('p.organization_id', '=', scope.organizationId)
    .where('p.finding_id', 'in', [...findingIds])
    .orderBy('p.finding_id')
    .orderBy('p.position')
    .execute();
export type PlaceRow = Awaited<ReturnType<typeof placesOf>>[number];
