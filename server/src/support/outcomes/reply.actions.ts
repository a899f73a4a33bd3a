import type { Citation } from '@desk/contract/decisions';
import type { Outgoing } from '../../channels/index.ts';
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

/** Machines speak Markdown. What a person has typed is no markup: it is said as it stands. */
export type ReplyText = { markdown: string } | { text: string; html: string | null };

export interface ReplyToSend {
  /** Whose word the outbox fences: a machine's is withdrawn when a person takes over. */
  actor: 'ai' | 'human' | 'system';
  author: { type: 'ai' | 'human'; id: string | null; name: string | null };
  said: ReplyText;
  /** Of people only. */
  attachments?: readonly ListedAttachment[];
  citations: Citation[];
  decisionId: string | null;
  answersSeq: number | null;
  handoverId: string | null;
  /** What the helpdesk's ticket becomes, in the same request as the words. */
  status: 'open' | 'pending' | 'solved' | null;
  tags: string[];
  /** What becomes of the conversation with these words. */
  change?: ConversationChange;
}

/** The content of an outbox row of kind `reply`; conversation and attempt are added when it is sent. */
type ReplyContent = Pick<Extract<Outgoing, { kind: 'reply' }>, 'text' | 'html' | 'author' | 'status' | 'tags'>;

/**
 * Writes words to the customer and promises their delivery, in the caller's transaction. null: the AI's word about that
 * customer message is there already, and a repeated turn adds nothing.
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

/** What the channel is given of words. Without HTML it makes paragraphs and lines of the text. */
export async function contentOf(
  said: ReplyText,
  about: Pick<ReplyContent, 'author' | 'status' | 'tags'>,
): Promise<ReplyContent> {
  return { ...(await shown(said)), ...about };
}

/** The words as a message keeps them. */
export async function shown(said: ReplyText): Promise<{ text: string; html: string | null }> {
  if (!('markdown' in said)) return said;
  const { render } = await rendering();
  return render(said.markdown);
}

/** The same as plain text. */
export const shownAsText = async (markdown: string): Promise<string> => (await rendering()).renderText(markdown);

// Loaded with the first words, not with the process: a Markdown parser and a sanitizer.
const rendering = () => import('../wording/render.ts');

interface PromisedReply extends Pick<ReplyToSend, 'actor' | 'handoverId'> {
  messageId: string;
  content: ReplyContent;
}

/** Of words that stand in the thread already. */
export const promiseReply = (desk: Desk, tx: Tx, conversation: ConversationRow, promised: PromisedReply) =>
  promiseDelivery(desk, tx, conversation, { kind: 'reply', ...promised, dedupeKey: `reply:${promised.messageId}` });

interface DeskAnnouncement extends Pick<ReplyToSend, 'decisionId' | 'handoverId' | 'tags'> {
  markdown: string;
  /** In whose name the desk speaks. */
  speaker: string;
}

/** Tells the customer that people take over. null: they already know. */
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
    // It answers nothing: when people hand the conversation back, the question is still open.
    answersSeq: null,
    status: 'open',
  });
