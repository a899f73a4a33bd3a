import type { IncomingAttachment, IncomingCustomer, IncomingEvent } from '../port/channel.logic.ts';
import { idText, isoTime, keyText, line, list, object, text, type JsonObject } from '../port/json.logic.ts';
import { english } from '../../platform/words/sentence.logic.ts';

/**
 * One delivery of the vendor. `look`: somebody wrote in the ticket, and the comments have to be fetched (our trigger
 * sends ids only). `comment`, `status`: the event form, which contains what happened.
 */
export type TicketdeskDelivery =
  | { kind: 'look'; ticketId: string }
  | {
      kind: 'comment';
      ticketId: string;
      requesterId: string | null;
      subject: string | null;
      comment: Comment;
      isStaff: boolean;
    }
  | { kind: 'status'; ticketId: string; status: string; actorId: string | null; at: Date; eventId: string }
  | { kind: 'other'; why: string };

export interface Comment {
  id: string;
  authorId: string;
  authorName: string | null;
  public: boolean;
  text: string;
  html: string | null;
  at: Date;
  attachments: IncomingAttachment[];
  /** The key that our own comments carry in their metadata. */
  ourMark: string | null;
}

export interface Ticket {
  id: string;
  subject: string | null;
  requesterId: string | null;
  status: string;
  tags: string[];
  updatedAt: string | null;
}

/** Reads a verified body. Even if it does not parse, it names its ticket: comments are fetched, not taken from it. */
export function readDelivery(body: unknown, raw: string, receivedAt: Date): TicketdeskDelivery {
  const sent = object(body);
  const type = text(sent['type']) ?? '';
  if (type.startsWith('zen:event-type:')) return readEventForm(sent, type, receivedAt);
  if (sent['schema'] === 'ticketdesk.trigger.v1') {
    const ticketId = ticketIdOf(sent['ticket_id']);
    return ticketId ? { kind: 'look', ticketId } : { kind: 'other', why: english`no ticket id` };
  }
  const named = body === null ? /"ticket_id"\s*:\s*"?(\d{1,19})"?/.exec(raw)?.[1] : undefined;
  return named ? { kind: 'look', ticketId: named } : { kind: 'other', why: english`unknown form` };
}

/** The event's own id, if the body has one. */
export const readEventId = (body: unknown): string | null => {
  const sent = object(body);
  return (text(sent['type']) ?? '').startsWith('zen:event-type:') ? text(sent['id']) : null;
};

function readEventForm(sent: JsonObject, type: string, receivedAt: Date): TicketdeskDelivery {
  const detail = object(sent['detail']);
  const event = object(sent['event']);
  const ticketId = ticketIdOf(detail['id']) ?? ticketIdOf(/^zen:ticket:(\d+)$/.exec(text(sent['subject']) ?? '')?.[1]);
  const at = isoTime(sent['time'], receivedAt);
  if (!ticketId) return { kind: 'other', why: english`no ticket id` };
  if (type === 'zen:event-type:ticket.status_changed') {
    const status = (text(event['current']) ?? '').toLowerCase();
    const actorId = idText(detail['actor_id']);
    return { kind: 'status', ticketId, status, actorId, at, eventId: idText(sent['id']) ?? at.toISOString() };
  }
  if (type !== 'zen:event-type:ticket.comment_added') return { kind: 'other', why: english`another kind of event` };
  const given = object(event['comment']);
  const author = object(given['author']);
  const comment = readComment(
    { ...given, author_id: author['id'], public: given['is_public'], created_at: sent['time'] },
    receivedAt,
  );
  if (!comment) return { kind: 'other', why: english`a comment without id or author` };
  return {
    kind: 'comment',
    ticketId,
    requesterId: idText(detail['requester_id']),
    subject: line(detail['subject']),
    comment: { ...comment, authorName: line(author['name']) },
    isStaff: author['is_staff'] === true,
  };
}

const ticketIdOf = (value: unknown): string | null => {
  const id = idText(value);
  return id !== null && /^\d{1,19}$/.test(id) ? id : null;
};

/** A comment as the API lists it; null when it has no id or author. */
export function readComment(value: unknown, fallback: Date): Comment | null {
  const comment = object(value);
  const id = idText(comment['id']);
  const authorId = idText(comment['author_id']);
  if (!id || !authorId) return null;
  const metadata = object(comment['metadata']);
  return {
    id,
    authorId,
    authorName: null,
    public: comment['public'] === true,
    text: text(comment['plain_body']) ?? text(comment['body']) ?? '',
    html: text(comment['html_body']),
    at: isoTime(comment['created_at'], fallback),
    attachments: list(comment['attachments']).map(object).map(readAttachment),
    ourMark: text(object(metadata['custom'])['our_msg']) ?? text(metadata['our_msg']),
  };
}

