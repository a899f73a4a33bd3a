import { Worker } from 'node:worker_threads';

export interface Watch {
  /** A pointer of the clock that both sides see: the event loop turns it, the thread looks whether it has moved. */
  beats: SharedArrayBuffer;
  everyMilliseconds: number;
  /** This many checks in a row without progress end the process. */
  mostMissed: number;
}

/**
 * Ends the process with SIGKILL when its event loop has stood still for two minutes, so that its supervisor starts it
 * again: neither a signal nor a health check can move it any more. What it held is taken up after its leases (docs/promises.md).
 * Looks are counted and not time, so a machine that has slept is not mistaken for a loop that hangs.
 */
export function watchEventLoop({ everyMilliseconds = 5_000, mostMissed = 24 }: Partial<Watch> = {}): void {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const pointer = new Int32Array(beats);
  setInterval(() => Atomics.add(pointer, 0, 1), everyMilliseconds / 2).unref();
  const watch: Watch = { beats, everyMilliseconds, mostMissed };
  new Worker(new URL('watchdog-thread.ts', import.meta.url), { workerData: watch }).unref();
}
