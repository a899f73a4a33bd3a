import type { Outgoing } from '../../channels/index.ts';
import { findCustomer, attachmentsOf, type ConversationRow, type OutboxRow } from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { storedContent } from '../outcomes/stored-content.logic.ts';

interface Sent {
  row: OutboxRow;
  conversation: ConversationRow;
}

/** Converts an outbox row for its channel: the content, the thread, the address, and the number of attempts. */
export async function outgoingOf(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { row, conversation }: Sent,
): Promise<Outgoing> {
  const outgoing = outgoingToHelpdesk({ row, conversation });
  if (outgoing.kind !== 'reply') return outgoing;
  // Only mail needs an address: a helpdesk knows its customers.
  const customer = conversation.channel === 'email' ? await findCustomer(tx, scope, conversation.customer_id) : null;
  const address = customer?.email ? { email: customer.email, name: customer.name } : null;
  return { ...outgoing, customer: address, files: await filesOf(desk, tx, row) };
}

/** As `outgoingOf`, for messages that need neither an address nor files, such as the AI's replies over a helpdesk. */
export function outgoingToHelpdesk({ row, conversation }: Sent): Outgoing {
  const carried = {
    channel: conversation.channel,
    thread: conversation.channel_reference,
    key: row.dedupe_key,
    attempt: row.attempts,
    firstAttemptAt: row.first_attempt_at ?? row.created_at,
  };
  const content = storedContent(row);
  if (content.kind !== 'reply') return { ...content, ...carried };
  return { ...content, ...carried, subject: conversation.subject, customer: null, files: [] };
}

// Only people send files.
async function filesOf({ blobs }: Desk, tx: Tx, { organization_id, message_id, actor }: OutboxRow) {
  if (actor !== 'human' || message_id === null) return [];
  const rows = await attachmentsOf(tx, { organizationId: organization_id }, message_id);
  return rows.map(({ name, media_type: mediaType, bytes, blob_key }) => ({
    name,
    mediaType,
    bytes,
    read: () => blobs.get(blob_key),
  }));
}
