import type { Actor, AuditEvent, Changes, listAuditEvents, Subject } from '@desk/contract/audit';
import type { FilledQueryOf } from '@desk/contract/endpoint';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { newId } from '../../platform/process/ids.ts';
import { notFound } from '../../platform/http/errors.ts';
import { decodeCursor, pageOf } from '../../platform/http/page.ts';
import { beforeCommit, inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Language } from '../../platform/words/say.ts';
import { changesBetween } from './audit.logic.ts';
import { appendAuditEvent, findAuditEvent, pageOfAuditEvents } from './audit.store.ts';

export type { Actor } from '@desk/contract/audit';

/** The request behind a change. */
export interface Origin {
  ip: string;
  requestId: string;
  /** The `User-Agent`, at most 300 characters. */
  client: string | null;
  /** The language that the request prefers. */
  language: Language;
}

/** An actor inside one organization. Without `origin` it is the system or an operator at the machine. */
export interface Acting extends OrganizationScope {
  actor: Actor;
  origin: Origin | null;
}

/** `action` is `subject.verb` in the past tense. `changes` contain no secret, not even a former one. */
export interface AuditEntry {
  action: string;
  subject: Subject;
  changes?: Changes;
}

/**
 * Writes one entry of the audit log if, and only if, `tx` commits. The log is append-only; each entry contains the digest of
 * the previous one (docs/promises.md, audit and logs).
 */
export function record(desk: Desk, tx: Tx, acting: Acting, entry: AuditEntry): void {
  const at = desk.clock.now();
  const event = {
    organization_id: acting.organizationId,
    id: newId(at.getTime()),
    at,
    actor: acting.actor,
    action: entry.action,
    subject: entry.subject,
    changes: entry.changes ?? {},
    ip: acting.origin?.ip ?? null,
    request_id: acting.origin?.requestId ?? null,
  };
  beforeCommit(tx, () => appendAuditEvent(tx, event));
}

interface AuditedEdit<Row, Field> extends Omit<AuditEntry, 'changes'> {
  before: Partial<Row>;
  after: Partial<Row>;
  fields: readonly Field[];
}

/** As `record`, for an edited row. Writes nothing if these fields are unchanged. Name no field that holds a secret. */
export function recordEdit<Row extends object, Field extends keyof Row & string>(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { action, subject, before, after, fields }: AuditedEdit<Row, Field>,
): void {
  const changes = changesBetween<Row, Field>(before, after, fields);
  if (Object.keys(changes).length > 0) record(desk, tx, acting, { action, subject, changes });
}

/** Newest first. Throws 422 for a bad cursor. */
export async function showAuditEvents(
  desk: Desk,
  scope: OrganizationScope,
  { limit, cursor, action, subject_id, since }: FilledQueryOf<typeof listAuditEvents>,
): Promise<{ items: AuditEvent[]; next_cursor: string | null }> {
  const position = decodeCursor(cursor, 1);
  const before = position === null ? null : Number(position[0]);
  const filter = { action, subjectId: subject_id, since: since === undefined ? undefined : new Date(since) };
  const found = await inScope(desk.db, scope, (tx) => pageOfAuditEvents(tx, scope, { ...filter, before, limit }));
  const { rows, next_cursor } = pageOf(found, limit, (row) => [row.sequence]);
  return { items: rows.map(viewAuditEvent), next_cursor };
}

/** Throws 404. */
export const showAuditEvent = (desk: Desk, scope: OrganizationScope, id: string): Promise<AuditEvent> =>
  inScope(desk.db, scope, async (tx) => {
    const row = await findAuditEvent(tx, scope, id);
    if (!row) throw notFound();
    return viewAuditEvent(row);
  });

type AuditRow = Awaited<ReturnType<typeof pageOfAuditEvents>>[number];

const viewAuditEvent = ({ id, at, actor, action, subject, changes, ip, request_id }: AuditRow): AuditEvent => ({
  id,
  at: at.toISOString(),
  actor,
  action,
  subject,
  changes,
  ip,
  request_id,
});
