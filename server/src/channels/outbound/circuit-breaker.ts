import { createBreaker, type Breaker } from '../../platform/egress/circuit-breaker.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

// docs/promises.md P10: five failures in a row, then one probe after 30 s, a minute, and so on up to ten minutes.
const terms = { tolerated: 4, first: 30_000, longest: 10 * 60_000 } as const;

const shortestRest = 2_000;

/** The host has failed again and again: nothing was sent. */
export class CircuitOpen extends Error {
  readonly code = 'resting';
  readonly openFor: number;
  constructor(openFor: number) {
    super('The host is left alone for a while.');
    // While another one finds out, it is open for 0.
    this.openFor = Math.max(shortestRest, openFor);
  }
}

// One process's own knowledge; a host that works is not in it.
const breakersByEgress = new WeakMap<Egress, Map<string, Breaker>>();

/** How many hosts this process leaves alone now, those of each organization counted for themselves. */
export const openBreakers = (desk: Desk): number =>
  [...(breakersByEgress.get(desk.egress)?.values() ?? [])].filter((breaker) => breaker.openFor() > 0).length;

/**
 * The way out to vendors that leaves a host alone while it is down: for this organization, as another's account may well
 * work there. An answer of the host does not count as its failure, not even a refusal; 5xx does.
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
    close: () => desk.egress.close(),
  };
}
