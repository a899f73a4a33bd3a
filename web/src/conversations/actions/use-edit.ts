import { updateConversation, type Conversation } from '@desk/contract/conversations';
import type { BodyOf } from '@desk/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { toast } from '../../ui/show/toast.tsx';
import { conversationReads, patchConversation } from '../thread/use-conversation.ts';
import { inboxWords } from '../words/inbox-words.ts';

export type Edit = BodyOf<typeof updateConversation>;

/**
 * Changes status, tags or assignee; a status is shown at once. Closing or assigning a conversation can be undone. Resolves when the
 * server has answered, also if it refused.
 */
export function useEdit(conversation: Conversation) {
  const t = useWords(inboxWords);
  const cache = useQueryClient();
  const { id } = conversation;
  const params = { id };
  // Kept for each change: another one may be made before this one is answered.
  const [formers] = useState(() => new WeakMap<Edit, Edit>());
  const back = useSave(updateConversation, { refresh: conversationReads });
  const save = useSave(updateConversation, {
    refresh: conversationReads,
    optimistic: (now, { body }) => patchConversation(now, id, body.status === undefined ? {} : { status: body.status }),
    saved: (reply, { body }) => {
      patchConversation(cache, id, reply);
      const former = formers.get(body) ?? {};
      const offer = (words: string) =>
        toast(words, { label: t('undo'), run: () => back.mutate({ params, body: former }) });
      if (body.status && body.status !== 'open') offer(t(`status_${body.status}`));
      if (body.assignee_id === undefined) return;
      const { assignee } = reply;
      offer(assignee ? t('assignedToast', { name: assignee.name }) : t('unassignedToast'));
    },
  });
  return async (body: Edit): Promise<void> => {
    formers.set(body, formerOf(conversation, body));
    await save.mutateAsync({ params, body }).catch(alreadyShown);
  };
}

/** `useSave` shows why a change failed. */
const alreadyShown = () => {};

/** What undoes a change. A snooze whose time has passed meanwhile is not restored. */
function formerOf({ assignee, status, snoozed_until }: Conversation, body: Edit): Edit {
  if (body.assignee_id !== undefined) return { assignee_id: assignee?.id ?? null };
  if (status === 'snoozed' && snoozed_until && Date.parse(snoozed_until) > Date.now()) return { status, snoozed_until };
  return { status: status === 'pending' ? status : 'open' };
}
