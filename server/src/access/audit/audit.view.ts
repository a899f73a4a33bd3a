import type { AuditEvent } from '@desk/contract/audit';
import type { pageOfAuditEvents } from './audit.store.ts';

type Row = Awaited<ReturnType<typeof pageOfAuditEvents>>[number];

export const viewAuditEvent = ({ id, at, actor, action, subject, changes, ip, request_id }: Row): AuditEvent => ({
  id,
  at: at.toISOString(),
  actor,
  action,
  subject,
  changes,
  ip,
  request_id,
});
