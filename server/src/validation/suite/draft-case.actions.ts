import type { Decision } from '@desk/contract/decisions';
import type { AddCase, CaseContext, Expectation, SuiteCase, WrittenCase } from '@desk/contract/suite';
import type { Acting } from '../../access/index.ts';
import {
  customerWordsIn,
  findDecision,
  findRecordedTurn,
  ratedAnswer,
  readThread,
  type MessageRow,
} from '../../conversations/index.ts';
import { newestOfGap } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { storableBeginning } from '../../platform/text/storable.logic.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { isHeldBack } from '../../routing/index.ts';
import { stateBehind } from '../../support/index.ts';
import { findPlayground, findPlaygroundMessage, messagesUntil } from '../playground/playground.store.ts';
import { asHistory, continued, saidBefore, stateAfter } from '../playground/said.logic.ts';
import { addCases } from './suite.actions.ts';

/** The sources from which a case can be drafted. Each is a member of the request. */
const sources = {
  from_decision_id: fromDecision,
  from_playground_message_id: fromPlayground,
  from_rated_message_id: fromRating,
  from_gap_id: fromGap,
};
const sourceNames = Object.keys(sources) as (keyof typeof sources)[];

/**
 * Appends a case as given, or drafts it from a source; other members given by the caller take precedence. Throws 404 for an unknown
 * source, 422 if there is no customer message, or if turns are given beside a source: they would be another question.
 */
export async function addCase(desk: Desk, acting: Acting, wish: AddCase): Promise<SuiteCase> {
  const named = sourceNames.filter((name) => wish[name] !== undefined);
  const [source, other] = named;
  if (other) throw invalid(`/${other}`, sentence`name one source: ${source ?? ''} is given, too`);
  if (source && wish.turns !== undefined)
    throw invalid('/turns', sentence`leave them out: the case is drafted from ${source}`);
  const drafted = await inScope(desk.db, acting, async (tx) =>
    source ? sources[source](tx, acting, wish[source] ?? '') : {},
  );
  const given = Object.fromEntries(Object.entries(wish).filter(([name]) => !sourceNames.some((each) => each === name)));
  const { turns, ...members }: Partial<WrittenCase> = { ...drafted, ...given };
  if (!turns) throw invalid('/turns', sentence`is required, unless the case is drafted from something that was asked`);
  const { cases } = await addCases(desk, acting, [{ turns, ...members }]);
  const [added] = cases;
  if (!added) throw new Error('A case was added, and is not there.');
  return added;
}

/** Leaves out the customer's name and address, because a case is kept longer than their data may be. */
async function fromDecision(tx: Tx, scope: OrganizationScope, id: string): Promise<Partial<WrittenCase>> {
  const row = await findRecordedTurn(tx, scope, id);
  if (!row) throw notFound();
  if (row.conversation_id === null)
    throw invalid('/from_decision_id', sentence`its message was stopped before it belonged to a conversation`);
  const thread = await readThread(tx, scope, row.conversation_id);
  if (!thread) throw notFound();
  const messages = row.message_ids.length > 0 ? await customerWordsIn(tx, scope, row.message_ids) : [];
  const customer = messages.map(({ text }) => text).join('\n\n');
  if (customer.trim() === '') throw invalid('/from_decision_id', sentence`this decision has no question behind it`);
  const { conversation } = thread;
  const state = stateBehind(row);
  return {
    turns: [{ customer: storableBeginning(customer, mostLetters) }],
    context: {
      channel: conversation.channel,
      ...(conversation.subject ? { subject: conversation.subject } : {}),
      ...filesWith(messages),
      ...((state?.verified ?? thread.customer.verified) ? { customer: { verified: true } } : {}),
      ...unlessNew(state?.conversation ?? {}),
      ...historyIn(state?.history ?? []),
      ...(dependsOnHours(row.record) ? { as_of: row.created_at.toISOString() } : {}),
    },
    expect: asDecided(row.record),
    provenance: { conversation_id: row.conversation_id, decision_id: row.id },
  };
}

// Rules and limits may depend on the state. Leaves out what is so in every new conversation.
function unlessNew({ tag_ids: tagIds = [], ...state }: State): Pick<CaseContext, 'conversation'> {
  const isNew = { turns: 0, clarifications: 0, episode: 1, priority: 'normal', waiting_minutes: 0 };
  const changed = Object.entries(state).filter(([name, value]) => value !== isNew[name as keyof typeof isNew]);
  const conversation = {
    ...Object.fromEntries(changed),
    ...(tagIds.length > 0 ? { tag_ids: tagIds.slice(0, mostTags) } : {}),
  };
  return Object.keys(conversation).length > 0 ? { conversation } : {};
}

type State = NonNullable<CaseContext['conversation']>;

// Whether files came with the question may decide it.
function filesWith(messages: readonly Pick<MessageRow, 'attachments'>[]): Pick<CaseContext, 'attachments'> {
  const files = messages.flatMap(({ attachments }) => attachments).slice(0, mostFiles);
  return files.length > 0 ? { attachments: files.map(({ name, media_type }) => ({ name, media_type })) } : {};
}

