import type { SchemaSnapshot } from '@desk/contract/connectors';
import { record, type Acting } from '../../access/index.ts';
import { inScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { invalid, presentAt, type ExpectedVersion } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { editConnector, findConnector, lockConnector } from '../registry/connectors.store.ts';
import { parseDocument } from './read-document.ts';
import { keepSnapshot, viewSnapshot } from './snapshots.actions.ts';

export interface SchemaUpload {
  id: string;
  expectedVersion: ExpectedVersion;
  /** JSON or YAML. */
  document: string;
}

/**
 * Takes a snapshot of an uploaded document, which replaces one that is read from a URL. Only the snapshot is stored, not the
 * document. Throws 404, 412, and 422 with what is wrong with the document.
 */
export async function uploadDocument(desk: Desk, acting: Acting, upload: SchemaUpload): Promise<SchemaSnapshot> {
  const { id, expectedVersion, document } = upload;
  // Check before the document is parsed, which takes time, and again under the lock.
  const seen = await inScope(desk.db, acting, (tx) => findConnector(tx, acting, id));
  presentAt(seen, expectedVersion);
  const read = await parseDocument(document);
  if (read.kind === 'refused') throw invalid('/document', sentence`${read.detail} ${read.remedy}`);
  const connector = await inScope(desk.db, acting, async (tx) => {
    const row = presentAt(await lockConnector(tx, acting, id), expectedVersion);
    const now = desk.clock.now();
    const change = { openapi_url: null, openapi_uploaded_at: now, snapshot_due: null };
    const after = await editConnector(tx, acting, { id, change, now });
    const subject = { type: 'connector', id, name: row.name };
    record(desk, tx, acting, { action: 'connector.document_uploaded', subject });
    return after;
  });
  const row = await keepSnapshot(desk, connector, (before) => ({
    source: 'openapi',
    shape: read.shape,
    hash: read.hash,
    comparable: before?.source === 'openapi',
  }));
  return viewSnapshot(desk, acting, row);
}
