import type { Selectable } from 'kysely';
import { defineJob } from '../../platform/jobs/jobs.ts';
import type { Tables } from '../../platform/database/database.ts';
import type { ConversationRow } from './conversations.store.ts';

export interface OfConversation {
  organizationId: string;
  conversationId: string;
}

export interface OfReply extends OfConversation {
  messageId: string;
}

/** A customer waits for the AI's turn, or a new conversation for its triage. `support` runs it. */
export const turnDue = defineJob<OfConversation>('turn', {
  concurrency: 8,
  retries: 4,
  timeoutSeconds: 120,
  foreground: true,
});

/** A row of the outbox that is marked as `sending`, with the conversation as it was under the lock. */
export interface BegunDelivery {
  row: Selectable<Tables['outbox']>;
  conversation: ConversationRow;
  /** When the fence was passed, by `performance.now()`. */
  fencedAt: number;
}

/**
 * The outbox of a conversation has messages or requests to send. `support` delivers them. The note is the delivery that began in
 * the transaction that wrote its row, if one did.
 */
export const deliveryDue = defineJob<OfConversation, { begun?: BegunDelivery }>('delivery', {
  concurrency: 8,
  retries: 20,
  timeoutSeconds: 60,
  foreground: true,
});

/** A person has answered a customer, here or in the helpdesk. `support` learns from the reply; nobody waits for it. */
export const personReplied = defineJob<OfReply>('person-reply', { concurrency: 1, retries: 3 });
