import { updateConversation, type Conversation } from '@desk/contract/conversations';
import type { BodyOf } from '@desk/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { toast } from '../../ui/show/toast.tsx';
import { conversationReads, patchConversation } from '../thread/use-conversation.ts';
import { inboxWords } from '../words/inbox-words.ts';

export type Edit = BodyOf<typeof updateConversation>;

/** Changes status, tags or assignee, shown at once; resolving can be undone. */
export function useEdit(conversation: Conversation) {
  const t = useWords(inboxWords);
  const cache = useQueryClient();
  const params = { id: conversation.id };
  const undo = async () => {
    await call(updateConversation, { params, body: { status: 'open' } });
    await Promise.all(conversationReads.map((name) => cache.invalidateQueries({ queryKey: [name] })));
  };
  const save = useSave(updateConversation, {
    refresh: conversationReads,
    optimistic: (now, { body }) =>
      patchConversation(now, conversation.id, body.status === undefined ? {} : { status: body.status }),
    saved: (_reply, { body }) => {
      if (body.status === 'resolved') toast(t('resolvedToast'), { label: t('undo'), run: () => void undo() });
    },
  });
  return (body: Edit) => save.mutate({ params, body });
}
