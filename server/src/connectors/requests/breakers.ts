import { createBreaker, type Breaker } from '../../platform/egress/circuit-breaker.ts';
import { OrganizationCache } from '../../platform/organization-cache.ts';
import type { Desk } from '../../platform/desk.ts';
import type { ConnectorRow } from '../registry/connectors.store.ts';

const terms = { tolerated: 4, first: 15_000, longest: 300_000 };

const kept = new OrganizationCache<Map<string, Breaker>>({ most: 20_000, sizeOf: (breakers) => breakers.size });

/** One breaker per connector and process, so that a service that is down does not slow down replies that need others. */
export function breakerOf(desk: Desk, { organization_id, id }: Pick<ConnectorRow, 'organization_id' | 'id'>): Breaker {
  const breakers = kept.use(desk, organization_id, () => new Map());
  const breaker = breakers.get(id) ?? createBreaker(terms);
  breakers.set(id, breaker);
  kept.makeRoom(desk);
  return breaker;
}

/** The number of connectors whose breaker is open in this process. */
export const restingConnectors = (desk: Desk): number =>
  kept
    .all(desk)
    .flatMap((breakers) => [...breakers.values()])
    .filter((breaker) => breaker.openFor() > 0).length;

/** Called after an edit and after a successful check. */
export const closeBreaker = (desk: Desk, of: Pick<ConnectorRow, 'organization_id' | 'id'>): void =>
  void kept.peek(desk, of.organization_id)?.delete(of.id);
