import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { recordArrival } from '../customers/arrival.store.ts';
import { insertConversation, type ConversationRow, type CustomerRow } from '../record/conversations.store.ts';
import { begunThread } from './begun-thread.ts';
import type { VendorThread } from '../record/thread.logic.ts';

export interface ThreadOpening {
  customer: Pick<CustomerRow, 'identity' | 'external_id' | 'email' | 'name' | 'locale' | 'attributes'>;
  subject: string | null;
  /** By the vendor's clock. */
  writtenAt: Date;
}

/**
 * Opens the conversation that a person has begun in the helpdesk, before the customer has written. Returns undefined if its customer
 * was erased since then.
 */
export async function openForPeople(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { thread, customer, subject, writtenAt }: ThreadOpening & { thread: VendorThread },
): Promise<ConversationRow | undefined> {
  const now = desk.clock.now();
  const whom = { ...customer, channel: thread.channel, proven: false, receivedAt: now, writtenAt };
  const known = await recordArrival(desk, tx, scope, whom);
  if (!known) return undefined;
  return insertConversation(tx, {
    ...begunThread(scope, thread, now),
    customer_id: known.id,
    subject,
    owner: 'human',
    ai_state: null,
  });
}
