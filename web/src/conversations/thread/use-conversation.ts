import { getConversation, type Conversation } from '@desk/contract/conversations';
import type { ReplyOf } from '@desk/contract/endpoint';
import type { QueryClient } from '@tanstack/react-query';
import { loaded, useLoaded } from '../../ui/data/use-loaded.ts';

export type Thread = ReplyOf<typeof getConversation>;

const live = ['conversation.updated', 'message.created', 'presence.updated'] as const;

export const useConversation = (id: string) => useLoaded(getConversation, { params: { id } }, { live, liveId: id });

/** The operations whose answers a changed conversation makes stale. */
export const conversationReads = ['getConversation', 'listConversations', 'listDecisions'] as const;

/** Applies a change at once to the cached thread and to every cached list. */
export function patchConversation(cache: QueryClient, id: string, change: Partial<Conversation>): void {
  cache.setQueryData<Thread>(loaded(getConversation, { params: { id } }).queryKey, (thread) =>
    thread ? { ...thread, ...change } : thread,
  );
  cache.setQueriesData<{ pages?: { items: Conversation[] }[] }>({ queryKey: ['listConversations'] }, (list) =>
    list?.pages ? { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(patch) })) } : list,
  );
  function patch(row: Conversation): Conversation {
    return row.id === id ? { ...row, ...change } : row;
  }
}
