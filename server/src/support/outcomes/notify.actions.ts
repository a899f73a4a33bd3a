import {
  changeHandover,
  lastCustomerWords,
  promiseDelivery,
  scopeOf,
  titlesOf,
  type ConversationRow,
} from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ResolvedDestination } from '../../routing/index.ts';
import { personalNote } from '../wording/handover-words.logic.ts';
import type { StoredContent } from './stored-content.logic.ts';

export interface Notice {
  handoverId: string;
  destination: ResolvedDestination | null;
  note: string;
  tags: string[];
  /** The number of destinations tried for this handover; part of the dedupe key. */
  attempt: number;
}

type StoredNote = Extract<StoredContent, { kind: 'note' }>;

/** Notifies the destination by a note and an assignment in the helpdesk, a mail, or a webhook. The internal queue needs no assignment. */
export async function notifyDestination(
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  notice: Notice,
): Promise<void> {
  const stored = await noticeFor(desk, tx, conversation, notice);
  if (!stored) return;
  const { kind, ...content } = stored;
  await changeHandover(tx, scopeOf(conversation), notice.handoverId, { delivery: 'pending' });
  await promiseDelivery(desk, tx, conversation, {
    kind,
    content,
    actor: 'system',
    messageId: null,
    handoverId: notice.handoverId,
    dedupeKey: `handover:${notice.handoverId}:${notice.attempt}`,
    checked: false,
  });
}

/** The note about a handover by a person, who may have written none. */
export async function noteByPerson(tx: Tx, conversation: ConversationRow, words: string | null): Promise<string> {
  const last = await lastCustomerWords(tx, scopeOf(conversation), conversation.id);
  return personalNote(words, last?.text ?? '');
}

async function noticeFor(
  desk: Desk,
  tx: Tx,
  conversation: ConversationRow,
  { destination, note, tags }: Notice,
): Promise<StoredContent | null> {
  const target = destination?.target ?? '';
  switch (destination?.kind) {
    case 'email':
      return { kind: 'notify_email', ...(await mailTo(desk, tx, conversation, { target, note })) };
    case 'webhook':
      return { kind: 'notify_webhook', url: target, payload: payloadOf(conversation, { note, tags }) };
    case 'chatdesk_team':
    case 'chatdesk_admin':
    case 'ticketdesk_group':
    case 'ticketdesk_agent':
      return noteIn(conversation, { note, tags, assignment: { kind: destination.kind, target } });
    case 'queue':
    case undefined:
      return noteIn(conversation, { note, tags, assignment: null });
  }
}

async function mailTo(
  { config }: Desk,
  tx: Tx,
  conversation: ConversationRow,
  { target, note }: { target: string; note: string },
) {
  const { id, channel } = conversation;
  const title = (await titlesOf(tx, scopeOf(conversation), [id])).get(id);
  return {
    to: target,
    subject: `A customer needs you: ${title?.subject || title?.customer_name || channel}`,
    text: `${note}\n\n${config.PUBLIC_URL}/inbox/${id}`,
  };
}

const payloadOf = (
  { id, channel, channel_reference }: ConversationRow,
  { note, tags }: { note: string; tags: string[] },
) => ({
  type: 'conversation.handed_over',
  conversation_id: id,
  channel,
  channel_reference,
  note,
  tags,
});

/** Whether the destination is notified by a note in the helpdesk. Such a note also carries the tags. */
export const leavesNote = ({ channel }: ConversationRow, destination: ResolvedDestination | null): boolean =>
  channel !== 'email' && destination?.kind !== 'email' && destination?.kind !== 'webhook';

// The helpdesk gets the summary even when the conversation waits in our own queue, for the people who work in the helpdesk.
function noteIn(
  conversation: ConversationRow,
  { note, tags, assignment }: { note: string; tags: string[]; assignment: StoredNote['assignment'] },
): StoredNote | null {
  if (conversation.channel === 'email') return null;
  return { kind: 'note', text: note, assignment, status: 'open', tags };
}
