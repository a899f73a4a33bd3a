import type { LearnedQuestion } from '@desk/contract/learned-questions';
import type { ShownQuestion } from './learned.store.ts';

export const viewQuestion = (row: ShownQuestion): LearnedQuestion => ({
  id: row.id,
  document: { id: row.document_id, title: row.title },
  chunk_id: row.chunk_id,
  text: row.text,
  state: row.state,
  origin: row.origin,
  conversation_id: row.conversation_id,
  created_by: row.created_by,
  decided_by: row.decided_by,
  decided_at: row.decided_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  version: row.version,
});
