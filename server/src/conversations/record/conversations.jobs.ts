import { defineJob } from '../../platform/jobs/jobs.ts';

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

/** The outbox of a conversation has messages or requests to send. `support` delivers them. */
export const deliveryDue = defineJob<OfConversation>('delivery', {
  concurrency: 8,
  retries: 20,
  timeoutSeconds: 60,
  foreground: true,
});

/** A person has answered a customer, here or in the helpdesk. `support` learns from the reply; nobody waits for it. */
export const personReplied = defineJob<OfReply>('person-reply', { concurrency: 1, retries: 3 });
