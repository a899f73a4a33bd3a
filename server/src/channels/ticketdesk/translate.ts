import { readInThread } from '../reading/read-in-thread.ts';
import type { IncomingEvent, ThreadState } from '../port/channel.logic.ts';
import { idText, object, parseJson } from '../port/json.logic.ts';
import type { HelpdeskConnection } from '../outbound/vendor-account.ts';
import type { Translated, TranslationContext } from '../inbound/translation.ts';
import { failTranslation, TranslationFailed } from '../inbound/translation.ts';
import { getTicket, getUser, listComments, type TicketdeskAccess } from './client.ts';
import {
  eventOfComment,
  readDelivery,
  readUser,
  sortComments,
  type Author,
  type Comment,
  type Ticket,
  type TicketdeskDelivery,
} from './payload.logic.ts';
import { english } from '../../platform/words/sentence.logic.ts';

/** Access to the vendor, which is needed only if a delivery is incomplete. */
export interface TicketdeskReach {
  /** null if the helpdesk was never connected. */
  ourUserId: string | null;
  open(): Promise<HelpdeskConnection<TicketdeskAccess>>;
}

/**
 * Translates a delivery of ticketdesk. Our trigger sends ids only, so the comments are read from the vendor: one delivery
 * may bring several comments, and several deliveries may bring one comment; its effect key settles both.
 */
export async function translateTicketdesk(
  reach: TicketdeskReach,
  { raw, receivedAt, knownEffects }: TranslationContext,
): Promise<Translated[]> {
  const delivery = readDelivery(parseJson(raw), new TextDecoder().decode(raw), receivedAt);
  switch (delivery.kind) {
    case 'other':
      return [{ event: { kind: 'ignored', why: delivery.why }, effect: null }];
    case 'status':
      return [stateChange(delivery, reach.ourUserId)];
    case 'comment':
      return [await carriedComment(reach, delivery)];
    case 'look':
      return lookUp(needed(await reach.open()), delivery.ticketId, { receivedAt, knownEffects });
  }
}

type StatusDelivery = Extract<TicketdeskDelivery, { kind: 'status' }>;
const states: Record<string, ThreadState> = { solved: 'closed', closed: 'closed', open: 'opened', new: 'opened' };

function stateChange({ ticketId, status, actorId, at, eventId }: StatusDelivery, ourUserId: string | null): Translated {
  const to = states[status];
  const effect = `${ticketId}:status:${eventId}`;
  if (!to) return { event: { kind: 'ignored', why: english`a status that does not matter here` }, effect };
  if (actorId !== null && actorId === ourUserId)
    return { event: { kind: 'ignored', why: english`our own change` }, effect };
  return { event: { kind: 'state_changed', thread: ticketId, at, to, snoozedUntil: null }, effect };
}

type CommentDelivery = Extract<TicketdeskDelivery, { kind: 'comment' }>;

// The event form contains the text; only the customer's address has to be fetched. Without access, the text comes without
// the address: people can read it, which they could not if the event waited for an admin.
async function carriedComment(reach: TicketdeskReach, delivery: CommentDelivery): Promise<Translated> {
  const { ticketId, comment, subject } = delivery;
  const needsAuthor = comment.public && comment.authorId !== reach.ourUserId && !delivery.isStaff;
  const access = needsAuthor ? granted(await reach.open()) : null;
  const author = access ? await fetchAuthor(access, comment.authorId) : readUser(null, comment.authorId);
  const named = { ...author.customer, name: author.customer.name ?? comment.authorName };
  const known: Author = { ...author, isStaff: delivery.isStaff, customer: named };
  const event = eventOfComment(comment, known, { id: ticketId, subject }, reach.ourUserId);
  return { event: await shownSafely(event), effect: effectOf(ticketId, comment) };
}

function granted(opened: HelpdeskConnection<TicketdeskAccess>): TicketdeskAccess | null {
  if (opened.kind === 'unrenewed') throw new TranslationFailed('transient', 'token_not_renewed');
  return opened.kind === 'open' ? opened.access : null;
}

