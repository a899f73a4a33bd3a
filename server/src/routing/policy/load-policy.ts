import type { Tx } from '../../platform/database/database.ts';
import { afterCommit, type OrganizationScope } from '../../platform/database/transaction.ts';
import { listDestinations, openInternalQueue, type DestinationRow } from './destinations.store.ts';
import { matchesPattern } from './pattern.ts';
import type { Policy, PolicyDestination, PolicyRule, PolicyTag } from './policy.logic.ts';
import { readRevision } from './policy.store.ts';
import { listRules } from './rules.store.ts';
import type { PolicySnapshot, SnapshotDestination, SnapshotRule, SnapshotTag } from './snapshot.logic.ts';
import { listTags } from './tags.store.ts';

const mostRemembered = 1_000;
/** The last policy of each organization that a committed transaction has read. Every edit increments the revision. */
const remembered = new Map<string, Policy>();

/** Loads the current policy of the organization, with the rules in evaluation order. */
export async function loadPolicy(tx: Tx, scope: OrganizationScope): Promise<Policy> {
  // An edit may commit between our reads: read again until the revision has not changed meanwhile.
  for (;;) {
    const revision = await readRevision(tx, scope);
    const known = remembered.get(scope.organizationId);
    if (known?.revision === revision) return known;
    const policy = await readPolicy(tx, scope, revision);
    if ((await readRevision(tx, scope)) !== revision) continue;
    // Cache after the commit only: after a rollback, another edit would get the revision of this one.
    afterCommit(tx, () => remember(scope, policy));
    return policy;
  }
}

function remember({ organizationId }: OrganizationScope, policy: Policy): void {
  remembered.delete(organizationId);
  if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value ?? '');
  remembered.set(organizationId, policy);
}

const readPolicy = async (tx: Tx, scope: OrganizationScope, revision: number): Promise<Policy> =>
  policyFrom(revision, {
    tags: await listTags(tx, scope),
    destinations: await listDestinationsWithQueue(tx, scope),
    rules: await listRules(tx, scope),
  });

/** Builds the policy from rows, or a snapshot of them, with the rules in the given order, which must be that of evaluation. */
export function policyFrom(revision: number, rows: PolicySnapshot): Policy {
  const destinations = rows.destinations.map(asDestination);
  const internalQueue = destinations.find((destination) => destination.builtIn);
  if (!internalQueue) throw new Error('An organization without an internal queue.');
  return {
    revision,
    tags: rows.tags.map(asTag),
    destinations,
    internalQueue,
    rules: rows.rules.map(asRule),
    matches: matchesPattern,
  };
}

/** Lists all destinations. Creates the internal queue first if it is missing. */
export async function listDestinationsWithQueue(tx: Tx, scope: OrganizationScope): Promise<DestinationRow[]> {
  const rows = await listDestinations(tx, scope);
  if (rows.some((row) => row.built_in)) return rows;
  await openInternalQueue(tx, scope);
  return listDestinations(tx, scope);
}

const asDestination = (row: SnapshotDestination): PolicyDestination => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  target: row.target,
  hours: row.hours,
  fallbackDestinationId: row.fallback_destination_id,
  enabled: row.enabled,
  builtIn: row.built_in,
});

const asTag = (row: SnapshotTag): PolicyTag => ({
  id: row.id,
  name: row.name,
  detect: row.detect && {
    keywords: row.detect.keywords,
    examples: row.detect.examples,
    minSimilarity: row.detect.min_similarity,
  },
  defaultDestinationId: row.default_destination_id,
});

const asRule = (row: SnapshotRule): PolicyRule => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  priority: row.priority,
  when: row.conditions,
  then: row.effects,
  stop: row.stop,
});
