import { handOverConversation } from '@desk/contract/conversations';
import type { Standing } from '../../api/session.ts';
import { useStanding } from '../../ui/data/use-standing.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { conversationReads, patchConversation } from '../thread/use-conversation.ts';
import { inboxWords } from '../words/inbox-words.ts';

/** The person who takes a conversation over answers it: it is theirs, keeps its place, and no team is notified. */
export const takenBy = (standing: Standing) =>
  ({ to: 'human', destination_id: null, assignee_id: standing.kind === 'in' ? standing.me.id : null }) as const;

/** Gives a conversation to people or to the AI, shown at once. `saved` is called when the server has agreed. */
export function useHandover(saved: () => unknown = () => {}) {
  const t = useWords(inboxWords);
  const standing = useStanding();
  const me = standing.kind === 'in' ? standing.me : null;
  return useSave(handOverConversation, {
    refresh: conversationReads,
    saved: () => void saved(),
    optimistic: (cache, { params, body }) =>
      patchConversation(cache, params.id, {
        owner: body.to,
        ...(body.to === 'human' ? { ai_state: null, status: 'open' } : { assignee: null, ai_state: 'idle' }),
        ...(me && body.assignee_id === me.id ? { assignee: { id: me.id, name: me.name } } : {}),
      }),
    done: ({ conversation }, { body }) => {
      if (body.to === 'ai') return t('handedBack');
      const { destination } = conversation;
      const passedOn = body.destination_id ? destination : null;
      return passedOn && me ? t('handedTo', { name: passedOn.name }) : t('takenOver');
    },
  });
}
