import { onlineManager } from '@tanstack/react-query';
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

/** True if the browser has a network. Without one, controls that change something are disabled and give that as the reason. */
export const useOnline = (): boolean => useSyncExternalStore(watch, isOnline);

/** Runs the reads that wait for a network at once: the browser may be wrong about having none. */
export async function readAnyway(read: () => unknown): Promise<void> {
  onlineManager.setOnline(true);
  await read();
  onlineManager.setOnline(isOnline());
}