function readAttachment(attachment: JsonObject): IncomingAttachment {
  const url = text(attachment['content_url']);
  return {
    name: text(attachment['file_name']) ?? 'attachment',
    mediaType: text(attachment['content_type']) ?? 'application/octet-stream',
    bytes: typeof attachment['size'] === 'number' ? attachment['size'] : null,
    ...(url ? { url } : {}),
  };
}

export function readTicket(answer: unknown): Ticket | null {
  const ticket = object(object(answer)['ticket']);
  const id = idText(ticket['id']);
  if (!id) return null;
  return {
    id,
    subject: line(ticket['subject']),
    requesterId: idText(ticket['requester_id']),
    status: (text(ticket['status']) ?? '').toLowerCase(),
    tags: list(ticket['tags'])
      .map(text)
      .filter((tag) => tag !== null),
    updatedAt: text(ticket['updated_at']),
  };
}

export interface Author {
  id: string;
  isStaff: boolean;
  /** The vendor has confirmed the address. */
  verified: boolean;
  customer: IncomingCustomer;
}

export function readUser(answer: unknown, id: string): Author {
  const user = object(object(answer)['user']);
  const role = text(user['role']);
  return {
    id,
    isStaff: role === 'agent' || role === 'admin',
    verified: user['verified'] === true,
    customer: {
      identity: id,
      externalId: keyText(user['external_id']),
      email: keyText(user['email'])?.toLowerCase() ?? null,
      name: line(user['name']),
      locale: text(user['locale']),
      attributes: {},
    },
  };
}

/** Translates a comment; `ticket` is where it was written. */
export function eventOfComment(
  comment: Comment,
  author: Author,
  ticket: { id: string; subject: string | null },
  ourUserId: string | null,
): IncomingEvent {
  const common = { thread: ticket.id, at: comment.at, providerMessageId: comment.id };
  if (!comment.public) return { kind: 'ignored', why: english`a private comment` };
  if (comment.ourMark !== null) return { kind: 'own_echo', ...common };
  // The list of comments may omit our mark, and the person who owns the account writes under its id as well.
  const bySeat = comment.authorId === ourUserId;
  if (author.isStaff || bySeat) {
    const name = comment.authorName ?? author.customer.name;
    const person = { id: author.id, name };
    const { text: words, html, attachments } = comment;
    return { kind: 'human_reply', ...common, text: words, html, attachments, author: person, bySeat };
  }
  return {
    kind: 'customer_message',
    ...common,
    subject: ticket.subject,
    text: comment.text,
    quotedText: '',
    html: comment.html,
    customer: author.customer,
    authenticity: author.verified ? 'proven' : 'unproven',
    claims: null,
    attachments: comment.attachments,
    automated: null,
  };
}

/**
 * Splits a ticket's comments, given newest first as the vendor lists them. News, oldest first, are all public comments
 * whose effect is not known yet. Of a ticket that we see for the first time, only the customer's comments since the last
 * answer (or the very last comment), and all comments from `recent` on, are news. The rest is history, to be marked as
 * known: a newly connected desk must not process years of old tickets.
 */
export function sortComments(
  newestFirst: readonly Comment[],
  isKnown: (comment: Comment) => boolean,
  { isCustomer, recent }: { isCustomer: (comment: Comment) => boolean; recent: Date },
): { history: Comment[]; news: Comment[] } {
  // A stable sort: within one second, the vendor's own order is kept.
  const publicComments = newestFirst
    .filter((comment) => comment.public)
    .toReversed()
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  if (publicComments.some(isKnown)) return { history: [], news: publicComments.filter((comment) => !isKnown(comment)) };
  const lastAnswer = publicComments.findLastIndex((comment) => !isCustomer(comment));
  const unanswered = Math.max(0, lastAnswer === publicComments.length - 1 ? lastAnswer : lastAnswer + 1);
  // Several deliveries may have waited for us: the first may report comments that are older than an answer which the last reports.
  const start = publicComments.findIndex((comment, at) => at >= unanswered || comment.at >= recent);
  return start === -1
    ? { history: publicComments, news: [] }
    : { history: publicComments.slice(0, start), news: publicComments.slice(start) };
}
