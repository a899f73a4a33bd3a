import { updateConversation, type Conversation } from '@desk/contract/conversations';
import type { BodyOf } from '@desk/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { alreadyShown, useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { toast } from '../../ui/show/toast.tsx';
import { conversationReads, patchConversation } from '../thread/use-conversation.ts';
import { inboxWords } from '../words/inbox-words.ts';
import { stepsBack } from './former-status.logic.ts';

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
  const [formers] = useState(() => new WeakMap<Edit, Edit[]>());
  const back = useSave(updateConversation, { refresh: conversationReads });
  const save = useSave(updateConversation, {
    refresh: conversationReads,
    optimistic: (now, { body: { status, snoozed_until: until = null } }) =>
      patchConversation(now, id, status === undefined ? {} : { status, snoozed_until: until }),
    saved: (reply, { body }) => {
      patchConversation(cache, id, reply);
      const undo = async () => {
        for (const each of formers.get(body) ?? []) await back.mutateAsync({ params, body: each });
      };
      const offer = (words: string) => toast(words, { label: t('undo'), run: () => void undo().catch(alreadyShown) });
      if (body.status && body.status !== 'open') offer(t(`status_${body.status}`));
      if (body.assignee_id === undefined) return;
      const { assignee } = reply;
      offer(assignee ? t('assignedToast', { name: assignee.name }) : t('unassignedToast'));
    },
  });
  return async (body: Edit): Promise<void> => {
    formers.set(body, formersOf(conversation, body));
    await save.mutateAsync({ params, body }).catch(alreadyShown);
  };
}

/** What undoes a change, in order. */
const formersOf = (conversation: Conversation, { assignee_id, status }: Edit): Edit[] =>
  assignee_id === undefined
    ? stepsBack(conversation, status, Date.now())
    : [{ assignee_id: conversation.assignee?.id ?? null }];
