import { recordEdit, type Acting } from '../../../access/index.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { lockDocument, type DocumentRow } from './documents.store.ts';

interface DocumentEdit {
  action: 'document.created' | 'document.updated' | 'document.reingested' | 'document.deleted';
  id: string;
  /** null for a new document. */
  before: DocumentRow | null;
}

/** Writes the changed fields of the document to the audit log, never its text. Writes nothing if no field has changed. */
export async function recordDocument(desk: Desk, tx: Tx, acting: Acting, edit: DocumentEdit): Promise<void> {
  const { action, id, before } = edit;
  const after = (await lockDocument(tx, acting, id)) ?? null;
  const subject = { type: 'document', id, name: (after ?? before)?.title ?? '' };
  recordEdit<AuditedFields, keyof AuditedFields>(desk, tx, acting, {
    action,
    subject,
    before: asShown(before),
    after: asShown(after),
    fields,
  });
}

const fields = ['title', 'collection_id', 'enabled', 'language', 'source_url', 'expires_at', 'text_version'] as const;

type AuditedFields = Record<(typeof fields)[number], unknown>;

const asShown = (row: DocumentRow | null): Partial<AuditedFields> =>
  row ? { ...row, language: row.language_given, text_version: row.latest_version } : {};
