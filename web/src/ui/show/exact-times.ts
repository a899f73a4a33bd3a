import { useSyncExternalStore } from 'react';

// Until the client is loaded anew: “5 minutes ago” is what people want to read all day.
let exact = false;
const watchers = new Set<() => void>();

/** Shows the exact times everywhere, for people who cannot hover, or relative ones again. */
export function toggleExactTimes(): void {
  exact = !exact;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

export const useExactTimes = (): boolean => useSyncExternalStore(watch, () => exact);
