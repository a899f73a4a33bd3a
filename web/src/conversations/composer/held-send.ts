import { useSyncExternalStore } from 'react';

/** How long a reply waits before it goes, for the case that one wants it back. */
const holdMilliseconds = 5_000;

interface Held {
  timer: ReturnType<typeof setTimeout>;
  send: () => void;
}

// Not in a component: a reply goes also when another conversation has been opened in the meantime.
const held = new Map<string, Held>();
const sent = new Map<string, number>();
const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

function changed(): void {
  // A tab that closes now would not send: the browser asks first. The words are kept as a draft in any case.
  if (held.size > 0) addEventListener('beforeunload', askFirst);
  else removeEventListener('beforeunload', askFirst);
  for (const watcher of watchers) watcher();
}
const askFirst = (event: Event) => event.preventDefault();

/** Sends in five seconds what is kept under the key of its draft, unless it is taken back. */
export function hold(key: string, send: () => void): void {
  takeBack(key);
  held.set(key, { send, timer: setTimeout(() => sendNow(key), holdMilliseconds) });
  changed();
}

export function sendNow(key: string): void {
  const waiting = held.get(key);
  takeBack(key);
  waiting?.send();
}

export function takeBack(key: string): void {
  clearTimeout(held.get(key)?.timer);
  held.delete(key);
  changed();
}

export const useIsHeld = (key: string): boolean => useSyncExternalStore(watch, () => held.has(key));

/** It has arrived: the draft of this key is over, wherever it is shown. */
export function noteSent(key: string): void {
  sent.set(key, timesSent(key) + 1);
  changed();
}
const timesSent = (key: string) => sent.get(key) ?? 0;
export const useTimesSent = (key: string): number => useSyncExternalStore(watch, () => timesSent(key));
