import type { DestinationStep } from '@desk/contract/decisions';
import type { Facts } from '../policy/facts.logic.ts';
import type { Policy, PolicyDestination } from '../policy/policy.logic.ts';
import type { ResolvedDestination } from './ruling.logic.ts';

/** The facts that determine whether a destination can take a conversation now. */
export interface Reach extends Pick<Facts, 'channel' | 'unreachableKinds'> {
  readonly time: Pick<Facts['time'], 'businessHours'>;
}

/** How many fallbacks are followed before the internal queue takes over. */
export const longestFallbackChain = 3;

/**
 * Returns the first wanted destination that exists, or its fallback if it is disabled, closed or out of reach. The internal queue is
 * the last fallback and always accepts, so there is always a result.
 */
export function resolveDestination(
  policy: Policy,
  reach: Reach,
  wanted: readonly (string | null)[],
): ResolvedDestination {
  const byId = new Map([...policy.destinations, policy.internalQueue].map((each) => [each.id, each]));
  const named = wanted.filter((id) => id !== null);
  const start = named.find((id) => byId.has(id)) ?? null;
  const path: DestinationStep[] = named
    .slice(0, start === null ? named.length : named.indexOf(start))
    .map((id) => ({ id, name: 'unknown destination', result: 'missing' }));
  const seen = new Set<string>();
  let next = start;
  while (next !== null && !seen.has(next) && seen.size <= longestFallbackChain) {
    seen.add(next);
    const here = byId.get(next);
    if (!here) break;
    const obstacle = obstacleAt(here, policy, reach);
    path.push({ id: here.id, name: here.name, result: obstacle ?? 'accepted' });
    if (obstacle === null) return { ...addressOf(here), path };
    next = here.fallbackDestinationId;
  }
  const { internalQueue } = policy;
  return {
    ...addressOf(internalQueue),
    path: [...path, { id: internalQueue.id, name: internalQueue.name, result: 'accepted' }],
  };
}

/**
 * Returns the next destination to notify after a failed one. `tried` counts the failed destinations. Returns null if the last one was
 * the internal queue.
 */
export function fallbackOf(
  policy: Policy,
  reach: Reach,
  { id, tried }: { id: string; tried: number },
): ResolvedDestination | null {
  if (id === policy.internalQueue.id) return null;
  const failed = policy.destinations.find((each) => each.id === id);
  const next = tried <= longestFallbackChain ? (failed?.fallbackDestinationId ?? null) : null;
  return resolveDestination(policy, reach, [next]);
}

const addressOf = ({ id, name, kind, target }: PolicyDestination) => ({ id, name, kind, target });

function obstacleAt(destination: PolicyDestination, policy: Policy, reach: Reach) {
  if (destination.id === policy.internalQueue.id) return null;
  if (!destination.enabled) return 'disabled';
  if (reach.unreachableKinds.includes(destination.kind) || isOfAnotherVendor(destination, reach)) return 'unreachable';
  return destination.hours === 'business' && !reach.time.businessHours ? 'closed' : null;
}

/** Whether it was deleted: a conversation that was not open then may still be at it. */
export const isGone = ({ destinations, internalQueue }: Policy, id: string | null): boolean =>
  id !== null && ![...destinations, internalQueue].some((each) => each.id === id);

/** Whether the destination belongs to another helpdesk: its teams and seats cannot take conversations of other channels. */
export const isOfAnotherVendor = ({ kind }: Pick<PolicyDestination, 'kind'>, { channel }: Pick<Reach, 'channel'>) =>
  (kind.startsWith('chatdesk_') && channel !== 'chatdesk') ||
  (kind.startsWith('ticketdesk_') && channel !== 'ticketdesk');
