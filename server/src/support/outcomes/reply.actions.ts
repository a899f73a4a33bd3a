import type { Citation } from '@desk/contract/decisions';
import {
  promiseDelivery,
  writeWords,
  type ConversationChange,
  type ConversationRow,
  type ListedAttachment,
  type MessageRow,
} from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { StoredContent } from './stored-content.logic.ts';

/** Automatic replies are Markdown. Text that a person has typed is not markup and is sent unchanged. */
export type ReplyText = { markdown: string } | { text: string; html: string | null };

export interface ReplyToSend {
  /** Who sends it. The outbox withdraws an automatic message when a person takes over. */
  actor: 'ai' | 'human' | 'system';
  author: { type: 'ai' | 'human'; id: string | null; name: string | null };
  said: ReplyText;
  /** Only for replies by people. */
  attachments?: readonly ListedAttachment[];
  citations: Citation[];
  decisionId: string | null;
  answersSeq: number | null;
  handoverId: string | null;
  /** The status that the helpdesk's ticket gets in the same request. */
  status: 'open' | 'pending' | 'solved' | null;
  tags: string[];
  /** The change that this reply makes to the conversation. */
  change?: ConversationChange;
}

type ReplyContent = Omit<Extract<StoredContent, { kind: 'reply' }>, 'kind'>;

/**
 * Writes a message to the customer and promises its delivery, in the caller's transaction. Returns null if the AI has already
 * answered that customer message: a repeated turn adds nothing.
 */
export async function reply(
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  words: ReplyToSend,
): Promise<MessageRow | null> {
  const { actor, author, status, tags, handoverId } = words;
  const content = await contentOf(words.said, { author: actor === 'human' ? 'human' : 'ai', status, tags });
  const message = await writeWords(desk, tx, conversation, {
    kind: author.type,
    author,
    text: content.text,
    html: content.html,
    attachments: words.attachments ?? [],
    citations: words.citations,
    decisionId: words.decisionId,
    answersSeq: actor === 'human' ? null : words.answersSeq,
    ...(words.change ? { change: words.change } : {}),
  });
  if (message) await promiseReply(desk, tx, conversation, { messageId: message.id, content, actor, handoverId });
  return message;
}

/** Returns the content for the channel. Without HTML, the channel formats paragraphs and lines from the text. */
export async function contentOf(
  said: ReplyText,
  about: Pick<ReplyContent, 'author' | 'status' | 'tags'>,
): Promise<ReplyContent> {
  return { ...(await shown(said)), ...about };
}

/** Returns the text and the HTML that the message stores. */
export async function shown(said: ReplyText): Promise<{ text: string; html: string | null }> {
  if (!('markdown' in said)) return said;
  const { render } = await rendering();
  return render(said.markdown);
}

/** As `shown`, but only the plain text. */
export const shownAsText = async (markdown: string): Promise<string> => (await rendering()).renderText(markdown);

// Import the Markdown parser and the sanitizer with the first reply, not at start-up.
const rendering = () => import('../wording/render.ts');

interface PromisedReply extends Pick<ReplyToSend, 'actor' | 'handoverId'> {
  messageId: string;
  content: ReplyContent;
}

/** Promises the delivery of a message that is already in the thread. */
export const promiseReply = (desk: Desk, tx: Tx, conversation: ConversationRow, promised: PromisedReply) =>
  promiseDelivery(desk, tx, conversation, {
    kind: 'reply',
    ...promised,
    dedupeKey: `reply:${promised.messageId}`,
    // The AI's turn has just compared the epoch and looked at the switch. Mail is counted by address at its first attempt.
    checked: promised.actor === 'ai' && conversation.channel !== 'email',
  });

interface DeskAnnouncement extends Pick<ReplyToSend, 'decisionId' | 'handoverId' | 'tags'> {
  markdown: string;
  /** The name under which the desk writes. */
  speaker: string;
}

/** Notifies the customer that people take over. Returns null if the customer already has the notice. */
export const announceHandover = (
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  { speaker, markdown, ...announcement }: DeskAnnouncement,
): Promise<MessageRow | null> =>
  reply(desk, tx, conversation, {
    ...announcement,
    said: { markdown },
    actor: 'system',
    author: { type: 'ai', id: null, name: speaker },
    citations: [],
    // The notice is not an answer: if people hand the conversation back, the question is still open.
    answersSeq: null,
    status: 'open',
  });
