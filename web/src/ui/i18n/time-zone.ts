import { useSyncExternalStore } from 'react';

const storedKey = 'frontdesk.time-zone';
const watchers = new Set<() => void>();

/** The zone in which times are shown; undefined: the browser's own. */
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

// Another browser's list of zones, or a hand in the storage: a zone that is unknown here would make every time throw.
function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
