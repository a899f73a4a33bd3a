import { useSyncExternalStore } from 'react';

function watch(watcher: () => void): () => void {
  addEventListener('online', watcher);
  addEventListener('offline', watcher);
  return () => {
    removeEventListener('online', watcher);
    removeEventListener('offline', watcher);
  };
}

export const isOnline = (): boolean => navigator.onLine;

/** Whether the browser has a network: without one, what would change something is disabled and says so. */
export const useOnline = (): boolean => useSyncExternalStore(watch, isOnline);
