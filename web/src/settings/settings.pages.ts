import type { PageDefinition } from '../ui/page/page-definition.ts';

export const settingsPages: readonly PageDefinition[] = [
  {
    path: '/settings',
    load: () => import('./organization/settings.page.tsx').then(({ SettingsPage }) => SettingsPage),
  },
  {
    path: '/settings/profile',
    load: () => import('./profile/profile.page.tsx').then(({ ProfilePage }) => ProfilePage),
  },
  { path: '/settings/members', load: () => import('./people/members.page.tsx').then(({ MembersPage }) => MembersPage) },
  {
    path: '/settings/api-keys',
    load: () => import('./api-keys/api-keys.page.tsx').then(({ ApiKeysPage }) => ApiKeysPage),
  },
  {
    path: '/settings/webhooks',
    load: () => import('./webhooks/webhooks.page.tsx').then(({ WebhooksPage }) => WebhooksPage),
  },
  {
    path: '/settings/webhooks/$id',
    load: () => import('./webhooks/webhook.page.tsx').then(({ WebhookPage }) => WebhookPage),
  },
  { path: '/settings/history', load: () => import('./audit/history.page.tsx').then(({ HistoryPage }) => HistoryPage) },
  { path: '/settings/audit', load: () => import('./audit/audit.page.tsx').then(({ AuditPage }) => AuditPage) },
];