// Permanent, so that people see at once that a message is missing; a new connection brings such events back (`requeueUngranted`).
function needed(opened: HelpdeskConnection<TicketdeskAccess>): TicketdeskAccess {
  const access = granted(opened);
  if (access) return access;
  throw new TranslationFailed('permanent', opened.kind === 'not_connected' ? 'not_connected' : 'needs_reauth');
}

/** How much older than its delivery a comment may be and still be the reason for it; clocks differ. */
const recentMilliseconds = 10 * 60_000;

async function lookUp(
  access: TicketdeskAccess,
  ticketId: string,
  { receivedAt, knownEffects }: Pick<TranslationContext, 'receivedAt' | 'knownEffects'>,
): Promise<Translated[]> {
  const listed = await listComments(access, ticketId, receivedAt);
  const comments = listed.comments ?? failTranslation(listed.answer);
  const known = await knownEffects([ticketId, ...comments.map((comment) => effectOf(ticketId, comment))]);
  const isKnown = (comment: Comment) => known.has(effectOf(ticketId, comment));
  // Every call counts against the vendor's limits: fetch a ticket's subject only once.
  const ticket = known.has(ticketId) ? knownTicket(ticketId) : await fetchTicket(access, ticketId);
  const { history, news } = sortComments(comments, isKnown, {
    isCustomer: (comment) => comment.authorId === ticket.requesterId,
    recent: new Date(receivedAt.getTime() - recentMilliseconds),
  });
  // The vendor may send the authors with the comments; fetch those that are missing.
  const authors = new Map<string, Author>();
  for (const user of listed.users) {
    const id = idText(object(object(user)['user'])['id']);
    if (id) authors.set(id, readUser(user, id));
  }
  const translated: Translated[] = history.map((comment) => ({
    event: { kind: 'ignored', why: english`older than this connection` },
    effect: effectOf(ticketId, comment),
  }));
  const authorOf = async (id: string): Promise<Author> => {
    const author = authors.get(id) ?? (id === access.userId ? readUser(null, id) : await fetchAuthor(access, id));
    authors.set(id, author);
    return author;
  };
  const begins = history.length === 0 && !comments.some(isKnown) ? news[0] : null;
  for (const comment of news) {
    const read = eventOfComment(comment, await authorOf(comment.authorId), ticket, access.userId);
    const event = comment === begins ? await withRequester(read, ticket, authorOf) : read;
    translated.push({ event: await shownSafely(event), effect: effectOf(ticketId, comment) });
    if (event.kind === 'customer_message' || 'opens' in event) translated.push(knownSubject(ticketId));
  }
  return translated;
}

// A colleague has opened the ticket for a customer.
async function withRequester(
  event: IncomingEvent,
  { requesterId, subject }: Pick<Ticket, 'requesterId' | 'subject'>,
  authorOf: (id: string) => Promise<Author>,
): Promise<IncomingEvent> {
  if (event.kind !== 'human_reply' || requesterId === null || requesterId === event.author.id) return event;
  const { isStaff, customer } = await authorOf(requesterId);
  return isStaff ? event : { ...event, opens: { customer, subject } };
}

/** Marks the ticket's subject as known, with the first message that carried it. */
const knownSubject = (ticketId: string): Translated => ({
  event: { kind: 'ignored', why: english`the subject of a message that came before` },
  effect: ticketId,
});

const knownTicket = (id: string) => ({ id, subject: null, requesterId: null });

async function fetchTicket(access: TicketdeskAccess, id: string) {
  const { ticket, answer } = await getTicket(access, id);
  return ticket ?? failTranslation(answer);
}

async function fetchAuthor(access: TicketdeskAccess, id: string): Promise<Author> {
  const answer = await getUser(access, id);
  // If the author was deleted, or may not be read, people get the comment without an address.
  if (answer.kind === 'answered' && [403, 404, 410].includes(answer.status)) return readUser(null, id);
  return answer.kind === 'answered' && answer.status === 200 ? readUser(answer.body, id) : failTranslation(answer);
}

const shownSafely = async (event: IncomingEvent): Promise<IncomingEvent> =>
  'html' in event && event.html !== null
    ? { ...event, html: await readInThread({ kind: 'html', raw: new TextEncoder().encode(event.html) }) }
    : event;

const effectOf = (ticketId: string, comment: Comment) => `${ticketId}:${comment.id}`;
