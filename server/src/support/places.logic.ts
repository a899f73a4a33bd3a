import type { Policy, ResolvedDestination } from '../routing/index.ts';

/** Where a conversation goes when no rule had a say: the organization's default if it is in use, else the internal queue. */
export function defaultPlace(policy: Policy, defaultDestinationId: string | null): ResolvedDestination {
  const wanted = policy.destinations.find((each) => each.id === defaultDestinationId && each.enabled);
  return placeOf(wanted ?? policy.internalQueue);
}

/** Who is told next when a destination could not be; null when the internal queue itself was the last. */
export function nextPlace(policy: Policy, failedId: string): ResolvedDestination | null {
  if (failedId === policy.internalQueue.id) return null;
  const failed = policy.destinations.find((each) => each.id === failedId);
  const fallback = policy.destinations.find((each) => each.id === failed?.fallbackDestinationId && each.enabled);
  return placeOf(fallback ?? policy.internalQueue);
}

const placeOf = ({ id, name, kind, target }: Policy['internalQueue']): ResolvedDestination => ({
  id,
  name,
  kind,
  target,
  path: [],
});
