import type { AuditEvent } from '@desk/contract/audit';

const header = [
  'id',
  'at',
  'actor_type',
  'actor_id',
  'actor_name',
  'action',
  'subject_type',
  'subject_id',
  'subject_name',
  'changes',
  'ip',
  'request_id',
];

/** The entries as a table by RFC 4180. The columns are named like those of the organization's export. */
export const auditCsv = (entries: readonly AuditEvent[]): string =>
  [header, ...entries.map(fieldsOf)].map((fields) => `${fields.map(field).join(',')}\r\n`).join('');

const fieldsOf = ({ id, at, actor, action, subject, changes, ip, request_id: request }: AuditEvent) => [
  id,
  at,
  actor.type,
  actor.id,
  actor.name,
  action,
  subject.type,
  subject.id,
  subject.name ?? '',
  JSON.stringify(changes),
  ip ?? '',
  request ?? '',
];

// A spreadsheet would evaluate a name that begins like a formula; a leading apostrophe makes it text.
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
