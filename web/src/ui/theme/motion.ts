import { useSyncExternalStore } from 'react';

const storedKey = 'frontdesk.motion';
const watchers = new Set<() => void>();

/** Whether somebody asked for less motion here; the system's own wish is heeded in any case. */
const motionReduced = (): boolean => localStorage.getItem(storedKey) === 'reduced';

/** Says it to the style sheets; called once at the start. */
export function heedMotion(): void {
  document.documentElement.dataset['motion'] = motionReduced() ? 'reduced' : 'usual';
}

export function reduceMotion(reduced: boolean): void {
  localStorage.setItem(storedKey, reduced ? 'reduced' : 'usual');
  heedMotion();
  for (const watcher of watchers) watcher();
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const useMotionReduced = (): boolean => useSyncExternalStore(watch, motionReduced);
