import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { ask } from '../../search/search.ts';
import { questionOfDecision } from '../use/questions.store.ts';
import { standsIn } from './reply-source.logic.ts';
import { suggest } from './suggest.actions.ts';

/** What people wrote to a customer whose question the knowledge could not answer. */
export interface PersonsReply {
  /** The decision that passed the question on. */
  decisionId: string;
  conversationId: string;
  reply: string;
  customer: { name: string | null; email: string | null };
}

const longestReply = 2_000;

/**
 * Where people answer with what stands in a document, the question is suggested for it: next time it need not come to them.
 * May run twice: a document has a question once.
 */
export async function learnFromReply(desk: Desk, scope: OrganizationScope, told: PersonsReply): Promise<void> {
  const { decisionId, conversationId, customer } = told;
  const asked = await inScope(desk.db, scope, (tx) => questionOfDecision(tx, scope, decisionId));
  if (!asked) return;
  const source = await ask(desk, scope, { query: told.reply.slice(0, longestReply) }, standsIn);
  if (!source) return;
  const message = asked.question;
  await inScope(desk.db, scope, (tx) =>
    suggest(desk, tx, scope, { ...source, message, customer, origin: 'conversation', conversationId }),
  );
}
