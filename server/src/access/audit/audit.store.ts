import type { Actor, Changes, Subject } from '@desk/contract/audit';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

export interface NewAuditEvent {
  organization_id: string;
  id: string;
  at: Date;
  actor: Actor;
  action: string;
  subject: Subject;
  changes: Changes;
  ip: string | null;
  request_id: string | null;
}

/** The only way to write an entry: `append_audit_event` links it into the organization's chain. */
export async function appendAuditEvent(tx: Tx, event: NewAuditEvent): Promise<void> {
  const row = JSON.stringify(event);
  await sql`select append_audit_event(jsonb_populate_record(null::audit_event, ${row}::jsonb))`.execute(tx);
}

export interface AuditFilter {
  action: string | undefined;
  subjectId: string | undefined;
  since: Date | undefined;
  /** Events with a smaller sequence number only. */
  before: number | null;
  limit: number;
}

const shown = ['id', 'sequence', 'at', 'actor', 'action', 'subject', 'changes', 'ip', 'request_id'] as const;

export const findAuditEvent = (tx: Tx, scope: OrganizationScope, id: string) =>
  tx
    .selectFrom('audit_event')
    .select(shown)
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Newest first; one row more than `limit` if there is a next page. */
export function pageOfAuditEvents(tx: Tx, scope: OrganizationScope, filter: AuditFilter) {
  let query = tx.selectFrom('audit_event').select(shown).where('organization_id', '=', scope.organizationId);
  if (filter.action !== undefined) query = query.where('action', '=', filter.action);
  if (filter.subjectId !== undefined) query = query.where('subject_id', '=', filter.subjectId);
  if (filter.since !== undefined) query = query.where('at', '>=', filter.since);
  if (filter.before !== null) query = query.where('sequence', '<', filter.before);
  return query
    .orderBy('sequence', 'desc')
    .limit(filter.limit + 1)
    .execute();
}
