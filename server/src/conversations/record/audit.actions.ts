import { changesBetween, record, type Acting } from '../../access/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import type { ConversationRow } from './conversations.store.ts';

interface AuditedChange {
  action:
    | 'conversation.updated'
    | 'conversation.handed_over'
    | 'conversation.replied'
    | 'conversation.draft_approved'
    | 'conversation.draft_discarded';
  before: ConversationRow;
  after: ConversationRow;
}

/**
 * Records in the audit log what a person did with a conversation and the fields that changed. The subject and the messages
 * are the customer's and stay out. An update that changed nothing is not recorded.
 */
export function recordStep(desk: Desk, tx: Tx, acting: Acting, { action, before, after }: AuditedChange): void {
  const changes = changesBetween(before, after, fields);
  if (action === 'conversation.updated' && Object.keys(changes).length === 0) return;
  record(desk, tx, acting, { action, subject: { type: 'conversation', id: before.id }, changes });
}

const fields = ['status', 'owner', 'snoozed_until', 'destination_id', 'assignee_id', 'tag_ids'] as const;
