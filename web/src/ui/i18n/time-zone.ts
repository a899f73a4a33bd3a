import { useSyncExternalStore } from 'react';

const storedKey = 'frontdesk.time-zone';
const watchers = new Set<() => void>();

/** The zone in which times are shown; undefined means the browser's own. */
export function timeZone(): string | undefined {
  const stored = localStorage.getItem(storedKey);
  return stored !== null && isZone(stored) ? stored : undefined;
}

export function chooseTimeZone(zone: string | null): void {
  if (zone === null) localStorage.removeItem(storedKey);
  else localStorage.setItem(storedKey, zone);
  for (const watcher of watchers) watcher();
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const useTimeZone = (): string | undefined => useSyncExternalStore(watch, timeZone);

// The stored zone may come from another browser or be edited by hand; formatting with an unknown zone throws.
function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
