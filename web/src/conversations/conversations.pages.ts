import type { PageDefinition } from '../ui/page/page-definition.ts';

export const conversationPages: readonly PageDefinition[] = [
  // One page for the queue and for a conversation: the queue keeps its place while one moves through it.
  { path: '/inbox/{-$id}', load: () => import('./inbox.page.tsx').then(({ InboxPage }) => InboxPage) },
];
