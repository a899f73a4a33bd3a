import type { DestinationStep } from '@desk/contract/decisions';
import type { Facts } from './facts.logic.ts';
import type { Policy, PolicyDestination } from './policy.logic.ts';
import type { ResolvedDestination } from './ruling.logic.ts';

/** What decides whether a destination can take a conversation now. */
type Reach = Pick<Facts, 'channel' | 'unreachableKinds' | 'time'>;

/** How many fallbacks are followed before the internal queue takes over. */
const longestFallbackChain = 3;

/**
 * The first of the wanted destinations that exists, else its fallbacks while it is disabled, closed or out of reach.
 * The internal queue is the end of every road and always accepts, so there is always an answer.
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

const addressOf = ({ id, name, kind, target }: PolicyDestination) => ({ id, name, kind, target });

function obstacleAt(destination: PolicyDestination, policy: Policy, reach: Reach) {
  if (destination.id === policy.internalQueue.id) return null;
  if (!destination.enabled) return 'disabled';
  if (reach.unreachableKinds.includes(destination.kind) || isOfAnotherVendor(destination, reach)) return 'unreachable';
  return destination.hours === 'business' && !reach.time.businessHours ? 'closed' : null;
}

// A team of one helpdesk cannot be given a conversation that lives in the other, or in a mailbox.
const isOfAnotherVendor = ({ kind }: PolicyDestination, { channel }: Reach) =>
  (kind.startsWith('chatdesk_') && channel !== 'chatdesk') ||
  (kind.startsWith('ticketdesk_') && channel !== 'ticketdesk');
