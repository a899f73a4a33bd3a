import type { Collection } from '@desk/contract/knowledge';
import type { CollectionRow } from './collections.store.ts';

export const viewCollection = (row: CollectionRow & { document_count: number }): Collection => ({
  id: row.id,
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  document_count: row.document_count,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  version: row.version,
});
