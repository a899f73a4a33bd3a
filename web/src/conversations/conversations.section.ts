import { listConversations } from '@desk/contract/conversations';
import { IconInbox } from '@tabler/icons-react';
import { useLoaded } from '../ui/data/use-loaded.ts';
import type { Section } from '../ui/page/page-definition.ts';
import { inboxWords } from './words/inbox-words.ts';

export const inboxSection: Section = {
  key: 'i',
  path: '/inbox',
  icon: IconInbox,
  label: () => inboxWords('section'),
  useCount: () => {
    const waiting = useLoaded(
      listConversations,
      { query: { owner: 'human', status: 'open', limit: 100 } },
      { live: ['conversation.updated'] },
    );
    const count = waiting.data?.items.length ?? 0;
    return count === 0 ? null : { count, label: inboxWords('sectionCount', { count }) };
  },
};
