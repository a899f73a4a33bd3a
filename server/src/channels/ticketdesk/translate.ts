import type { IncomingEvent, ThreadState } from '../channel.logic.ts';
import { parseJson } from '../json.logic.ts';
import type { Translated, TranslationContext } from '../translation.ts';
import { mustAnswer } from '../translation.ts';
import { getTicket, getUser, listComments, type TicketdeskAccess } from './client.ts';
import {
  eventOfComment,
  readDelivery,
  readUser,
  sortComments,
  type Author,
  type Comment,
  type TicketdeskDelivery,
} from './payload.logic.ts';

/**
 * What a delivery of ticketdesk means. Our trigger sends ids only, so the words are read from the vendor: one delivery
 * may bring several comments, and a comment is brought by several deliveries; its effect key settles both.
 */
export async function translateTicketdesk(
  access: TicketdeskAccess | null,
  { raw, receivedAt, knownEffects }: TranslationContext,
): Promise<Translated[]> {
  const delivery = readDelivery(parseJson(raw), new TextDecoder().decode(raw), receivedAt);
  switch (delivery.kind) {
    case 'other':
      return [{ event: { kind: 'ignored', why: delivery.why }, effect: null }];
    case 'status':
      return [stateChange(delivery, access?.userId ?? null)];
    case 'comment':
      return [await carriedComment(access, delivery)];
    case 'look':
      return lookUp(connected(access), delivery.ticketId, { receivedAt, knownEffects });
  }
}

type StatusDelivery = Extract<TicketdeskDelivery, { kind: 'status' }>;
const states: Record<string, ThreadState> = { solved: 'closed', closed: 'closed', open: 'opened', new: 'opened' };

function stateChange({ ticketId, status, actorId, at, eventId }: StatusDelivery, ourUserId: string | null): Translated {
  const to = states[status];
  const effect = `${ticketId}:status:${eventId}`;
  if (!to) return { event: { kind: 'ignored', why: 'a status without meaning for us' }, effect };
  if (actorId !== null && actorId === ourUserId) return { event: { kind: 'ignored', why: 'our own change' }, effect };
  return { event: { kind: 'state_changed', thread: ticketId, at, to, snoozedUntil: null }, effect };
}

type CommentDelivery = Extract<TicketdeskDelivery, { kind: 'comment' }>;

// The event form carries the words; only the customer's address has to be asked for, and only if we are connected.
async function carriedComment(access: TicketdeskAccess | null, delivery: CommentDelivery): Promise<Translated> {
  const { ticketId, comment, subject } = delivery;
  const needsAuthor = access !== null && comment.public && comment.authorId !== access.userId && !delivery.isStaff;
  const author = needsAuthor ? await fetchAuthor(access, comment.authorId) : readUser(null, comment.authorId);
  const named = { ...author.customer, name: author.customer.name ?? comment.authorName };
  const known: Author = { ...author, isStaff: delivery.isStaff, customer: named };
  const event = eventOfComment(comment, known, { id: ticketId, subject }, access?.userId ?? null);
  return { event, effect: effectOf(ticketId, comment) };
}

/** How much older than its delivery a comment may be and still be what the delivery is about; clocks differ. */
const recentMilliseconds = 10 * 60_000;

async function lookUp(
  access: TicketdeskAccess,
  ticketId: string,
  { receivedAt, knownEffects }: Pick<TranslationContext, 'receivedAt' | 'knownEffects'>,
): Promise<Translated[]> {
  const current = await getTicket(access, ticketId);
  const ticket = current.ticket ?? mustAnswer(current.answer);
  const listed = await listComments(access, ticketId, receivedAt);
  const comments = listed.comments ?? mustAnswer(listed.answer);
  const known = await knownEffects(comments.map((comment) => effectOf(ticketId, comment)));
  const { history, news } = sortComments(comments, (comment) => known.has(effectOf(ticketId, comment)), {
    isCustomer: (comment) => comment.authorId === ticket.requesterId,
    recent: new Date(receivedAt.getTime() - recentMilliseconds),
  });
  const authors = new Map<string, Author>();
  const translated: Translated[] = history.map((comment) => ({
    event: { kind: 'ignored', why: 'older than our acquaintance' },
    effect: effectOf(ticketId, comment),
  }));
  for (const comment of news) {
    const ours = comment.authorId === access.userId;
    const author =
      authors.get(comment.authorId) ??
      (ours ? readUser(null, comment.authorId) : await fetchAuthor(access, comment.authorId));
    authors.set(comment.authorId, author);
    const event: IncomingEvent = eventOfComment(comment, author, ticket, access.userId);
    translated.push({ event, effect: effectOf(ticketId, comment) });
  }
  return translated;
}

async function fetchAuthor(access: TicketdeskAccess, id: string): Promise<Author> {
  const answer = await getUser(access, id);
  // A user who has been deleted still wrote the words.
  const gone = answer.kind === 'answered' && answer.status === 404;
  if (gone) return readUser(null, id);
  return answer.kind === 'answered' && answer.status === 200 ? readUser(answer.body, id) : mustAnswer(answer);
}

const effectOf = (ticketId: string, comment: Comment) => `${ticketId}:${comment.id}`;

function connected(access: TicketdeskAccess | null): TicketdeskAccess {
  return access ?? mustAnswer({ kind: 'answered', status: 401, headers: {}, body: null });
}
