import { IconInbox } from '@tabler/icons-react';
import type { PageDefinition, Section } from '../ui/page/page-definition.ts';
import { inboxWords } from './inbox-words.ts';

export const conversationPages: readonly PageDefinition[] = [
  { path: '/inbox', load: () => import('./inbox.page.tsx').then(({ InboxPage }) => InboxPage) },
];

export const inboxSection: Section = { key: 'i', path: '/inbox', icon: IconInbox, label: () => inboxWords('section') };
