import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats `round` with a pause before each, never two at once. `round` must catch its own errors. Returns a function that stops:
 * at once during a pause, otherwise after the running round.
 */
export function repeat(pauseMilliseconds: number, round: () => Promise<unknown>): () => Promise<void> {
  const end = new AbortController();
  const rounds = goOn(pauseMilliseconds, round, end.signal);
  return async () => {
    end.abort();
    await rounds;
  };
}

async function goOn(pauseMilliseconds: number, round: () => Promise<unknown>, end: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(pauseMilliseconds, undefined, { signal: end }).catch(() => {});
    if (end.aborted) return;
    await round();
  }
}
