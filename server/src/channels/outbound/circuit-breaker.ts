import { createBreaker, type Breaker } from '../../platform/egress/circuit-breaker.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

// docs/promises.md P10: five failures in a row, then one probe after 30 s, a minute, and so on up to ten minutes.
const terms = { tolerated: 4, first: 30_000, longest: 10 * 60_000 } as const;

const shortestRest = 2_000;

/** The host has failed repeatedly, so nothing was sent. */
export class CircuitOpen extends Error {
  readonly code = 'resting';
  readonly openFor: number;
  constructor(openFor: number) {
    super('The host is left alone for a while.');
    // While another request probes the host, `openFor` is 0.
    this.openFor = Math.max(shortestRest, openFor);
  }
}

// Each process has its own; a host that works is not in it.
const breakersByEgress = new WeakMap<Egress, Map<string, Breaker>>();

/** How many hosts this process does not call now; each organization's hosts are counted separately. */
export const openBreakers = (desk: Desk): number =>
  [...(breakersByEgress.get(desk.egress)?.values() ?? [])].filter((breaker) => breaker.openFor() > 0).length;

/**
 * An egress to vendors that does not call a host while it is down: for this organization only, as another's account may
 * well work there. An answer of the host does not count as its failure, not even a refusal; 5xx does.
 */
export function withCircuitBreaker(desk: Desk, scope: OrganizationScope): Egress {
  const known = breakersByEgress.get(desk.egress) ?? new Map<string, Breaker>();
  breakersByEgress.set(desk.egress, known);
  return {
    async fetch(url, init) {
      const key = `${scope.organizationId} ${new URL(url).host}`;
      const now = () => desk.clock.now().getTime();
      const breaker = known.get(key) ?? createBreaker({ ...terms, now });
      if (!breaker.mayTry()) throw new CircuitOpen(breaker.openFor());
      const failed = () => {
        known.set(key, breaker);
        breaker.failed();
      };
      const worked = () => {
        breaker.succeeded();
        known.delete(key);
      };
      try {
        const response = await desk.egress.fetch(url, init);
        if (response.status >= 500) failed();
        else worked();
        return response;
      } catch (error) {
        failed();
        throw error;
      }
    },
    mayAsk: desk.egress.mayAsk,
    close: () => desk.egress.close(),
  };
}
