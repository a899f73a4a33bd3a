import type { PageDefinition } from '../ui/page/page-definition.ts';

export const conversationPages: readonly PageDefinition[] = [
  // The queue and a conversation share one page: the queue keeps its scroll position while people move through it.
  { path: '/inbox/{-$id}', load: () => import('./inbox.page.tsx').then(({ InboxPage }) => InboxPage) },
  { path: '/customers', load: () => import('./customers/customers.page.tsx').then((page) => page.CustomersPage) },
  { path: '/customers/$id', load: () => import('./customers/customer.page.tsx').then((page) => page.CustomerPage) },
];
