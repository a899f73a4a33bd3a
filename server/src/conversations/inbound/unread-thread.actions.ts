import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { recordArrival, unread } from '../customers/arrival.store.ts';
import {
  findCustomer,
  insertConversation,
  saveConversation,
  type ConversationRow,
  type CustomerRow,
} from '../record/conversations.store.ts';
import { begunThread } from './begun-thread.ts';
import type { VendorThread } from '../record/thread.logic.ts';

/** Opens a conversation of which only the thread is known so far. */
export async function openUnreadThread(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  thread: VendorThread,
): Promise<ConversationRow> {
  const now = desk.clock.now();
  const customer = await recordArrival(desk, tx, scope, {
    channel: thread.channel,
    identity: unreadIdentity(thread.reference),
    external_id: null,
    email: null,
    name: null,
    locale: null,
    attributes: {},
    proven: false,
    receivedAt: now,
    writtenAt: null,
  });
  if (!customer) throw new Error('A message that arrives now is newer than any erasure.');
  return insertConversation(tx, {
    ...begunThread(scope, thread, now),
    customer_id: customer.id,
    owner: 'ai',
    ai_state: 'idle',
  });
}

const unreadIdentity = (reference: string) => `${unread}${reference}`;

/**
 * Sets the customer of a thread that began with a message that could not be read, because only now the customer is known. Returns
 * null if the thread's customer is being erased: what is written from now on begins a conversation of its own.
 */
export async function introduce(
  tx: Tx,
  row: ConversationRow,
  { customer, subject }: { customer: CustomerRow; subject: string | null },
  now: Date,
): Promise<ConversationRow | null> {
  if (row.customer_id === customer.id) return row;
  const before = await findCustomer(tx, { organizationId: row.organization_id }, row.customer_id);
  if (before?.erasure_id) {
    await saveConversation(tx, row, { current: false }, now);
    return null;
  }
  if (before?.identity !== unreadIdentity(row.channel_reference)) return row;
  return saveConversation(tx, row, { customer_id: customer.id, subject: row.subject ?? subject }, now);
}
