import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';

/** Jobs that people wait for, as this process works on them; what runs in the background gives way to them. */
export interface Foreground {
  /** Counts the work until it has ended, however it ends. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when nobody waits, or after the given milliseconds: a steady load delays the background and never stops it. */
  idle(most: number): Promise<void>;
}

/** From one step of an answer to the next it takes a moment until the job is fetched. */
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
      await breathe();
      while (isBusy() && performance.now() < latest) await sleep(lookMilliseconds);
    },
  };
}
