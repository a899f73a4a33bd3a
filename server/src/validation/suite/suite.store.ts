import type { Actor } from '@desk/contract/audit';
import type { SuiteCase } from '@desk/contract/suite';
import { sql, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import './suite.tables.ts';

export type SuiteRow = Selectable<Tables['suite']>;

export const findSuite = (tx: Tx, scope: OrganizationScope): Promise<SuiteRow | undefined> =>
  tx.selectFrom('suite').selectAll().where('organization_id', '=', scope.organizationId).executeTakeFirst();

/** Does not read the cases, which may be megabytes. */
export const findSuiteVersionNumber = async (tx: Tx, scope: OrganizationScope): Promise<number> => {
  const row = await tx
    .selectFrom('suite')
    .select('version')
    .where('organization_id', '=', scope.organizationId)
    .executeTakeFirst();
  return row?.version ?? 0;
};

/** Lists the enabled cases with the documents that they or their turns expect to be cited, by id, title or address. */
export async function sourcesOfCases(
  tx: Tx,
  { organizationId }: OrganizationScope,
): Promise<{ id: string; name: string; sources: string[] }[]> {
  const { rows } = await sql<{ id: string; name: string; sources: string[] }>`
    select one->>'id' as id, one->>'name' as name, jsonb_path_query_array(one, '$.**.sources_any[*]') as sources
    from suite, jsonb_array_elements(cases) with ordinality each(one, place)
    where organization_id = ${organizationId} and (one->>'enabled')::boolean order by place`.execute(tx);
  return rows;
}

/** Locks the suite until the end of the transaction, even if it does not exist yet, so that two first saves do not overlap. */
export async function lockSuite(tx: Tx, scope: OrganizationScope): Promise<SuiteRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`suite ${scope.organizationId}`}, 0))`.execute(tx);
  return findSuite(tx, scope);
}

interface NewVersion {
  version: number;
  name: string;
  cases: readonly SuiteCase[];
  at: Date;
  by: Actor;
}

/** The number of versions that are kept. */
const keptVersions = 100;

export async function saveSuite(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { version, name, cases, at, by }: NewVersion,
): Promise<SuiteRow> {
  const row = {
    organization_id: organizationId,
    version,
    name,
    cases: JSON.stringify(cases),
    saved_at: at,
    saved_by: JSON.stringify(by),
  };
  await tx.insertInto('suite_version').values(row).execute();
  await tx
    .deleteFrom('suite_version')
    .where('organization_id', '=', organizationId)
    .where('version', '<=', version - keptVersions)
    .execute();
  const { organization_id: _, ...members } = row;
  return tx
    .insertInto('suite')
    .values(row)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(members))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Takes the cases that were drafted from these conversations out of every version. Returns how many the suite loses now. */
export async function eraseCases(
  tx: Tx,
  { organizationId }: OrganizationScope,
  conversationIds: readonly string[],
): Promise<number> {
  const isTheirs = sql`one->'provenance'->>'conversation_id' = any(${[...conversationIds]}::text[])`;
  const without = (table: 'suite' | 'suite_version') => sql`update ${sql.table(table)} s
    set cases = (select coalesce(jsonb_agg(one order by place) filter (where not coalesce(${isTheirs}, false)), '[]')
      from jsonb_array_elements(s.cases) with ordinality each(one, place))
    where s.organization_id = ${organizationId} and exists (select from jsonb_array_elements(s.cases) one where ${isTheirs})`;
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from suite s, jsonb_array_elements(s.cases) one
    where s.organization_id = ${organizationId} and ${isTheirs}`.execute(tx);
  await without('suite').execute(tx);
  await without('suite_version').execute(tx);
  return rows[0]?.count ?? 0;
}

export const findVersion = (tx: Tx, scope: OrganizationScope, version: number): Promise<SuiteRow | undefined> =>
  tx
    .selectFrom('suite_version')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('version', '=', version)
    .executeTakeFirst();

/** Newest first, those before `before`; one row more than `limit` if there is a next page. */
export function listVersions(
  tx: Tx,
  scope: OrganizationScope,
  { before, limit }: { before: number | null; limit: number },
) {
  const all = tx
    .selectFrom('suite_version')
    .select(['version', 'name', 'saved_at', 'saved_by', sql<number>`jsonb_array_length(cases)`.as('cases')])
    .where('organization_id', '=', scope.organizationId);
  return (before === null ? all : all.where('version', '<', before))
    .orderBy('version', 'desc')
    .limit(limit + 1)
    .execute();
}
