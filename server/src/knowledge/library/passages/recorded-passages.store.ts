import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../knowledge.tables.ts';

/** Copies the passages that a decision's record cites, in the decision's transaction (0166). */
export async function keepPassages(tx: Tx, scope: OrganizationScope, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`select ${passagesKept(scope, ids)}`.execute(tx);
}

/** Like `keepPassages`, as part of another statement. That statement must select the null that it returns. */
export const passagesKept = ({ organizationId }: OrganizationScope, ids: readonly string[]) =>
  sql<null>`keep_passages(${organizationId}, ${[...ids]}::uuid[])`;

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

/** Finds a passage with the title of its version, among the current passages or those that a decision cites. */
export const findPassage = async (tx: Tx, scope: OrganizationScope, named: { documentId: string; chunkId: string }) =>
  (await passageIn(tx, scope, 'chunk', named)) ?? passageIn(tx, scope, 'recorded_passage', named);
