import { defineJob } from '../../platform/jobs/jobs.ts';

export interface OfConversation {
  organizationId: string;
  conversationId: string;
}

export interface OfReply extends OfConversation {
  messageId: string;
}

/** A customer waits for the AI's turn, or a new conversation for its place. `support` takes it. */
export const turnDue = defineJob<OfConversation>('turn', {
  concurrency: 8,
  retries: 4,
  timeoutSeconds: 120,
  foreground: true,
});

/** There are words or requests in the outbox of a conversation. `support` delivers them. */
export const deliveryDue = defineJob<OfConversation>('delivery', {
  concurrency: 8,
  retries: 20,
  timeoutSeconds: 60,
  foreground: true,
});

/** A person has answered a customer, here or in the helpdesk. `support` looks what can be learned; nobody waits for it. */
export const personReplied = defineJob<OfReply>('person-reply', { concurrency: 1, retries: 3 });
