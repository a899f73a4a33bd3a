import { createHmac, randomUUID } from 'node:crypto';
import {
  addComment,
  newTicket,
  stamp,
  ticketId,
  type Comment,
  type Ticket,
  type TicketAttachment,
  type User,
} from './state.ts';
import type { SignedEvent } from '../webhook-delivery.ts';

export type TicketdeskEvent = SignedEvent & { ticketId: number };
/** `trigger`: our own template with ids only. `event`: the vendor's `zen:event-type:ticket.comment_added` with the text in it. */
export type Form = 'trigger' | 'event';
export type TicketOpened = {
  subject: string;
  text: string;
  html?: string;
  customer?: { name?: string; email?: string; verified?: boolean };
  attachments?: TicketAttachment[];
  form?: Form;
};

export type TicketdeskEvents = {
  ticketOpened(opened: TicketOpened): TicketdeskEvent;
  customerCommented(
    ticket: number,
    said: { text: string; attachments?: TicketAttachment[]; form?: Form },
  ): TicketdeskEvent;
  /** An agent opens a ticket for a customer, with a first public comment. */
  agentOpened(opened: Pick<TicketOpened, 'subject' | 'text'>): TicketdeskEvent;
  /** `by: 'bot'`: written by hand by the person whose account we use. */
  agentCommented(
    ticket: number,
    said: { text: string; public?: boolean; form?: Form; by?: 'agent' | 'bot' },
  ): TicketdeskEvent;
  /** The echo of our comment, in the event form. The newest comment by default. */
  ownEcho(ticket: number, commentId?: number): TicketdeskEvent;
  statusChanged(ticket: number, previous: string, current: string): TicketdeskEvent;
  /** The same comment under a new invocation id, as a second trigger or a late duplicate sends it. */
  again(event: TicketdeskEvent): TicketdeskEvent;
  /** Signs any body; `at` is the time in the signature. */
  signed(body: unknown, options?: { at?: Date; secret?: string; raw?: string }): TicketdeskEvent;
};

type Source = {
  accountId: number;
  webhookId: string;
  signingSecret: () => string;
  agent: User;
  bot: User;
  tickets: Map<number, Ticket>;
};

export function ticketdeskEvents(source: Source): TicketdeskEvents {
  const find = (id: number): Ticket => {
    const ticket = source.tickets.get(id);
    if (!ticket) throw new Error(`no ticket ${id} at the ticket vendor`);
    return ticket;
  };
  const sign: TicketdeskEvents['signed'] = (body, options = {}) => signEvent(source, body, options);
  const tell = (ticket: Ticket, comment: Comment, author: User, form: Form): TicketdeskEvent =>
    sign(
      form === 'trigger' ? triggerBody(ticket, author) : commentAddedBody(source.accountId, ticket, comment, author),
    );

  return {
    ticketOpened({ subject, text, html, customer = {}, attachments = [], form = 'trigger' }) {
      const requester: User = {
        id: ticketId(),
        name: customer.name ?? 'Robin Tester',
        email: customer.email ?? 'robin@customer.test',
        role: 'end-user',
        ...(customer.verified === undefined ? {} : { verified: customer.verified }),
      };
      const ticket = newTicket(requester, subject, new Date());
      source.tickets.set(ticket.id, ticket);
      const said = { author: requester, text, public: true, channel: 'web', attachments, ...(html ? { html } : {}) };
      return tell(ticket, addComment(ticket, said, new Date()), requester, form);
    },
    agentOpened({ subject, text }) {
      const requester: User = { id: ticketId(), name: 'Robin Tester', email: 'robin@customer.test', role: 'end-user' };
      const ticket = newTicket(requester, subject, new Date());
      source.tickets.set(ticket.id, ticket);
      addComment(ticket, { author: source.agent, text, public: true, channel: 'web' }, new Date());
      return sign({ ...triggerBody(ticket, source.agent), event: 'agent_comment' });
    },
    customerCommented(id, { text, attachments = [], form = 'trigger' }) {
      const ticket = find(id);
      if (ticket.status !== 'closed') ticket.status = 'open';
      const said = { author: ticket.requester, text, public: true, channel: 'email', attachments };
      return tell(ticket, addComment(ticket, said, new Date()), ticket.requester, form);
    },
    agentCommented(id, { text, public: isPublic = true, form = 'trigger', by = 'agent' }) {
      const ticket = find(id);
      const said = { author: source[by], text, public: isPublic, channel: 'web' };
      const comment = addComment(ticket, said, new Date());
      if (form === 'event') return tell(ticket, comment, source[by], form);
      return sign({ ...triggerBody(ticket, source[by]), event: 'agent_comment' });
    },
    ownEcho(id, commentId) {
      const ticket = find(id);
      const ours = ticket.comments.filter((comment) => comment.author_id === source.bot.id);
      const comment = commentId ? ours.find((one) => one.id === commentId) : ours.at(-1);
      if (!comment) throw new Error(`nothing of ours to echo on ticket ${id}`);
      return tell(ticket, comment, source.bot, 'event');
    },
    statusChanged: (id, previous, current) =>
      sign(eventBody(source.accountId, find(id), 'ticket.status_changed', { previous, current })),
    again: (event) => sign(event.body),
    signed: sign,
  };
}

