import { AsyncLocalStorage } from 'node:async_hooks';

/** Divides the database, and with it the processor, fairly between the organizations for which this process works. */
export interface FairShare {
  /** Runs one part of `sharing` work for the organization as soon as its share allows it. Any other work runs at once. */
  during<T>(organizationId: string, work: () => Promise<T>): Promise<T>;
}

const isSharing = new AsyncLocalStorage<true>();

/** Marks work whose parts wait while their organization uses its whole share. */
export const sharing = <T>(work: () => T): T => isSharing.run(true, work);

/** Runs a part of `sharing` work without waiting, because it must not be late. */
export const atOnce = <T>(work: () => T): T => isSharing.exit(work);

/** How many parts an organization runs at a time while another organization is busy. */
const mostBesideOthers = 2;
// Longer than the pauses between two parts of an answer, and between two messages of a busy hour: such an organization is not idle.
const idleMilliseconds = 1_000;

/** The running and waiting parts of an organization. */
interface Line {
  running: number;
  waiting: (() => void)[];
  /** When its last part ended, by `performance.now`. */
  ended: number;
}

/**
 * A part is a transaction, and a transaction waits for nothing outside the database. So an organization that waits for a vendor or
 * a model uses none of its share, and no running part depends on a waiting one. An organization that is alone runs as many parts as
 * there are connections.
 */
export function createFairShare(connections: number): FairShare {
  const lines = new Map<string, Line>();
  const most = (line: Line) => (isAlone(lines, line) ? connections : Math.min(mostBesideOthers, connections));
  // A waiting part always has a running one of its own organization before it, whose end starts it.
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

/** Whether no other organization is busy. Also forgets the idle ones. */
function isAlone(lines: Map<string, Line>, line: Line): boolean {
  const idleSince = performance.now() - idleMilliseconds;
  for (const [organizationId, other] of lines) {
    if (other === line) continue;
    if (other.running > 0 || other.ended > idleSince) return false;
    lines.delete(organizationId);
  }
  return true;
}
