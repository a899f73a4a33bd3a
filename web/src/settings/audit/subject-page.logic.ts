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

/** Returns the page of an entry's subject, or null if the subject has no page or the entry records its removal. */
export function pageOf({ subject, action }: Pick<AuditEvent, 'subject' | 'action'>): string | null {
  const page = /\.(deleted|removed|revoked|erased)$/.test(action) ? undefined : pages[subject.type];
  return page?.replace(':id', subject.id) ?? null;
}
