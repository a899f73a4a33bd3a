import type { AuditEvent } from '@desk/contract/audit';

const pages: Readonly<Record<string, string>> = {
  api_key: '/settings/api-keys',
  collection: '/knowledge/:id',
  connector: '/connectors/:id',
  conversation: '/inbox/:id',
  customer: '/customers/:id',
  destination: '/routing/destinations',
  document: '/knowledge/documents/:id',
  email_domain: '/channels/email',
  finding: '/knowledge/health',
  invitation: '/settings/members',
  member: '/settings/members',
  organization: '/settings',
  policy: '/routing/history',
  rule: '/routing/rules/:id',
  run: '/validation/runs/:id',
  settings: '/settings/history',
  suite: '/validation/suite',
  tag: '/routing/tags',
  webhook_endpoint: '/settings/webhooks/:id',
  workspace: '/settings/members',
};

/** The channel, or the drive, that an entry is about; it has no name of its own. */
export const channelOf = ({ type, id }: AuditEvent['subject']) =>
  ['integration', 'channel', 'inbound_secret'].includes(type) && Object.hasOwn(channels, id)
    ? channels[id as keyof typeof channels]
    : null;

const channels = {
  chatdesk: { word: 'channel_chatdesk', page: '/channels/chatdesk' },
  ticketdesk: { word: 'channel_ticketdesk', page: '/channels/ticketdesk' },
  email: { word: 'channel_email', page: '/channels/email' },
  'cloud-drive': { word: 'channel_drive', page: '/knowledge/drive' },
} as const;

/** Returns the page of an entry's subject, or null if the subject has no page or the entry records its removal. */
export function pageOf({ subject, action }: Pick<AuditEvent, 'subject' | 'action'>): string | null {
  const channel = channelOf(subject);
  if (channel) return channel.page;
  const page = /\.(deleted|removed|revoked|erased)$/.test(action) ? undefined : pages[subject.type];
  return page?.replace(':id', subject.id) ?? null;
}
