import { useSyncExternalStore } from 'react';

const storedKey = 'frontdesk.motion';
const watchers = new Set<() => void>();

/** True if the person chose less motion in this browser; the system's setting is respected in any case. */
const motionReduced = (): boolean => localStorage.getItem(storedKey) === 'reduced';

/** Passes the setting to the style sheets; called once at the start. */
export function applyMotion(): void {
  document.documentElement.dataset['motion'] = motionReduced() ? 'reduced' : 'usual';
}

export function reduceMotion(reduced: boolean): void {
  localStorage.setItem(storedKey, reduced ? 'reduced' : 'usual');
  applyMotion();
  for (const watcher of watchers) watcher();
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const useMotionReduced = (): boolean => useSyncExternalStore(watch, motionReduced);