/** Base64 HMAC-SHA256 over timestamp and raw body with nothing between, keyed by the secret as text (never decoded). */
export function ticketdeskSignature(timestamp: string, raw: Buffer, secret: string): string {
  return createHmac('sha256', secret).update(timestamp).update(raw).digest('base64');
}

function signEvent(
  source: Source,
  body: unknown,
  options: { at?: Date; secret?: string; raw?: string },
): TicketdeskEvent {
  const raw = Buffer.from(options.raw ?? JSON.stringify(body));
  const timestamp = stamp(options.at ?? new Date());
  const invocationId = String(ticketId(10));
  return {
    id: invocationId,
    ticketId: ticketOf(body),
    body,
    raw,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Zendesk Webhook',
      'x-zendesk-account-id': String(source.accountId),
      'x-zendesk-webhook-id': source.webhookId,
      'x-zendesk-webhook-invocation-id': invocationId,
      'x-zendesk-webhook-signature': ticketdeskSignature(timestamp, raw, options.secret ?? source.signingSecret()),
      'x-zendesk-webhook-signature-timestamp': timestamp,
    },
  };
}

function ticketOf(body: unknown): number {
  const shape = body as { ticket_id?: string; detail?: { id?: string } } | null;
  return Number(shape?.ticket_id ?? shape?.detail?.id ?? 0);
}

function triggerBody(ticket: Ticket, actor: User): Record<string, unknown> {
  return {
    schema: 'ticketdesk.trigger.v1',
    event: 'comment',
    ticket_id: String(ticket.id),
    actor_id: String(actor.id),
    actor_role: actor.role === 'end-user' ? 'End-user' : 'Agent',
    updated_at: ticket.updatedAt,
  };
}

function commentAddedBody(accountId: number, ticket: Ticket, comment: Comment, author: User): Record<string, unknown> {
  return eventBody(accountId, ticket, 'ticket.comment_added', {
    comment: {
      id: String(comment.id),
      body: comment.body,
      html_body: comment.html_body,
      is_public: comment.public,
      author: { id: String(author.id), is_staff: author.role !== 'end-user', name: author.name },
    },
    meta: { sequence: { id: randomUUID(), position: 1 } },
  });
}

function eventBody(
  accountId: number,
  ticket: Ticket,
  type: string,
  event: Record<string, unknown>,
): Record<string, unknown> {
  return {
    account_id: accountId,
    detail: {
      id: String(ticket.id),
      actor_id: String(ticket.requester.id),
      assignee_id: ticket.assigneeId === null ? null : String(ticket.assigneeId),
      created_at: ticket.createdAt,
      description: ticket.comments[0]?.body ?? '',
      external_id: ticket.externalId,
      group_id: ticket.groupId === null ? null : String(ticket.groupId),
      is_public: true,
      priority: ticket.priority,
      requester_id: String(ticket.requester.id),
      status: ticket.status.toUpperCase(),
      subject: ticket.subject,
      submitter_id: String(ticket.requester.id),
      tags: ticket.tags,
      type: 'QUESTION',
      updated_at: ticket.updatedAt,
      via: { channel: 'web' },
    },
    event,
    id: randomUUID(),
    subject: `zen:ticket:${ticket.id}`,
    // The vendor sends up to nine fractional digits, more than a Date holds.
    time: new Date().toISOString().replace('Z', '304701Z'),
    type: `zen:event-type:${type}`,
    zendesk_event_version: '2022-11-06',
  };
}
