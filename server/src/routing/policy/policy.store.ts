import type { DestinationKind } from '@desk/contract/decisions';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import './routing.tables.ts';

/** Returns 0 before the first change. */
export async function readRevision(tx: Tx, scope: OrganizationScope): Promise<number> {
  const row = await tx
    .selectFrom('policy_revision')
    .select('revision')
    .where('organization_id', '=', scope.organizationId)
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/**
 * Increments the revision and locks it until the end of the transaction, so that no other editor can invalidate what this one has
 * checked (no cycle, not in use).
 */
export async function reviseForEditing(tx: Tx, scope: OrganizationScope): Promise<void> {
  await tx
    .insertInto('policy_revision')
    .values({ organization_id: scope.organizationId, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({ revision: sql`policy_revision.revision + 1` }),
    )
    .execute();
}

/** Locks the policy until the end of the transaction, without changing it. Returns its revision. */
export async function lockPolicy(tx: Tx, scope: OrganizationScope): Promise<number> {
  await tx
    .insertInto('policy_revision')
    .values({ organization_id: scope.organizationId, revision: 0 })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute();
  const { revision } = await tx
    .selectFrom('policy_revision')
    .select('revision')
    .where('organization_id', '=', scope.organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return revision;
}

/** Counts the rules that matched in a decision. Does not change the revision or the versions. */
export async function recordHits(
  tx: Tx,
  scope: OrganizationScope,
  ruleIds: readonly string[],
  at: Date,
): Promise<void> {
  if (ruleIds.length === 0) return;
  const { organizationId } = scope;
  // Lock the rows in the order of their ids, so that two decisions with common rules cannot deadlock.
  await sql`
    with hit as (
      select id from rule where organization_id = ${organizationId} and id = any (${[...ruleIds]}::uuid[])
      order by id for update
    )
    update rule set hits = hits + 1, last_hit_at = ${at}
    from hit where rule.organization_id = ${organizationId} and rule.id = hit.id`.execute(tx);
}

export interface Labels {
  tags: Map<string, { id: string; name: string; color: string | null }>;
  destinations: Map<string, { id: string; name: string; kind: DestinationKind }>;
}

interface Labelled {
  tagIds: readonly string[];
  destinationIds: readonly string[];
  /** Leaves out what has been deleted. */
  inUse?: true;
}

/** Returns the names of tags and destinations, including deleted ones, which history still shows. */
export async function labelsOf(
  tx: Tx,
  scope: OrganizationScope,
  { tagIds, destinationIds, inUse }: Labelled,
): Promise<Labels> {
  const { organizationId } = scope;
  const tags =
    tagIds.length === 0
      ? []
      : await tx
          .selectFrom('tag')
          .select(['id', 'name', 'color'])
          .where('organization_id', '=', organizationId)
          .where('id', 'in', tagIds)
          .$if(inUse === true, (query) => query.where('deleted_at', 'is', null))
          .execute();
  const destinations =
    destinationIds.length === 0
      ? []
      : await tx
          .selectFrom('destination')
          .select(['id', 'name', 'kind'])
          .where('organization_id', '=', organizationId)
          .where('id', 'in', destinationIds)
          .$if(inUse === true, (query) => query.where('deleted_at', 'is', null))
          .execute();
  return {
    tags: new Map(tags.map((tag) => [tag.id, tag])),
    destinations: new Map(destinations.map((each) => [each.id, each])),
  };
}

/** Names of all tags, destinations and rules, by id. */
export async function namesOfPolicy(
  tx: Tx,
  { organizationId }: OrganizationScope,
): Promise<ReadonlyMap<string, string>> {
  const of = (table: 'tag' | 'destination' | 'rule') =>
    tx.selectFrom(table).select(['id', 'name']).where('organization_id', '=', organizationId);
  const rows = await of('tag').unionAll(of('destination')).unionAll(of('rule')).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
