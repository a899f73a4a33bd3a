import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Tracks the jobs of this process that people wait for. Background work gives way to them. */
export interface Foreground {
  /** Counts the work as running until it ends or fails. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when nobody waits, or after the given milliseconds: a steady load delays background work but never stops it. */
  idle(most: number): Promise<void>;
}

/** Between two steps of an answer it takes a moment until the next job is fetched. */
const gapMilliseconds = 30;
const lookMilliseconds = 10;

export function createForeground(): Foreground {
  let running = 0;
  let ended = -Infinity;
  const isBusy = () => running > 0 || performance.now() - ended < gapMilliseconds;
  return {
    async during(work) {
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        ended = performance.now();
      }
    },
    async idle(most) {
      const latest = performance.now() + most;
      await nextTurn();
      while (isBusy() && performance.now() < latest) await sleep(lookMilliseconds);
    },
  };
}
