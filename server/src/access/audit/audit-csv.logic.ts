import type { Actor, Changes, Subject } from '@desk/contract/audit';

interface Entry {
  sequence: number;
  at: string;
  actor: Actor;
  action: string;
  subject: Subject;
  changes: Changes;
  ip: string | null;
  request_id: string | null;
  previous_hash: string;
  hash: string;
}

/** The first line of an export: the column names, in the order of `csvLine`. */
export const csvHeader =
  'sequence,at,actor_type,actor_id,actor_name,action,subject_type,subject_id,subject_name,changes,ip,request_id,previous_hash,hash\r\n';

/** One line by RFC 4180. */
export function csvLine(entry: Entry): string {
  const { actor, subject } = entry;
  const who = [actor.type, actor.id, actor.name];
  const what = [entry.action, subject.type, subject.id, subject.name ?? '', JSON.stringify(entry.changes)];
  const from = [entry.ip ?? '', entry.request_id ?? '', entry.previous_hash, entry.hash];
  return `${[String(entry.sequence), entry.at, ...who, ...what, ...from].map(field).join(',')}\r\n`;
}

// A spreadsheet would evaluate a name that begins like a formula; a leading apostrophe makes it text.
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
