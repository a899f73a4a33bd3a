import type { PlaygroundConversation, PlaygroundMessage } from '@desk/contract/playground';
import type { PlaygroundMessageRow, PlaygroundRow } from './playground.store.ts';

export const viewPlayground = (row: PlaygroundRow): PlaygroundConversation => ({
  id: row.id,
  title: row.title,
  context: row.context,
  overlay: row.overlay,
  archived: row.archived,
  from_conversation_id: row.from_conversation_id,
  message_count: row.message_count,
  created_by: { id: row.created_by.id, name: row.created_by.name },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  version: row.version,
});

export const viewPlaygroundMessage = (row: PlaygroundMessageRow): PlaygroundMessage => ({
  id: row.id,
  kind: row.kind,
  text: row.text,
  decision: row.decision,
  from_history: row.from_history,
  created_at: row.created_at.toISOString(),
});
