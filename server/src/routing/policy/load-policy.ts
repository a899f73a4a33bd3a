import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { listDestinations, openInternalQueue, type DestinationRow } from './destinations.store.ts';
import { matchesPattern } from './pattern.ts';
import type { Policy, PolicyDestination, PolicyRule, PolicyTag } from './policy.logic.ts';
import { readRevision } from './policy.store.ts';
import { listRules, type RuleRow } from './rules.store.ts';
import { listTags, type TagRow } from './tags.store.ts';

/** The policy of the organization as it stands, rules in the order in which they are asked. */
export async function loadPolicy(tx: Tx, scope: OrganizationScope): Promise<Policy> {
  // An edit that commits between our reads would leave us with half of it: read again until the revision stood still.
  for (;;) {
    const revision = await readRevision(tx, scope);
    const policy = await readPolicy(tx, scope, revision);
    if ((await readRevision(tx, scope)) === revision) return policy;
  }
}

async function readPolicy(tx: Tx, scope: OrganizationScope, revision: number): Promise<Policy> {
  const destinations = (await listDestinationsWithQueue(tx, scope)).map(asDestination);
  const internalQueue = destinations.find((destination) => destination.builtIn);
  if (!internalQueue) throw new Error('An organization without an internal queue.');
  return {
    revision,
    tags: (await listTags(tx, scope)).map(asTag),
    destinations,
    internalQueue,
    rules: (await listRules(tx, scope)).map(asRule),
    matches: matchesPattern,
  };
}

/** All destinations; the internal queue is made first where it is missing. */
export async function listDestinationsWithQueue(tx: Tx, scope: OrganizationScope): Promise<DestinationRow[]> {
  const rows = await listDestinations(tx, scope);
  if (rows.some((row) => row.built_in)) return rows;
  await openInternalQueue(tx, scope);
  return listDestinations(tx, scope);
}

const asDestination = (row: DestinationRow): PolicyDestination => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  target: row.target,
  hours: row.hours,
  fallbackDestinationId: row.fallback_destination_id,
  enabled: row.enabled,
  builtIn: row.built_in,
});

const asTag = (row: TagRow): PolicyTag => ({
  id: row.id,
  name: row.name,
  detect: row.detect && {
    keywords: row.detect.keywords,
    examples: row.detect.examples,
    minSimilarity: row.detect.min_similarity,
  },
  defaultDestinationId: row.default_destination_id,
});

const asRule = (row: RuleRow): PolicyRule => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  priority: row.priority,
  when: row.conditions,
  then: row.effects,
  stop: row.stop,
});
