import type { Citation } from '@desk/contract/decisions';
import type { Outgoing } from '../channels/index.ts';
import { promiseDelivery, writeWords, type ConversationRow, type MessageRow } from '../conversations/index.ts';
import type { Desk } from '../platform/desk.ts';
import type { Tx } from '../platform/database.ts';

export interface Reply {
  /** Whose word the outbox fences: a machine's is withdrawn when a person takes over. */
  actor: 'ai' | 'human' | 'system';
  author: { type: 'ai' | 'human'; id: string | null; name: string | null };
  markdown: string;
  citations: Citation[];
  decisionId: string | null;
  answersSeq: number | null;
  handoverId: string | null;
  /** What the helpdesk's ticket becomes, in the same request as the words. */
  status: 'open' | 'pending' | 'solved' | null;
  tags: string[];
}

/** The content of an outbox row of kind `reply`; conversation and attempt are added when it is sent. */
export type ReplyContent = Pick<Extract<Outgoing, { kind: 'reply' }>, 'text' | 'html' | 'author' | 'status' | 'tags'>;

/**
 * Writes words to the customer and promises their delivery, in the caller's transaction. null: the AI's word about that
 * customer message is there already, and a repeated turn adds nothing.
 */
export async function reply(
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  words: Reply,
): Promise<MessageRow | null> {
  // Loaded with the first words, not with the process: a Markdown parser and a sanitizer.
  const { renderHtml, renderText } = await import('./render.ts');
  const content: ReplyContent = {
    text: renderText(words.markdown),
    html: renderHtml(words.markdown),
    author: words.actor === 'human' ? 'human' : 'ai',
    status: words.status,
    tags: words.tags,
  };
  const message = await writeWords(desk, tx, conversation, {
    kind: words.author.type,
    author: words.author,
    text: content.text,
    html: content.html,
    citations: words.citations,
    decisionId: words.decisionId,
    answersSeq: words.actor === 'human' ? null : words.answersSeq,
  });
  if (!message) return null;
  await promiseDelivery(desk, tx, conversation, {
    kind: 'reply',
    actor: words.actor,
    messageId: message.id,
    handoverId: words.handoverId,
    content,
    dedupeKey: `reply:${message.id}`,
  });
  return message;
}
