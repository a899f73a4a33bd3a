import { newId } from '../../platform/process/ids.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { VendorThread } from '../record/thread.logic.ts';

/** The columns of every conversation that begins now: work is due from us. */
export const begunThread = ({ organizationId }: OrganizationScope, thread: VendorThread, now: Date) => ({
  organization_id: organizationId,
  id: newId(),
  channel: thread.channel,
  channel_reference: thread.reference,
  previous_conversation_id: null,
  subject: null,
  status: 'open' as const,
  waiting_since: now,
  language: null,
  created_at: now,
  updated_at: now,
});
