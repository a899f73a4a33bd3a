import type { Decision } from '@desk/contract/decisions';
import type { AddCase, Expectation, SuiteCase, WrittenCase } from '@desk/contract/suite';
import type { Acting } from '../../access/index.ts';
import { customerWordsIn, findDecision, readThread } from '../../conversations/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { findPlayground, findPlaygroundMessage, messagesUntil } from '../playground/playground.store.ts';
import { addCases } from './suite.actions.ts';

/**
 * Appends a case as it is written, or drafts it from what the desk has decided: it then expects just that decision, and what the
 * caller gives goes before. Throws 404 for a decision or turn that is not there, 422 when there is nothing that was asked.
 */
export async function addCase(desk: Desk, acting: Acting, wish: AddCase): Promise<SuiteCase> {
  const { from_decision_id: decisionId, from_playground_message_id: messageId, ...given } = wish;
  if (decisionId !== undefined && messageId !== undefined)
    throw invalid('/from_decision_id', 'name a decision or a turn of the playground, not both');
  const drafted = await inScope(desk.db, acting, async (tx) => {
    if (decisionId !== undefined) return fromDecision(tx, acting, decisionId);
    return messageId === undefined ? {} : fromPlayground(tx, acting, messageId);
  });
  const { turns, ...members } = { ...drafted, ...given };
  if (!turns)
    throw invalid('/turns', 'is required, unless the case is drafted from a decision or a turn of the playground');
  const { cases } = await addCases(desk, acting, [{ turns, ...members }]);
  const [added] = cases;
  if (!added) throw new Error('A case was added, and is not there.');
  return added;
}

/** Name and address of the customer stay with their conversation: a case lasts longer than their data may. */
async function fromDecision(tx: Tx, scope: OrganizationScope, id: string): Promise<Partial<WrittenCase>> {
  const row = await findDecision(tx, scope, id);
  const thread = row && (await readThread(tx, scope, row.conversation_id));
  if (!row || !thread) throw notFound();
  const asked = await customerWordsIn(tx, scope, row.message_ids);
  const customer = asked.map(({ text }) => text).join('\n\n');
  if (customer.trim() === '') throw invalid('/from_decision_id', 'nothing that was asked stands behind this decision');
  const first = thread.messages.findIndex((message) => row.message_ids.includes(message.id));
  const { conversation } = thread;
  return {
    turns: [{ customer: customer.slice(0, mostLetters) }],
    context: {
      channel: conversation.channel,
      ...(conversation.subject ? { subject: conversation.subject } : {}),
      ...(thread.customer.verified ? { customer: { verified: true } } : {}),
      ...historyIn(thread.messages.slice(0, Math.max(0, first))),
    },
    expect: asDecided(row.record),
    provenance: { conversation_id: row.conversation_id, decision_id: row.id },
  };
}

const mostLetters = 20_000;
const mostHistory = 12;

interface Said {
  kind: string;
  text: string;
}

function historyIn(messages: readonly Said[]): Pick<NonNullable<WrittenCase['context']>, 'history'> {
  const said = messages.filter(({ kind, text }) => ['customer', 'ai', 'human'].includes(kind) && text.trim() !== '');
  const history = said.slice(-mostHistory).map(({ kind, text }) => ({
    from: kind === 'customer' ? ('customer' as const) : ('us' as const),
    text: text.slice(0, mostLetters),
  }));
  return history.length > 0 ? { history } : {};
}

async function fromPlayground(tx: Tx, scope: OrganizationScope, id: string): Promise<Partial<WrittenCase>> {
  const message = await findPlaygroundMessage(tx, scope, id);
  const conversation = message && (await findPlayground(tx, scope, message.conversation_id));
  if (!message || !conversation) throw notFound();
  // The question of a reply is the message before it.
  const upTo = await messagesUntil(tx, scope, message);
  const at = upTo.findLastIndex(({ kind, from_history }) => kind === 'customer' && !from_history);
  const question = upTo[at];
  if (!question) throw invalid('/from_playground_message_id', 'nothing was asked here');
  const decision = message.decision ?? question.decision ?? (await replyTo(tx, scope, question))?.decision;
  return {
    turns: [{ customer: question.text }],
    context: { ...conversation.context, ...historyIn(upTo.slice(0, at)) },
    expect: decision ? asDecided(decision) : {},
    ...(conversation.from_conversation_id
      ? { provenance: { conversation_id: conversation.from_conversation_id } }
      : {}),
  };
}

const replyTo = async (
  tx: Tx,
  scope: OrganizationScope,
  { conversation_id, seq }: { conversation_id: string; seq: number },
) => (await messagesUntil(tx, scope, { conversation_id, seq: seq + 1 })).find((each) => each.seq === seq + 1);

/** What was decided, as what is to be decided again. Exact words are left to people: a better answer may be worded otherwise. */
function asDecided({ outcome, reason, destination, answer }: Decision): Expectation {
  const cited = answer?.citations.map(({ document_id }) => document_id) ?? [];
  const answered = outcome === 'answer' || outcome === 'draft';
  return {
    outcome: outcome === 'draft' ? 'answer' : outcome,
    ...(outcome === 'escalate' ? { reason } : {}),
    ...(outcome === 'escalate' && destination ? { destination: destination.id } : {}),
    ...(answered && cited.length > 0 ? { sources_any: [...new Set(cited)] } : {}),
  };
}
