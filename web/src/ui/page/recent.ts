import { useSyncExternalStore } from 'react';
import { currentStanding } from '../../api/session.ts';

/** A page about one object, such as a conversation or a document, that was open in this tab. */
export interface RecentPage {
  path: string;
  title: string;
}

const most = 8;
const watchers = new Set<() => void>();
const none: readonly RecentPage[] = [];
let kept: { key: string; pages: readonly RecentPage[] } = { key: '', pages: none };

// Kept per person and organization: titles hold customers' words, which the next person at this tab may not see.
function keyNow(): string | null {
  const standing = currentStanding();
  return standing.kind === 'in' ? `frontdesk.recent:${standing.me.id}:${standing.membership?.organization.id}` : null;
}

const isPage = (each: unknown): each is RecentPage =>
  typeof each === 'object' && each !== null && 'path' in each && 'title' in each && typeof each.title === 'string';

function readKept(key: string): readonly RecentPage[] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(read) ? read.filter(isPage) : none;
  } catch {
    return none;
  }
}

function recentPages(): readonly RecentPage[] {
  const key = keyNow();
  if (!key) return none;
  if (kept.key !== key) kept = { key, pages: readKept(key) };
  return kept.pages;
}

/** Remembers a page whose address ends with an id; the palette lists sections anyway. */
export function noteRecent(path: string, title: string): void {
  const key = keyNow();
  if (!key || !/\/[0-9a-f]{8}-[0-9a-f-]{27}$/.test(path)) return;
  const pages = [{ path, title }, ...recentPages().filter((each) => each.path !== path)].slice(0, most);
  kept = { key, pages };
  try {
    sessionStorage.setItem(key, JSON.stringify(pages));
  } catch {
    // Storage is full: the recent pages are kept in memory until the page is reloaded.
  }
  for (const watcher of watchers) watcher();
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const useRecentPages = (): readonly RecentPage[] => useSyncExternalStore(watch, recentPages);
