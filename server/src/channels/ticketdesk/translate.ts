import { readAside } from '../reading/reading-aside.ts';
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
  type TicketdeskDelivery,
} from './payload.logic.ts';
import { english } from '../../platform/words/sentence.logic.ts';

/** The vendor is asked only if a delivery does not say everything. */
export interface TicketdeskReach {
  /** null when nobody has ever connected. */
  ourUserId: string | null;
  open(): Promise<HelpdeskConnection<TicketdeskAccess>>;
}

/**
 * What a delivery of ticketdesk means. Our trigger sends ids only, so the words are read from the vendor: one delivery
 * may bring several comments, and a comment is brought by several deliveries; its effect key settles both.
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

// The event form carries the words; only the customer's address has to be asked for. Where nobody lets us ask, the words
// come without it: people can read them, which they could not if the event waited for an admin.
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

// Permanent, so that people see the gap at once; connecting again brings such events back (`requeueUngranted`).
function needed(opened: HelpdeskConnection<TicketdeskAccess>): TicketdeskAccess {
  const access = granted(opened);
  if (access) return access;
  throw new TranslationFailed('permanent', opened.kind === 'not_connected' ? 'not_connected' : 'needs_reauth');
}

/** How much older than its delivery a comment may be and still be what the delivery is about; clocks differ. */
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
  // Every call counts against the vendor's limits: what a ticket is about has to be asked once.
  const ticket = known.has(ticketId) ? acquaintance(ticketId) : await fetchTicket(access, ticketId);
  const { history, news } = sortComments(comments, isKnown, {
    isCustomer: (comment) => comment.authorId === ticket.requesterId,
    recent: new Date(receivedAt.getTime() - recentMilliseconds),
  });
  // They come with their comments where the vendor puts them beside; who is missing is asked for.
  const authors = new Map<string, Author>();
  for (const user of listed.users) {
    const id = idText(object(object(user)['user'])['id']);
    if (id) authors.set(id, readUser(user, id));
  }
  const translated: Translated[] = history.map((comment) => ({
    event: { kind: 'ignored', why: english`older than our acquaintance` },
    effect: effectOf(ticketId, comment),
  }));
  for (const comment of news) {
    const ours = comment.authorId === access.userId;
    const author =
      authors.get(comment.authorId) ??
      (ours ? readUser(null, comment.authorId) : await fetchAuthor(access, comment.authorId));
    authors.set(comment.authorId, author);
    const event: IncomingEvent = eventOfComment(comment, author, ticket, access.userId);
    translated.push({ event: await shownSafely(event), effect: effectOf(ticketId, comment) });
    if (event.kind === 'customer_message') translated.push(toldSubject(ticketId));
  }
  return translated;
}

/** Remembered with the first words that carried the ticket's subject. */
const toldSubject = (ticketId: string): Translated => ({
  event: { kind: 'ignored', why: english`the subject of words that came before` },
  effect: ticketId,
});

const acquaintance = (id: string) => ({ id, subject: null, requesterId: null });

async function fetchTicket(access: TicketdeskAccess, id: string) {
  const { ticket, answer } = await getTicket(access, id);
  return ticket ?? failTranslation(answer);
}

async function fetchAuthor(access: TicketdeskAccess, id: string): Promise<Author> {
  const answer = await getUser(access, id);
  // A writer who was deleted, or whom we may not look at, still wrote the words: people get them without an address.
  if (answer.kind === 'answered' && [403, 404, 410].includes(answer.status)) return readUser(null, id);
  return answer.kind === 'answered' && answer.status === 200 ? readUser(answer.body, id) : failTranslation(answer);
}

const shownSafely = async (event: IncomingEvent): Promise<IncomingEvent> =>
  'html' in event && event.html !== null
    ? { ...event, html: await readAside({ kind: 'html', raw: new TextEncoder().encode(event.html) }) }
    : event;

const effectOf = (ticketId: string, comment: Comment) => `${ticketId}:${comment.id}`;
