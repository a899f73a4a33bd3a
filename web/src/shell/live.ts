import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { openLive, type LiveNews, type LiveState } from '../api/live.ts';

let state: LiveState = { kind: 'reconnecting' };
const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const useLiveState = (): LiveState => useSyncExternalStore(watch, () => state);

/** Reads again what an event says has changed: the queries whose `live` names its type. */
export function useLiveUpdates(cache: QueryClient, organizationId: string | undefined): void {
  useEffect(() => {
    if (!organizationId) return;
    return openLive(organizationId, {
      state: (next) => {
        state = next;
        for (const watcher of watchers) watcher();
      },
      news: (news) => void cache.invalidateQueries({ predicate: ({ meta }) => concerns(news, meta?.['live']) }),
    });
  }, [cache, organizationId]);
}

const concerns = (news: LiveNews, live: unknown): boolean =>
  Array.isArray(live) && live.length > 0 && (news.kind === 'reset' || live.includes(news.event.type));
