import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { listDestinations } from './destinations.store.ts';
import { readRevision } from './policy.store.ts';
import { listRules } from './rules.store.ts';
import { listTags } from './tags.store.ts';
import './routing.tables.ts';
import { snapshotOf, type PolicySnapshot } from './snapshot.logic.ts';

export interface Saved {
  author: { id: string | null; name: string | null } | null;
  at: Date;
}

/** Stores the current policy under its revision, unless that revision is already stored. */
export async function keepSnapshot(tx: Tx, scope: OrganizationScope, { author, at }: Saved): Promise<void> {
  const revision = await readRevision(tx, scope);
  const policy = await currentSnapshot(tx, scope);
  await tx
    .insertInto('policy_snapshot')
    .values({
      organization_id: scope.organizationId,
      revision,
      policy: JSON.stringify(policy),
      author_id: author?.id ?? null,
      author_name: author?.name ?? null,
      saved_at: at,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'revision']).doNothing())
    .execute();
}

export const currentSnapshot = async (tx: Tx, scope: OrganizationScope): Promise<PolicySnapshot> =>
  snapshotOf({
    tags: await listTags(tx, scope),
    destinations: await listDestinations(tx, scope),
    rules: await listRules(tx, scope),
  });

export async function hasSnapshot(tx: Tx, scope: OrganizationScope, revision: number): Promise<boolean> {
  const row = await tx
    .selectFrom('policy_snapshot')
    .select('revision')
    .where('organization_id', '=', scope.organizationId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return row !== undefined;
}

export const findSnapshot = (tx: Tx, scope: OrganizationScope, revision: number) =>
  tx
    .selectFrom('policy_snapshot')
    .select(['revision', 'policy', 'author_id', 'author_name', 'saved_at'])
    .where('organization_id', '=', scope.organizationId)
    .where('revision', '=', revision)
    .executeTakeFirst();

export type PolicySnapshotRow = NonNullable<Awaited<ReturnType<typeof findSnapshot>>>;

/** Newest first. */
export const snapshotsBefore = (
  tx: Tx,
  scope: OrganizationScope,
  { before, limit }: { before: number | null; limit: number },
): Promise<PolicySnapshotRow[]> =>
  tx
    .selectFrom('policy_snapshot')
    .select(['revision', 'policy', 'author_id', 'author_name', 'saved_at'])
    .where('organization_id', '=', scope.organizationId)
    .$if(before !== null, (rows) => rows.where('revision', '<', before))
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute();
