import { updateConversation, type Conversation } from '@desk/contract/conversations';
import type { BodyOf } from '@desk/contract/endpoint';
import { useRef } from 'react';
import { useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { toast } from '../../ui/show/toast.tsx';
import { conversationReads, patchConversation } from '../thread/use-conversation.ts';
import { inboxWords } from '../words/inbox-words.ts';

export type Edit = BodyOf<typeof updateConversation>;

/** Changes status, tags or assignee; a status is shown at once. Closing or assigning a conversation can be undone. */
export function useEdit(conversation: Conversation) {
  const t = useWords(inboxWords);
  const params = { id: conversation.id };
  // By change: a second one may be made before the first is saved.
  const former = useRef(new WeakMap<Edit, Edit>());
  const back = useSave(updateConversation, { refresh: conversationReads });
  const save = useSave(updateConversation, {
    refresh: conversationReads,
    optimistic: (now, { body }) =>
      patchConversation(now, conversation.id, body.status === undefined ? {} : { status: body.status }),
    saved: ({ assignee }, { body }) => {
      const offer = (words: string) =>
        toast(words, { label: t('undo'), run: () => back.mutate({ params, body: former.current.get(body) ?? {} }) });
      if (body.status && body.status !== 'open') offer(t(`status_${body.status}`));
      if (body.assignee_id === undefined) return;
      const words = assignee ? t('assignedToast', { name: assignee.name }) : t('unassignedToast');
      offer(words);
    },
  });
  return (body: Edit) => {
    former.current.set(body, formerOf(conversation, body));
    save.mutate({ params, body });
  };
}

/** What undoes a change. A snooze whose time has passed meanwhile is not restored. */
function formerOf({ assignee, status, snoozed_until }: Conversation, body: Edit): Edit {
  if (body.assignee_id !== undefined) return { assignee_id: assignee?.id ?? null };
  if (status === 'snoozed' && snoozed_until && Date.parse(snoozed_until) > Date.now()) return { status, snoozed_until };
  return { status: status === 'pending' ? status : 'open' };
}
