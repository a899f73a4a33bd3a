import type { LearnedOrigin } from '@desk/contract/learned-questions';
import type { Tx } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import { newId } from '../../../platform/process/ids.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import { lockDocument } from '../../library/versions/documents.store.ts';
import { suspiciousTextIn } from '../../library/parsing/content/hidden-instructions.logic.ts';
import { learnableIn, normalised } from './learnable.logic.ts';
import { countLearned, insertLearned, isAnsweredAnywhere } from './learned.store.ts';

/** The most open suggestions per document: no more are added until people have reviewed these. */
const mostSuggested = 20;

/** So much of the message is read, besides the question, to see whether it tries to instruct the AI. */
const longestRead = 6_000;

export interface Suggestion {
  documentId: string;
  /** The passage that answers it, if known. */
  chunkId: string | null;
  /** The customer's message, unchanged. */
  message: string;
  customer: { name: string | null; email: string | null };
  origin: Exclude<LearnedOrigin, 'person'>;
  conversationId: string;
}

/** Suggests the customer's question, for people to accept or reject. Does nothing in case of doubt. */
export async function suggest(desk: Desk, tx: Tx, scope: OrganizationScope, suggestion: Suggestion): Promise<void> {
  const { documentId, chunkId, message, customer, origin, conversationId } = suggestion;
  const text = learnableIn(message, customer);
  if (text === null || [text, message.slice(0, longestRead)].some(suspiciousTextIn)) return;
  if (!(await lockDocument(tx, scope, documentId))) return;
  if (await isAnsweredAnywhere(tx, scope, normalised(text))) return;
  if ((await countLearned(tx, scope, { documentId, state: 'suggested' })) >= mostSuggested) return;
  const now = desk.clock.now();
  await insertLearned(tx, {
    organization_id: scope.organizationId,
    id: newId(now.getTime()),
    document_id: documentId,
    chunk_id: chunkId,
    text,
    normalised: normalised(text),
    state: 'suggested',
    origin,
    conversation_id: conversationId,
    created_at: now,
    updated_at: now,
  });
}
