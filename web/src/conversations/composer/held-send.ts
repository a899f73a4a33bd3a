import { useSyncExternalStore } from 'react';
import { finishFirst } from '../../api/session.ts';

/** How long a reply waits before it is sent, so that it can be taken back. */
const holdMilliseconds = 5_000;

interface Held {
  timer: ReturnType<typeof setTimeout>;
  send: () => Promise<unknown>;
}

// Kept outside the components: a reply is sent even if another conversation has been opened in the meantime.
const held = new Map<string, Held>();
const changes = new Map<string, number>();
const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

function changed(): void {
  // Closing the tab now would not send the reply, so the browser asks first. The draft keeps the text in any case.
  if (held.size > 0) addEventListener('beforeunload', askFirst);
  else removeEventListener('beforeunload', askFirst);
  for (const watcher of watchers) watcher();
}
const askFirst = (event: Event) => event.preventDefault();

/** Sends the draft of this key in five seconds, unless it is taken back. */
export function hold(key: string, send: () => Promise<unknown>): void {
  takeBack(key);
  held.set(key, { send, timer: setTimeout(() => void sendNow(key), holdMilliseconds) });
  changed();
}

export async function sendNow(key: string): Promise<void> {
  const waiting = held.get(key);
  takeBack(key);
  await waiting?.send();
}
// A person who signs out during the five seconds has finished the reply, and nobody would send it later.
finishFirst(() => Promise.all([...held.keys()].map(sendNow)));

export function takeBack(key: string): void {
  clearTimeout(held.get(key)?.timer);
  held.delete(key);
  changed();
}

export const useIsHeld = (key: string): boolean => useSyncExternalStore(watch, () => held.has(key));

/** Records that the stored draft of this key was changed, such as emptied after it was sent: a form that shows it reads it again. */
export function noteStored(key: string): void {
  changes.set(key, timesStored(key) + 1);
  changed();
}
const timesStored = (key: string) => changes.get(key) ?? 0;
export const useTimesStored = (key: string): number => useSyncExternalStore(watch, () => timesStored(key));