// Such a decision would be different within business hours. All other cases use the documents that are valid now.
const dependsOnHours = ({ reason, destination }: Decision): boolean =>
  reason === 'outside_hours' || (destination?.path ?? []).some(({ result }) => result === 'closed');

/** Expects a well-rated answer again, and forbids the words of a badly rated one. */
async function fromRating(tx: Tx, scope: OrganizationScope, id: string): Promise<Partial<WrittenCase>> {
  const rated = await ratedAnswer(tx, scope, id);
  if (!rated) throw notFound();
  const last = rated.feedback.at(-1);
  if (!last) throw invalid('/from_rated_message_id', sentence`nobody has rated this message`);
  const { expect: _, ...drafted } = await fromDecision(tx, scope, rated.decisionId);
  const row = await findDecision(tx, scope, rated.decisionId);
  if (!row) throw notFound();
  return {
    ...drafted,
    tags: ['feedback'],
    expect: last.rating === 'good' ? asDecided(row.record) : notInTheseWords(row.record),
  };
}

const mostPhrase = 1_000;

function notInTheseWords({ answer }: Decision): Expectation {
  const phrases = answer?.citations.map(({ quote }) => storableBeginning(quote.trim(), mostPhrase)) ?? [];
  const wrong = [...new Set(phrases.filter((phrase) => phrase !== ''))];
  return wrong.length > 0 ? { answer: { must_not_include: wrong } } : {};
}

/** Drafts a case that fails until the knowledge has an answer. */
async function fromGap(tx: Tx, scope: OrganizationScope, id: string): Promise<Partial<WrittenCase>> {
  const newest = await newestOfGap(tx, scope, id);
  if (!newest) throw notFound();
  // The conversation may have been erased since; the question is stored without the customer.
  const row = await findDecision(tx, scope, newest.decision_id);
  return {
    turns: [{ customer: storableBeginning(newest.question, mostLetters) }],
    tags: ['gap'],
    expect: { outcome: 'answer' },
    ...(row?.conversation_id ? { provenance: { conversation_id: row.conversation_id, decision_id: row.id } } : {}),
  };
}

const mostLetters = 20_000;
const mostHistory = 12;
const mostFiles = 20;
const mostTags = 50;

function historyIn(said: NonNullable<CaseContext['history']>): Pick<CaseContext, 'history'> {
  const history = said
    .slice(-mostHistory)
    .map((each) => ({ ...each, text: storableBeginning(each.text, mostLetters) }));
  return history.length > 0 ? { history } : {};
}

async function fromPlayground(tx: Tx, scope: OrganizationScope, id: string): Promise<Partial<WrittenCase>> {
  const message = await findPlaygroundMessage(tx, scope, id);
  const conversation = message && (await findPlayground(tx, scope, message.conversation_id));
  if (!message || !conversation) throw notFound();
  // The question is the customer's last message before the reply.
  const upTo = await messagesUntil(tx, scope, message);
  const at = upTo.findLastIndex(({ kind, from_history }) => kind === 'customer' && !from_history);
  const question = upTo[at];
  if (!question) throw invalid('/from_playground_message_id', sentence`nothing was asked here`);
  const decision = message.decision ?? question.decision ?? (await replyTo(tx, scope, question))?.decision;
  const { open, history } = saidBefore(upTo.slice(0, at));
  const { turns, clarifications, episode, priority, tagIds } = stateAfter(upTo.slice(0, at));
  const { history: given = [], ...context } = conversation.context;
  const state = { turns, clarifications, episode, priority, tag_ids: tagIds, ...context.conversation };
  return {
    turns: [{ customer: storableBeginning(continued(open, question.text), mostLetters) }],
    context: { ...context, ...unlessNew(state), ...historyIn(asHistory(given, history)) },
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

/** Turns a decision into an expectation. Does not expect exact words, because a better answer may be worded differently. */
function asDecided({ outcome, reason, destination, answer }: Decision): Expectation {
  // A suite has no holds, so the case could never pass: leave the expectation to people.
  if (outcome === 'escalate' && isHeldBack(reason)) return {};
  const expected = outcome === 'draft' ? undrafted(reason) : outcome;
  const cited = expected === 'answer' || expected === 'draft' ? (answer?.citations ?? []) : [];
  return {
    outcome: expected,
    ...(outcome === 'escalate' ? { reason } : {}),
    ...(outcome === 'escalate' && destination ? { destination: destination.id } : {}),
    ...(cited.length > 0 ? { sources_any: [...new Set(cited.map(({ document_id }) => document_id))] } : {}),
  };
}

// For a desk that keeps all replies for approval, expect the outcome without approval. A rule that drafts does so in a suite as well.
function undrafted(reason: Decision['reason']): Decision['outcome'] {
  if (reason === 'policy_rule') return 'draft';
  return reason === 'ambiguous' ? 'clarify' : 'answer';
}
