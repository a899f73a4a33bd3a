import type { PageDefinition } from '../ui/page/page-definition.ts';

const callback = () => import('./callback.page.tsx').then(({ CallbackPage }) => CallbackPage);

export const channelPages: readonly PageDefinition[] = [
  { path: '/channels', load: () => import('./channels.page.tsx').then(({ ChannelsPage }) => ChannelsPage) },
  { path: '/channels/email', load: () => import('./email.page.tsx').then(({ EmailPage }) => EmailPage) },
  { path: '/channels/chatdesk', load: () => import('./helpdesk.page.tsx').then(({ ChatdeskPage }) => ChatdeskPage) },
  {
    path: '/channels/ticketdesk',
    load: () => import('./helpdesk.page.tsx').then(({ TicketdeskPage }) => TicketdeskPage),
  },
  { path: '/channels/stuck', load: () => import('./stuck/stuck.page.tsx').then(({ StuckPage }) => StuckPage) },
  { path: '/channels/$channel/callback', load: callback },
];
