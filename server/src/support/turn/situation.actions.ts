import type { Channel, Priority } from '@desk/contract/conversations';
import type { Settings } from '@desk/contract/settings';
import { countAiWords, tokensUsed, type AiPermission, type MessageRow, type Turn } from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { knowledgeRevision } from '../../knowledge/index.ts';
import { loadPolicy, type Hold, type Policy } from '../../routing/index.ts';
import { effectiveAutoRespond, isOpen, localTime } from '../../settings/index.ts';
import { replyPermission, readTerms } from './terms.actions.ts';

/** Everything a decision depends on, read in one transaction; validation builds the same from a rehearsal. */
export interface Situation {
  channel: Channel;
  subject: string | null;
  /** What the customer has said since our last word, as one text. */
  question: string;
  messageIds: string[];
  /** The newest of those messages: the AI's word about it can be written only once. */
  newestSeq: number | null;
  attachments: { name: string; media_type: string }[];
  /** What was said before, oldest first. */
  history: { from: 'customer' | 'us'; text: string }[];
  customer: {
    name: string | null;
    email: string | null;
    externalId: string | null;
    verified: boolean;
    locale: string | null;
    attributes: Record<string, unknown>;
  };
  conversation: {
    tagIds: string[];
    language: string | null;
    episode: number;
    priority: Priority;
    waitingSince: Date | null;
    turns: number;
    clarifications: number;
    isFirst: boolean;
  };
  /** Why no machine may speak; null when it may. */
  hold: Hold | null;
  /** `draft`: every answer waits for a person's approval. */
  mode: 'auto' | 'draft';
  time: { businessHours: boolean; weekday: number; hour: number };
  settings: Settings;
  policy: Policy;
  ready: ReadonlySet<Channel>;
  knowledgeRevision: number;
  now: Date;
  /** When people are to have it, answered or not; a rehearsal has no such time. */
  deadlineAt?: Date | null;
}

/** Of a turn that was taken: the words since our last one are the question, those before it the history. */
export async function readSituation(desk: Desk, tx: Tx, scope: OrganizationScope, turn: Turn): Promise<Situation> {
  const { conversation, customer } = turn;
  const terms = await readTerms(desk, tx, scope);
  const { settings, ready } = terms;
  const leave = replyPermission(terms, conversation.channel);
  const now = desk.clock.now();
  return {
    channel: conversation.channel,
    subject: conversation.subject,
    ...questionIn(turn.messages),
    customer: { ...customer, externalId: customer.external_id },
    conversation: {
      tagIds: conversation.tag_ids,
      language: conversation.language,
      episode: conversation.episode,
      priority: conversation.priority,
      waitingSince: conversation.waiting_since,
      isFirst: !turn.messages.some((message) => message.kind === 'ai' || message.kind === 'human'),
      ...(await countAiWords(tx, scope, conversation)),
    },
    hold: holdOf(turn, leave) ?? paceHold(turn) ?? (await budgetHold(desk, tx, scope, turn)),
    mode: effectiveAutoRespond(settings, conversation.channel) === 'draft' ? 'draft' : 'auto',
    time: { businessHours: isOpen(settings, now), ...localTime(settings, now) },
    settings,
    policy: await loadPolicy(tx, scope),
    ready,
    knowledgeRevision: await knowledgeRevision(tx, scope),
    now,
    deadlineAt: conversation.turn_deadline_at,
  };
}

/** What the customer has said since our last word, and what was said before. */
export function questionIn(
  messages: MessageRow[],
): Pick<Situation, 'question' | 'messageIds' | 'newestSeq' | 'attachments' | 'history'> {
  const { asked, before } = sinceOurLastWord(messages);
  return {
    question: asked.map((message) => message.text).join('\n\n'),
    messageIds: asked.map((message) => message.id),
    newestSeq: asked.at(-1)?.seq ?? null,
    attachments: asked.flatMap((message) => message.attachments),
    history: before.flatMap(asTurn).slice(-mostTurnsBefore),
  };
}

/** What was said before that is still thought of; with longer threads the beginning says less and less. */
const mostTurnsBefore = 12;

function sinceOurLastWord(messages: MessageRow[]) {
  const spoken = messages.filter(
    (message) => message.kind === 'customer' || message.kind === 'ai' || message.kind === 'human',
  );
  // Handed back with nothing new: what was said around the handover is no answer, so the question before it is still open.
  const open = spoken.slice(0, spoken.findLastIndex((message) => !isAboutHandover(message)) + 1);
  const considered = spoken.at(-1)?.kind === 'customer' ? spoken : open;
  const last = considered.findLastIndex((message) => message.kind !== 'customer');
  return { asked: considered.slice(last + 1), before: considered.slice(0, last + 1) };
}

const isAboutHandover = (message: MessageRow) => message.kind === 'ai' && message.answers_seq === null;

function asTurn(message: MessageRow): Situation['history'] {
  return message.text.trim() ? [{ from: message.kind === 'customer' ? 'customer' : 'us', text: message.text }] : [];
}

function holdOf({ conversation }: Turn, leave: AiPermission): Situation['hold'] {
  if (!leave.may && (leave.reason === 'auto_respond_off' || leave.reason === 'channel_not_ready')) return leave.reason;
  return conversation.owner === 'human' ? 'owner_human' : null;
}

/** No person writes as much (reliability.md §4.12); two machines that answer each other do. */
const mostTurnsAMinute = 20;

// Said once: a machine that answers every word in a new thread would otherwise never come to an end.
function paceHold({ pace }: Turn): Situation['hold'] {
  if (pace <= mostTurnsAMinute) return null;
  return pace === mostTurnsAMinute + 1 ? 'pace' : 'pace_again';
}

// behaviour.md §4, step 0: an exhausted budget forbids answering. Who words answers without a model uses none.
async function budgetHold(
  { config, languageModel, clock }: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { conversation }: Turn,
): Promise<'budget' | null> {
  if (!languageModel) return null;
  const used = await tokensUsed(tx, scope, conversation, clock.now());
  const over = (tokens: number, most: number) => most > 0 && tokens >= most;
  const exhausted =
    over(used.conversation, config.AI_TOKENS_PER_CONVERSATION) || over(used.day, config.AI_TOKENS_PER_DAY);
  return exhausted ? 'budget' : null;
}
