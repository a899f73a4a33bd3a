import { randomInt } from 'node:crypto';

export type TicketStatus = 'new' | 'open' | 'pending' | 'hold' | 'solved' | 'closed';
export type User = {
  id: number;
  name: string;
  email: string;
  role: 'end-user' | 'agent' | 'admin';
  verified?: boolean;
};
export type TicketAttachment = {
  id: number;
  file_name: string;
  content_url: string;
  content_type: string;
  size: number;
  thumbnails: [];
};

export type Comment = {
  id: number;
  type: 'Comment';
  author_id: number;
  body: string;
  html_body: string;
  plain_body: string;
  public: boolean;
  attachments: TicketAttachment[];
  audit_id: number;
  via: { channel: string; source: { from: Record<string, unknown>; to: Record<string, unknown>; rel: string | null } };
  metadata: { system: Record<string, unknown>; custom: Record<string, unknown> };
  created_at: string;
};

export type Ticket = {
  id: number;
  subject: string;
  status: TicketStatus;
  requester: User;
  assigneeId: number | null;
  groupId: number | null;
  priority: string | null;
  tags: string[];
  externalId: string | null;
  createdAt: string;
  updatedAt: string;
  comments: Comment[];
};

/** Vendor ids are 64-bit integers; these stay in the range that JSON numbers represent exactly. */
export function ticketId(digits = 11): number {
  return Number(
    Array.from({ length: digits }, (_, place) => (place === 0 ? randomInt(1, 10) : randomInt(10))).join(''),
  );
}

/** A time without fractions of a second, as the ticketing API writes it. */
export function stamp(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

export type NewComment = {
  author: User;
  text?: string;
  html?: string;
  public: boolean;
  channel: string;
  attachments?: TicketAttachment[];
  custom?: Record<string, unknown>;
};

/** Appends a comment; its id is that of the audit event that made it. */
export function addComment(ticket: Ticket, said: NewComment, at: Date): Comment {
  const text = said.text ?? stripTags(said.html ?? '');
  const comment: Comment = {
    id: ticketId(),
    type: 'Comment',
    author_id: said.author.id,
    body: text,
    html_body: `<div class="zd-comment" dir="auto">${said.html ?? escapeHtml(text)}</div>`,
    plain_body: text,
    public: said.public,
    attachments: said.attachments ?? [],
    audit_id: ticketId(),
    via: { channel: said.channel, source: { from: {}, to: {}, rel: null } },
    metadata: { system: { ip_address: '192.0.2.10' }, custom: said.custom ?? {} },
    created_at: stamp(at),
  };
  ticket.comments.push(comment);
  ticket.updatedAt = nextStamp(ticket.updatedAt, at);
  return comment;
}

export function newTicket(requester: User, subject: string, at: Date): Ticket {
  return {
    id: ticketId(6),
    subject,
    status: 'new',
    requester,
    assigneeId: null,
    groupId: null,
    priority: null,
    tags: [],
    externalId: null,
    createdAt: stamp(at),
    updatedAt: stamp(at),
    comments: [],
  };
}

export function ticketBody(ticket: Ticket): Record<string, unknown> {
  return {
    id: ticket.id,
    external_id: ticket.externalId,
    via: { channel: 'web', source: { from: {}, to: {}, rel: null } },
    created_at: ticket.createdAt,
    updated_at: ticket.updatedAt,
    type: 'question',
    subject: ticket.subject,
    raw_subject: ticket.subject,
    description: ticket.comments[0]?.body ?? '',
    priority: ticket.priority,
    status: ticket.status,
    recipient: null,
    requester_id: ticket.requester.id,
    submitter_id: ticket.requester.id,
    assignee_id: ticket.assigneeId,
    organization_id: null,
    group_id: ticket.groupId,
    collaborator_ids: [],
    follower_ids: [],
    custom_status_id: null,
    tags: ticket.tags,
    custom_fields: [],
    brand_id: 360_000_100_200,
    allow_attachments: true,
    from_messaging_channel: false,
  };
}

/** `safe_update` compares this stamp, so two changes within one second must have different ones. */
function nextStamp(previous: string, at: Date): string {
  const now = stamp(at);
  return now > previous ? now : stamp(new Date(Date.parse(previous) + 1000));
}

export function touch(ticket: Ticket): void {
  ticket.updatedAt = nextStamp(ticket.updatedAt, new Date());
}

function stripTags(html: string): string {
  const text = html.replace(/<br\s*\/?>|<\/p>|<\/li>|<\/h\d>/g, '\n').replace(/<[^>]*>/g, '');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .trim();
}

function escapeHtml(text: string): string {
  return `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')}</p>`;
}
