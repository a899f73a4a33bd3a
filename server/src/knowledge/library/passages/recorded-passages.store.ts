import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../knowledge.tables.ts';

/**
 * Keeps passages that a decision's record names, in its transaction: their own rows go with the next version but one. In the
 * order of their ids, as two decisions that name the same must not wait for each other; of a document that is being removed, none.
 */
export async function keepPassages(tx: Tx, scope: OrganizationScope, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await passagesKept(scope, ids).execute(tx);
}

/** The same as a part of another statement. */
export const passagesKept = ({ organizationId }: OrganizationScope, ids: readonly string[]) => sql`
    insert into recorded_passage
      (organization_id, id, document_id, version, position, heading_path, text, start_offset, end_offset, page)
    select k.organization_id, k.id, k.document_id, k.version, k.position, k.heading_path, k.text, k.start_offset, k.end_offset, k.page
      from chunk k
      join document_version v
        on v.organization_id = k.organization_id and v.document_id = k.document_id and v.version = k.version
      where k.organization_id = ${organizationId} and k.id = any(${[...ids]}::uuid[])
        and not exists (select from recorded_passage r where r.organization_id = k.organization_id and r.id = k.id)
      order by k.id
      for key share of v
    on conflict do nothing`;

const columns = [
  'k.id',
  'k.document_id',
  'k.version',
  'k.position',
  'k.heading_path',
  'k.text',
  'k.start_offset',
  'k.end_offset',
  'k.page',
  'v.title',
] as const;

const passageIn = (
  tx: Tx,
  { organizationId }: OrganizationScope,
  table: 'chunk' | 'recorded_passage',
  named: { documentId: string; chunkId: string },
) =>
  tx
    .selectFrom(`${table} as k`)
    .innerJoin('document_version as v', (join) =>
      join
        .onRef('v.organization_id', '=', 'k.organization_id')
        .onRef('v.document_id', '=', 'k.document_id')
        .onRef('v.version', '=', 'k.version'),
    )
    .select(columns)
    .where('k.organization_id', '=', organizationId)
    .where('k.document_id', '=', named.documentId)
    .where('k.id', '=', named.chunkId)
    .where('v.state', 'in', ['active', 'superseded'])
    .executeTakeFirst();

/** A passage with the title that its version has: one that is there still, or that a decision names. */
export const findPassage = async (tx: Tx, scope: OrganizationScope, named: { documentId: string; chunkId: string }) =>
  (await passageIn(tx, scope, 'chunk', named)) ?? passageIn(tx, scope, 'recorded_passage', named);
