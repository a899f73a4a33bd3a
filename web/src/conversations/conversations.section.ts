import { countConversations } from '@desk/contract/queue';
import { IconInbox } from '@tabler/icons-react';
import { useLoaded } from '../ui/data/use-loaded.ts';
import type { Section } from '../ui/page/page-definition.ts';
import { inboxWords } from './words/inbox-words.ts';

export const inboxSection: Section = {
  key: 'i',
  path: '/inbox',
  also: ['/customers'],
  icon: IconInbox,
  label: () => inboxWords('section'),
  useCount: () => {
    const counts = useLoaded(countConversations, {}, { live: ['conversation.updated'] });
    const { waiting = 0, approval = 0 } = counts.data?.views ?? {};
    const count = waiting + approval;
    return count === 0 ? null : { count, label: inboxWords('sectionCount', { count }) };
  },
};
