const watchers = new Set<() => void>();
let stale = false;

/** Every answer of the API names the version of the client that the server serves: if it differs, this client is old. */
export function noteVersion(served: string | null): void {
  if (stale || !served || served === __APP_VERSION__) return;
  stale = true;
  for (const watcher of watchers) watcher();
}

export const isStale = (): boolean => stale;

export function watchVersion(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
