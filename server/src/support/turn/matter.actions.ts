import type { Settings } from '@desk/contract/settings';
import {
  countAiWords,
  handoverToPlace,
  messagesWithoutReply,
  tokensUsed,
  type ConversationRow,
  type MessageRow,
  type RecordedTurn,
  type ThreadSoFar,
  type Turn,
} from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { knowledgeRevision } from '../../knowledge/index.ts';
import { loadPolicy, type Policy } from '../../routing/index.ts';
import { effectiveAutoRespond, isOpen, localTime } from '../../settings/index.ts';
import { promptVersion } from '../wording/prompts.logic.ts';
import { isFilesAlone } from '../attachments/arrived-files.ts';
import { holdsOf } from './holds.logic.ts';
import { noSignals } from '../signals/signals.logic.ts';
import { limitsOf, type Known, type KnownThread } from './known.logic.ts';
import { needsAttachment } from '../signals/needs-attachment.logic.ts';
import { readTerms, type DeskTerms } from './terms.actions.ts';

/** The policy, settings and knowledge that a decision uses. Recorded by their versions; a rehearsal lays its overlay over them. */
export interface Basis {
  readonly policy: Policy;
  readonly settings: Settings;
  readonly knowledgeRevision: number;
  /** The language model that words answers, and the version of its instructions. */
  readonly model: string | null;
  readonly prompt: string | null;
  /** The fingerprint of a rehearsal's overlay. */
  readonly overlay?: string;
}

/** A turn to be decided: the facts that are known, and what the decision rests on. */
export interface Matter {
  readonly known: Known;
  readonly basis: Basis;
}

/** Reads the known facts of a turn. The messages since our last one are the question, the earlier ones are the history. */
export async function readMatter(desk: Desk, tx: Tx, scope: OrganizationScope, turn: Turn): Promise<Matter> {
  const terms = await readTerms(desk, tx, scope);
  const now = desk.clock.now();
  const thread = await knownOfThread(tx, scope, turn);
  const tokens = await tokenBudget(desk, tx, scope, turn);
  const settled = underTerms(terms, { ...thread, now, answerBy: turn.conversation.turn_deadline_at });
  const budgets = { turnsThisMinute: turn.pace, tokens };
  const { owner, channel } = turn.conversation;
  const autoRespond = effectiveAutoRespond(terms.settings, channel);
  const brought = owner === 'human' ? await handoverToPlace(tx, scope, turn.conversation.id) : null;
  const handedOver = brought ? { handedOver: brought.reason } : {};
  const holds = holdsOf({ ...settled, autoRespond, owner, budgets });
  const known = { ...settled, ...handedOver, budgets, holds };
  return { known, basis: await readBasis(desk, tx, scope, terms.settings) };
}

/** Reads the current policy and knowledge revision, to be used with the given settings. */
export const readBasis = async (desk: Desk, tx: Tx, scope: OrganizationScope, settings: Settings): Promise<Basis> => ({
  policy: await loadPolicy(tx, scope),
  settings,
  knowledgeRevision: await knowledgeRevision(tx, scope),
  model: desk.languageModel?.name ?? null,
  prompt: desk.languageModel ? promptVersion : null,
});

/** Reads the facts of a thread and its customer, which do not depend on settings. */
export async function knownOfThread(tx: Tx, scope: OrganizationScope, thread: ThreadSoFar): Promise<KnownThread> {
  const { conversation, customer, messages } = thread;
  const { askedBack, ...budget } = hasSpoken(thread) ? await countAiWords(tx, scope, conversation) : nothingSaid;
  const marks = { askedBack, customerId: customer.id };
  const asked = questionIn(messages, conversation, marks);
  // Only a question of several messages can follow one that needed no reply.
  const { ids } = asked.message;
  const noReply = ids.length > 1 ? await messagesWithoutReply(tx, scope, conversation.id) : [];
  const done = noReply.filter((id) => id !== ids.at(-1));
  return {
    channel: conversation.channel,
    ...(done.length > 0 ? questionIn(messages, conversation, { ...marks, done }) : asked),
    customer: {
      name: customer.name,
      email: customer.email,
      externalId: customer.external_id,
      verified: conversation.verified,
      locale: customer.locale,
      attributes: customer.attributes,
    },
    conversation: {
      tagIds: conversation.tag_ids,
      ...(conversation.removed_tag_ids.length > 0 ? { removedTagIds: conversation.removed_tag_ids } : {}),
      language: conversation.language,
      episode: conversation.episode,
      priority: conversation.priority,
      waitingSince: conversation.waiting_since?.toISOString() ?? null,
      isFirst: !messages.some(isOurs),
      answered: isAnswer(messages.findLast(isOurs)),
      ...budget,
    },
  };
}

const isOurs = ({ kind }: MessageRow) => kind === 'ai' || kind === 'human';

// A customer's thanks for an answer, of the AI or a person, end the matter. Thanks for the notice of a handover do not.
const isAnswer = (ours: MessageRow | undefined) => ours !== undefined && !isAboutHandover(ours);

const nothingSaid = { turns: 0, clarifications: 0, askedBack: [] };

// False if these messages include all that count against the budget, and neither the AI nor a person who sent its draft wrote one.
const hasSpoken = ({ conversation, messages }: ThreadSoFar): boolean =>
  (messages[0]?.seq ?? Number.POSITIVE_INFINITY) > Math.max(1, conversation.budget_from_seq) ||
  messages.some(({ kind, seq }) => (kind === 'ai' || kind === 'human') && seq >= conversation.budget_from_seq);

