import type { Finding } from '@desk/contract/findings';
import type { FindingRow, PlaceRow } from './findings.store.ts';

export const viewFinding = (row: FindingRow, places: readonly PlaceRow[]): Finding => ({
  id: row.id,
  type: row.type,
  severity: row.severity,
  documents: places.map(({ document_id: id, title, version, quote }) => ({ id, title, version, quote })),
  detail: row.detail,
  suggestion: row.suggestion,
  state: row.state,
  first_seen_at: row.first_seen_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
  version: row.version,
});
