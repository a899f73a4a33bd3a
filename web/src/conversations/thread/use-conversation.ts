import { getConversation, type Conversation } from '@desk/contract/conversations';
import type { ReplyOf } from '@desk/contract/endpoint';
import type { QueryClient } from '@tanstack/react-query';
import { loaded, useLoaded } from '../../ui/data/use-loaded.ts';

export type Thread = ReplyOf<typeof getConversation>;

const live = ['conversation.updated', 'message.created', 'presence.updated'] as const;

export const useConversation = (id: string) => useLoaded(getConversation, { params: { id } }, { live, liveId: id });

/** What a change of a conversation makes out of date. */
export const conversationReads = ['getConversation', 'listConversations', 'listDecisions'] as const;

/** Shows a change at once, in the open thread and in every list. */
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
