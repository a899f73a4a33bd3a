import type { PolicyRevision } from '@desk/contract/revisions';
import { record, type Acting } from '../../access/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { notFound, refuseFaults, requireVersion, type ExpectedVersion } from '../../platform/http/errors.ts';
import { badCursor, decodeCursor, pageOf, type PageQuery } from '../../platform/http/page.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { UsersElsewhere } from '../editing/destinations.actions.ts';
import { editPolicy, refuseInUse, type PublishGate } from '../editing/policy-edits.actions.ts';
import { faultsOfRule } from '../editing/rule-checks.logic.ts';
import type { RuleNeighbours } from '../editing/rules.actions.ts';
import { removeDestination } from '../policy/destinations.store.ts';
import { loadPolicy, policyFrom } from '../policy/load-policy.ts';
import { patternFault } from '../policy/pattern.ts';
import type { Policy } from '../policy/policy.logic.ts';
import { readRevision } from '../policy/policy.store.ts';
import { deleteRule } from '../policy/rules.store.ts';
import { removeTag } from '../policy/tags.store.ts';
import { freeNames, putDestination, putRule, putTag } from './restore.store.ts';
import { differencesOf, type PolicySnapshot } from '../policy/snapshot.logic.ts';
import { currentSnapshot, findSnapshot, snapshotsBefore, type PolicySnapshotRow } from '../policy/snapshots.store.ts';

/** Returns the policy at a revision; null if it was not stored. */
export async function policyAt(tx: Tx, scope: OrganizationScope, revision: number): Promise<Policy | null> {
  if (revision === (await readRevision(tx, scope))) return loadPolicy(tx, scope);
  const row = await findSnapshot(tx, scope, revision);
  return row ? policyFrom(revision, row.policy) : null;
}

/** Lists revisions, newest first, each with its changes. */
export const showRevisions = (desk: Desk, scope: OrganizationScope, query: PageQuery) =>
  inScope(desk.db, scope, async (tx) => {
    const { limit } = query;
    const [before = null] = decodeCursor(query.cursor, 1) ?? [];
    if (before !== null && !Number.isSafeInteger(before)) throw badCursor();
    const current = await readRevision(tx, scope);
    const position = before === null ? null : Number(before);
    // The extra row shows that there is a next page, and the last revision of the page is compared with it.
    const found = await snapshotsBefore(tx, scope, { before: position, limit: limit + 1 });
    const { rows, next_cursor } = pageOf(found, limit, (row) => [row.revision]);
    return { items: rows.map((row, at) => viewRevision(row, found[at + 1] ?? null, current)), next_cursor };
  });

const viewRevision = (row: PolicySnapshotRow, earlier: PolicySnapshotRow | null, current: number): PolicyRevision => ({
  revision: row.revision,
  current: row.revision === current,
  author: row.author_id || row.author_name ? { id: row.author_id, name: row.author_name } : null,
  at: row.saved_at.toISOString(),
  diff: earlier ? differencesOf(earlier.policy, row.policy) : [],
});

export interface PolicyRestoring {
  revision: number;
  expectedRevision: ExpectedVersion;
  gate: PublishGate;
  usersElsewhere: UsersElsewhere;
  neighbours: RuleNeighbours;
}

/**
 * Restores tags, destinations and rules of an earlier revision. Throws 404 if that revision is not stored, 412 if the policy has changed
 * since it was seen, 409 if another domain uses a destination that would be removed, 422 if a rule names a deleted collection or template.
 */
export const restoreRevision = (desk: Desk, acting: Acting, { gate, ...restoring }: PolicyRestoring): Promise<void> =>
  editPolicy(desk, acting, gate, async (tx) => {
    const { revision, expectedRevision } = restoring;
    const current = await readRevision(tx, acting);
    requireVersion({ version: current }, expectedRevision);
    const row = await findSnapshot(tx, acting, revision);
    if (!row) throw notFound();
    const [now, before] = [desk.clock.now(), await currentSnapshot(tx, acting)];
    const differences = differencesOf(before, row.policy);
    if (differences.length === 0) return;
    await check(tx, acting, { ...restoring, wanted: row.policy, before });
    await removeOthers(tx, acting, { before, wanted: row.policy, now });
    const changed = new Set(differences.map(({ id }) => id));
    // Each edit raises the revision, so no rule has had a version as high as the next one.
    await bringBack(tx, acting, { wanted: row.policy, changed, now, version: current + 1 });
    record(desk, tx, acting, {
      action: 'policy.restored',
      subject: { type: 'policy', id: acting.organizationId, name: `Revision ${revision}` },
      changes: { revision: { from: current, to: revision } },
    });
  });

interface Checking extends Omit<PolicyRestoring, 'gate'> {
  wanted: PolicySnapshot;
  before: PolicySnapshot;
}

async function check(tx: Tx, acting: Acting, { wanted, before, usersElsewhere, neighbours }: Checking) {
  const collectionIds = (await neighbours.collectionsOf(tx, acting)).map(({ id }) => id);
  const lookupIds = (await neighbours.lookupsOf(tx, acting)).map(({ id }) => id);
  const { tags, destinations } = wanted;
  const around = { tags, destinations, collectionIds, lookupIds, patternFault };
  refuseFaults(
    wanted.rules.flatMap(({ conditions, effects }, at) =>
      faultsOfRule({ when: conditions, then: effects }, around).map(({ path, message }) => ({
        path: `/rules/${at}${path}`,
        message,
      })),
    ),
  );
  for (const { id } of removedItems(before.destinations, wanted.destinations))
    refuseInUse(await usersElsewhere(tx, acting, id));
}

const removedItems = <Item extends { id: string }>(before: readonly Item[], wanted: readonly Item[]) =>
  before.filter(({ id }) => !wanted.some((each) => each.id === id));

interface Restoration {
  wanted: PolicySnapshot;
  now: Date;
}

async function removeOthers(tx: Tx, acting: Acting, { before, wanted, now }: Restoration & { before: PolicySnapshot }) {
  for (const { id } of removedItems(before.rules, wanted.rules)) await deleteRule(tx, acting, id);
  for (const { id } of removedItems(before.tags, wanted.tags)) await removeTag(tx, acting, { id, now });
  for (const { id } of removedItems(before.destinations, wanted.destinations))
    await removeDestination(tx, acting, { id, now });
}

// Insert destinations without their fallbacks first, because they may name each other.
async function bringBack(
  tx: Tx,
  acting: Acting,
  { wanted, changed, now, version }: Restoration & { changed: ReadonlySet<string>; version: number },
) {
  const destinations = wanted.destinations.filter(({ id }) => changed.has(id));
  const tags = wanted.tags.filter(({ id }) => changed.has(id));
  await freeNames(tx, acting, { table: 'destination', ids: destinations.map(({ id }) => id) });
  await freeNames(tx, acting, { table: 'tag', ids: tags.map(({ id }) => id) });
  for (const row of destinations) await putDestination(tx, acting, { ...row, fallback_destination_id: null }, now);
  for (const row of destinations.filter((each) => each.fallback_destination_id !== null))
    await putDestination(tx, acting, row, now);
  for (const row of tags) await putTag(tx, acting, row, now);
  for (const row of wanted.rules.filter(({ id }) => changed.has(id))) await putRule(tx, acting, row, { now, version });
}
