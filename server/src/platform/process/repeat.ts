import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Rounds with a pause before each, never two at once; a round that may fail catches that itself. Returns what ends them:
 * at once in a pause, else with the round that runs.
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
