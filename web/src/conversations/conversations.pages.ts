import type { PageDefinition } from '../ui/page/page-definition.ts';

export const conversationPages: readonly PageDefinition[] = [
  // The queue and a conversation share one page: the queue keeps its scroll position while people move through it.
  { path: '/inbox/{-$id}', load: () => import('./inbox.page.tsx').then(({ InboxPage }) => InboxPage) },
];
