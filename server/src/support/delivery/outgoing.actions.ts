import type { Outgoing } from '../../channels/index.ts';
import { findCustomer, keptOf, type ConversationRow, type OutboxRow } from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

/** Converts an outbox row for its channel: the content, the thread, the address, and the number of attempts. */
export async function outgoingOf(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { row, conversation }: { row: OutboxRow; conversation: ConversationRow },
): Promise<Outgoing> {
  const carried = {
    channel: conversation.channel,
    thread: conversation.channel_reference,
    key: row.dedupe_key,
    attempt: row.attempts,
    firstAttemptAt: row.first_attempt_at ?? row.created_at,
  };
  // `reply` and `notifyDestination` write the content in exactly this shape; it reaches this function only through the row.
  const content = row.content as never as Outgoing;
  if (row.kind !== 'reply') return { ...content, ...carried, kind: row.kind } as Outgoing;
  // Only mail needs an address: a helpdesk knows its customers.
  const customer = conversation.channel === 'email' ? await findCustomer(tx, scope, conversation.customer_id) : null;
  const address = customer?.email ? { email: customer.email, name: customer.name } : null;
  return {
    ...content,
    ...carried,
    kind: 'reply',
    subject: conversation.subject,
    customer: address,
    files: await filesOf(desk, tx, row),
  } as Outgoing;
}

// Only people send files.
async function filesOf({ blobs }: Desk, tx: Tx, { organization_id, message_id, actor }: OutboxRow) {
  if (actor !== 'human' || message_id === null) return [];
  const rows = await keptOf(tx, { organizationId: organization_id }, message_id);
  return rows.map(({ name, media_type: mediaType, bytes, blob_key }) => ({
    name,
    mediaType,
    bytes,
    read: () => blobs.get(blob_key),
  }));
}
