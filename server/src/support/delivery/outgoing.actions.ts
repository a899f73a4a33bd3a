import type { Outgoing } from '../../channels/index.ts';
import { findCustomer, type ConversationRow, type OutboxRow } from '../../conversations/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

/** An outbox row as its channel wants it: the row's own content, where it goes, and how often it was tried. */
export async function outgoingOf(
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
  // Written by `reply` and `notifyDestination` as these very shapes; a row is the only way between them and here.
  const content = row.content as never as Outgoing;
  if (row.kind !== 'reply') return { ...content, ...carried, kind: row.kind } as Outgoing;
  const customer = await findCustomer(tx, scope, conversation.customer_id);
  const address = customer?.email ? { email: customer.email, name: customer.name } : null;
  return { ...content, ...carried, kind: 'reply', subject: conversation.subject, customer: address } as Outgoing;
}
