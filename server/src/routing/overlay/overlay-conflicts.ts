import type { Overlay } from '@desk/contract/simulation';
import { nameTaken } from '../../platform/http/errors.ts';
import { isOnlyRenamed } from '../editing/destination-checks.logic.ts';
import { builtIn, refuseInUse } from '../editing/policy-edits.actions.ts';
import { asReference, rulesToDestination, rulesWithTag } from '../editing/references.logic.ts';
import type { Policy, PolicyDestination } from '../policy/policy.logic.ts';

/**
 * Throws the 409 that saving would give: for a taken name, a change of the internal queue beyond its name, or a removed item that is in
 * use. Checks only the final state, so names may be exchanged, and an item may be removed together with its users.
 */
export function refuseConflicts(saved: Policy, after: Policy, { tags = [], destinations = [] }: Overlay): void {
  if (hasTwice(after.tags) || hasTwice(after.destinations)) throw nameTaken();
  for (const { id, removed } of destinations) {
    const before = saved.destinations.find((each) => each.id === id?.toLowerCase());
    if (before) refuseDestination(before, after, removed === true);
  }
  const rules = usingRules(after);
  for (const { id, removed } of tags)
    if (id !== undefined && removed) refuseInUse(rulesWithTag(rules, id.toLowerCase()));
}

// Compares names as the database does.
const hasTwice = (items: readonly { name: string }[]): boolean =>
  new Set(items.map(({ name }) => name.toLowerCase())).size < items.length;

function refuseDestination(before: PolicyDestination, after: Policy, removed: boolean): void {
  const now = after.destinations.find(({ id }) => id === before.id);
  if (before.builtIn && (removed || (now && !isOnlyRenamed(asRow(before), asRow(now))))) throw builtIn();
  if (!removed) return;
  refuseInUse([
    ...rulesToDestination(usingRules(after), before.id),
    ...after.tags.filter((tag) => tag.defaultDestinationId === before.id).map(asReference('tag')),
    ...after.destinations.filter((each) => each.fallbackDestinationId === before.id).map(asReference('destination')),
  ]);
}

const asRow = (destination: PolicyDestination) => ({
  ...destination,
  fallback_destination_id: destination.fallbackDestinationId,
});

const usingRules = ({ rules }: Policy) =>
  rules.map(({ id, name, when, then }) => ({ id, name, conditions: when, effects: then }));
