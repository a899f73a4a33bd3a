import { Worker } from 'node:worker_threads';

export interface Watch {
  /** A shared counter: the event loop increments it, and the thread checks that it changes. */
  beats: SharedArrayBuffer;
  everyMilliseconds: number;
  /** This many checks in a row without progress end the process. */
  mostMissed: number;
}

/**
 * Ends the process with SIGKILL when its event loop has been blocked for two minutes, so that its supervisor restarts it: it can
 * no longer handle a signal or a health check. Its work is taken up after its leases (docs/promises.md).
 * Counts checks instead of time, so that a machine that has slept is not mistaken for a blocked loop.
 */
export function watchEventLoop({ everyMilliseconds = 5_000, mostMissed = 24 }: Partial<Watch> = {}): void {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const pointer = new Int32Array(beats);
  setInterval(() => Atomics.add(pointer, 0, 1), everyMilliseconds / 2).unref();
  const watch: Watch = { beats, everyMilliseconds, mostMissed };
  new Worker(new URL('watchdog-thread.ts', import.meta.url), { workerData: watch }).unref();
}
