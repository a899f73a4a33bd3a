import type { Query, QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { openLive, type LiveNews, type LiveState } from '../api/live.ts';
import { readAgain } from '../ui/data/read-again.ts';

let state: LiveState = { kind: 'connecting' };
const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const useLiveState = (): LiveState => useSyncExternalStore(watch, () => state);

/** Refetches the queries whose `live` names the type of an event. */
export function useLiveUpdates(cache: QueryClient, organizationId: string | undefined): void {
  useEffect(() => {
    if (!organizationId) return;
    return openLive(organizationId, {
      state: (next) => {
        state = next;
        for (const watcher of watchers) watcher();
      },
      news: batched((all) => {
        void readAgain(cache, { predicate: (query) => all.some((news) => concerns(news, query)) });
        if (all.some(isRare)) void cache.invalidateQueries({ predicate: isUnwatched, refetchType: 'none' });
      }),
    });
  }, [cache, organizationId]);
}

// Milliseconds between refetches: a busy desk has many events a second, and a page refetches a few times a second at most.
const pause = 300;

function batched(deliver: (all: readonly LiveNews[]) => unknown): (news: LiveNews) => void {
  let pending: LiveNews[] = [];
  return (news) => {
    pending.push(news);
    if (pending.length > 1) return;
    setTimeout(() => {
      const all = pending;
      pending = [];
      deliver(all);
    }, pause);
  };
}

// Whether an event happens rarely enough to mark names and choices as stale that no component keeps up to date. They are then read
// again when they are next shown: a page that does keep them up to date would otherwise take them for new. Conversations and
// presence change all the time and do not affect names.
const isRare = (news: LiveNews): boolean =>
  news.kind === 'reset' || !/^(conversation|message|presence)\./.test(news.event.type);
const isUnwatched = ({ meta }: Query): boolean => !Array.isArray(meta?.['live']) || meta['live'].length === 0;

// Look at all observers: an entry itself has the options of the component that was rendered last, and another one that shows it may
// listen to other events.
const concerns = (news: LiveNews, query: Query): boolean =>
  [query, ...query.observers.map(({ options }) => options)].some(({ meta }) => namesIt(news, meta));

function namesIt(news: LiveNews, meta: Record<string, unknown> | undefined): boolean {
  const { live, liveId } = meta ?? {};
  if (!Array.isArray(live) || live.length === 0) return false;
  if (news.kind === 'reset') return true;
  const { type, data } = news.event;
  return live.includes(type) && (!liveId || data['id'] === liveId || data['conversation_id'] === liveId);
}
