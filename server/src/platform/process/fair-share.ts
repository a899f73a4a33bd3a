import { AsyncLocalStorage } from 'node:async_hooks';

/** Lets the organizations that this process works for share the database, and with it the processor. */
export interface FairShare {
  /** Does a part of `sharing` work for the organization, as soon as it may begin. Any other work begins at once. */
  during<T>(organizationId: string, work: () => Promise<T>): Promise<T>;
}

const isSharing = new AsyncLocalStorage<true>();

/** Each part of this work waits while its organization has begun as many as others leave to it. */
export const sharing = <T>(work: () => T): T => isSharing.run(true, work);

/** For a part of `sharing` work that must not come late. */
export const atOnce = <T>(work: () => T): T => isSharing.exit(work);

/** The parts that an organization does at a time while another one has something to do. */
const mostBesideOthers = 2;
// Between two messages of a busy hour an organization counts as idle no more than between two parts of an answer.
const idleMilliseconds = 1_000;

/** The parts of an organization, some of which may wait. */
interface Line {
  running: number;
  waiting: (() => void)[];
  /** When its last part ended, by `performance.now`. */
  ended: number;
}

/**
 * A part is a transaction, which waits for nothing outside: so an organization that waits for a vendor or a model takes nothing from
 * others, and nothing that has begun depends on what waits here. An organization alone does as many parts as there are connections.
 */
export function createFairShare(connections: number): FairShare {
  const lines = new Map<string, Line>();
  const most = (line: Line) => (isAlone(lines, line) ? connections : Math.min(mostBesideOthers, connections));
  // What waits always has a running part of its own organization before it, and begins at its end.
  const end = (line: Line): void => {
    line.running -= 1;
    line.ended = performance.now();
    while (line.waiting.length > 0 && line.running < most(line)) {
      line.running += 1;
      line.waiting.shift()?.();
    }
  };
  return {
    async during(organizationId, work) {
      if (organizationId === '' || !isSharing.getStore()) return work();
      const line = lines.get(organizationId) ?? { running: 0, waiting: [], ended: -Infinity };
      lines.set(organizationId, line);
      if (line.waiting.length === 0 && line.running < most(line)) line.running += 1;
      else await new Promise<void>((resolve) => line.waiting.push(resolve));
      try {
        return await work();
      } finally {
        end(line);
      }
    },
  };
}

/** Forgets the others that it finds idle. */
function isAlone(lines: Map<string, Line>, line: Line): boolean {
  const idleSince = performance.now() - idleMilliseconds;
  for (const [organizationId, other] of lines) {
    if (other === line) continue;
    if (other.running > 0 || other.ended > idleSince) return false;
    lines.delete(organizationId);
  }
  return true;
}
