import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { ask } from '../../search/search.ts';
import { questionOfDecision } from '../use/questions.store.ts';
import { standsIn } from './reply-source.logic.ts';
import { suggest } from './suggest.actions.ts';

/** A person's reply to a customer's question that the knowledge could not answer. */
export interface PersonsReply {
  /** The decision that passed the question on. */
  decisionId: string;
  conversationId: string;
  reply: string;
  customer: { name: string | null; email: string | null };
}

const longestReply = 2_000;

/**
 * If a person's reply is taken from a document, suggests the question for that document, so that next time the AI can
 * answer it. May run twice: a document has each question only once.
 */
export async function learnFromReply(desk: Desk, scope: OrganizationScope, written: PersonsReply): Promise<void> {
  const { decisionId, conversationId, customer } = written;
  const asked = await inScope(desk.db, scope, (tx) => questionOfDecision(tx, scope, decisionId));
  if (!asked) return;
  const source = await ask(desk, scope, { query: written.reply.slice(0, longestReply) }, standsIn);
  if (!source) return;
  const message = asked.question;
  await inScope(desk.db, scope, (tx) =>
    suggest(desk, tx, scope, { ...source, message, customer, origin: 'conversation', conversationId }),
  );
}
