import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats `round` with a pause before each, never two at once. `round` must catch its own errors. Returns a function that stops:
 * at once during a pause, otherwise after the running round. With `ref: false` a pause does not keep the process alive.
 */
export function repeat(
  pauseMilliseconds: number,
  round: () => Promise<unknown>,
  { ref = true }: { ref?: boolean } = {},
): () => Promise<void> {
  const end = new AbortController();
  const rounds = goOn(() => sleep(pauseMilliseconds, undefined, { signal: end.signal, ref }), round, end.signal);
  return async () => {
    end.abort();
    await rounds;
  };
}

async function goOn(pause: () => Promise<unknown>, round: () => Promise<unknown>, end: AbortSignal): Promise<void> {
  for (;;) {
    await pause().catch(() => {});
    if (end.aborted) return;
    await round();
  }
}