/** Adds the terms of the desk at a time to the facts of a thread. Signals, tags and answer are still empty. */
export function underTerms(
  { settings, ready }: DeskTerms,
  { now, answerBy, ...thread }: KnownThread & { now: Date; answerBy: Date | null },
): Known {
  const mode = effectiveAutoRespond(settings, thread.channel) === 'draft' ? 'draft' : 'auto';
  return {
    format: 1,
    ...thread,
    signals: noSignals,
    tags: { ids: thread.conversation.tagIds, by: null },
    holds: [],
    budgets: { turnsThisMinute: 0, tokens: null },
    time: {
      now: now.toISOString(),
      answerBy: answerBy?.toISOString() ?? null,
      businessHours: isOpen(settings, now),
      ...localTime(settings, now),
    },
    limits: limitsOf(settings, mode),
    ready: [...ready],
    answer: { asked: false },
  };
}

/**
 * Facts that mark messages of a thread. `askedBack`: the numbers of our clarifying questions. `customerId`: the customer whose
 * words may be proven; null for anybody.
 */
interface Marks {
  readonly askedBack: readonly number[];
  readonly customerId: string | null;
  readonly episodeFromSeq?: number;
  /** The messages for which a decision found that no reply is needed: what follows them is a new question. */
  readonly done?: readonly string[];
}
const unmarked: Marks = { askedBack: [], customerId: null };

/** Splits a thread into the customer's messages since our last one and the earlier history. */
export function questionIn(
  messages: readonly MessageRow[],
  conversation: Pick<ConversationRow, 'subject' | 'waiting_since' | 'budget_from_seq' | 'episode_from_seq'>,
  marks = unmarked,
): Pick<Known, 'message' | 'history'> {
  const isDone = (message: MessageRow) => marks.done?.includes(message.id) || isSettled(message, conversation);
  const { question, before } = sinceOurLastWord(messages, isDone);
  const text = question
    .map((message) => message.text)
    .filter((words) => !isFilesAlone(words))
    .join('\n\n');
  const attachments = question.flatMap((message) => message.attachments);
  return {
    message: {
      ids: question.map((message) => message.id),
      newestSeq: question.at(-1)?.seq ?? null,
      subject: conversation.subject,
      text,
      language: null,
      attachments: attachments.map(({ name, media_type }) => ({ name, media_type })),
      needsUnreadableAttachment: needsAttachment(text, attachments),
    },
    history: historyOf(before, { ...marks, episodeFromSeq: conversation.episode_from_seq }),
  };
}

/** The number of earlier messages that are considered: older ones matter less and less. */
export const mostEarlierMessages = 12;

/** The messages as history, oldest first. */
export const historyOf = (
  messages: readonly MessageRow[],
  { askedBack, customerId, episodeFromSeq = 0 }: Marks = unmarked,
): Known['history'] =>
  messages
    .filter(({ kind, text }) => isSpoken(kind) && text.trim() !== '')
    .map(({ kind, text, seq, authenticity, author_id: author }) => ({
      ...(kind === 'customer'
        ? {
            from: 'customer' as const,
            text,
            ...(authenticity === 'proven' && author === (customerId ?? author) ? {} : { unproven: true as const }),
          }
        : { from: 'us' as const, text, ...(askedBack.includes(seq) ? { asksBack: true as const } : {}) }),
      ...(seq < episodeFromSeq ? { pastEpisode: true as const } : {}),
    }))
    .slice(-mostEarlierMessages);

/** Whether the message is part of what the customer and the desk say to each other; notes and events are not. */
export const isSpoken = (kind: MessageRow['kind']) => kind === 'customer' || kind === 'ai' || kind === 'human';

// A message from before the current wait is settled: it needed no answer ("Thanks, that solved it"), or people had resolved it. Test only
// messages from before this episode (or before people handed it to the AI): clocks of two processes differ by more than a burst lasts.
const isSettled = (
  { seq, created_at }: MessageRow,
  { waiting_since, budget_from_seq }: Pick<ConversationRow, 'waiting_since' | 'budget_from_seq'>,
): boolean => waiting_since !== null && seq < budget_from_seq && created_at < waiting_since;

function sinceOurLastWord(messages: readonly MessageRow[], settled: (message: MessageRow) => boolean) {
  const spoken = messages.filter((message) => isSpoken(message.kind));
  // People may hand the conversation back before the customer has written again. Words about the handover are no answer, so the
  // question before them is still open.
  const open = spoken.slice(0, spoken.findLastIndex((message) => !isAboutHandover(message)) + 1);
  const considered = spoken.at(-1)?.kind === 'customer' ? spoken : open;
  const last = considered.findLastIndex((message) => message.kind !== 'customer' || settled(message));
  return { question: considered.slice(last + 1), before: considered.slice(0, last + 1) };
}

const isAboutHandover = (message: MessageRow) => message.kind === 'ai' && message.answers_seq === null;

// A desk without a language model uses no tokens.
async function tokenBudget(
  { config, languageModel, clock }: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { conversation }: Turn,
): Promise<Known['budgets']['tokens']> {
  if (!languageModel) return null;
  const used = await tokensUsed(tx, scope, conversation, clock.now());
  return {
    conversation: { used: used.conversation, most: config.AI_TOKENS_PER_CONVERSATION },
    day: { used: used.day, most: config.AI_TOKENS_PER_DAY },
  };
}

/** The facts that were known at the decision; null in records from before they were stored. */
export const knownOf = ({ known }: Pick<RecordedTurn, 'known'>): Known | null =>
  // Trust the shape: support wrote it, and its table refuses changes.
  known && known['format'] === 1 ? (known as unknown as Known) : null;
