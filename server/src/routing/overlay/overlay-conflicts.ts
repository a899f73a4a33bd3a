import type { Overlay } from '@desk/contract/simulation';
import { isOnlyRenamed } from '../editing/destination-checks.logic.ts';
import { builtIn, refuseInUse, taken } from '../editing/policy-edits.actions.ts';
import { asReference, rulesToDestination, rulesWithTag } from '../editing/references.logic.ts';
import type { Policy, PolicyDestination } from '../policy/policy.logic.ts';

/**
 * Throws the 409 that saving would give: a name that is taken, the internal queue changed beyond its name, something removed that is in
 * use. Looked at as it would be in the end, so names may be exchanged, and what goes may take along what uses it.
 */
export function refuseConflicts(saved: Policy, after: Policy, { tags = [], destinations = [] }: Overlay): void {
  if (hasTwice(after.tags) || hasTwice(after.destinations)) throw taken();
  for (const { id, removed } of destinations) {
    const before = saved.destinations.find((each) => each.id === id?.toLowerCase());
    if (before) refuseDestination(before, after, removed === true);
  }
  const rules = usingRules(after);
  for (const { id, removed } of tags)
    if (id !== undefined && removed) refuseInUse(rulesWithTag(rules, id.toLowerCase()));
}

// As the database compares them.
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
