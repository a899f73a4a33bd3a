import type { TokenOffice } from './oauth.ts';
import {
  addComment,
  ticketBody,
  ticketId,
  touch,
  type Comment,
  type Ticket,
  type TicketAttachment,
  type TicketStatus,
  type User,
} from './state.ts';
import { isObject, type VendorAnswer, type VendorCall, type VendorRoutes } from '../vendor-server.ts';

/** One account of the ticket vendor: the state that the routes read and change. */
export type Account = {
  office: TokenOffice;
  bot: User;
  users: User[];
  groups: { id: number; name: string }[];
  tickets: Map<number, Ticket>;
  /** By the token with which a comment attaches them. */
  uploads: Map<string, TicketAttachment>;
  /** The bytes of uploaded and downloadable files, by name. */
  files: Map<string, Buffer>;
  /** The id of the webhook whose secret signs the fake's events. */
  webhookId: string;
  signingSecret: string;
  /** Webhooks created through the API; the first one gets the id above. */
  webhooks: Record<string, unknown>[];
  triggers: Record<string, unknown>[];
  commentMade(ticket: Ticket, comment: Comment): void;
};

// One user a page, to simulate a large account.
function pageOfUsers({ users }: Account, query: URLSearchParams): VendorAnswer {
  const roles = query.getAll('role[]');
  const found = users.filter(({ role }) => roles.includes(role));
  const from = Number(query.get('page[after]') ?? 0);
  const next = from + 1;
  const meta = { has_more: next < found.length, after_cursor: next < found.length ? String(next) : null };
  return { status: 200, body: { users: found.slice(from, next), meta } };
}

const statuses: TicketStatus[] = ['new', 'open', 'pending', 'hold', 'solved', 'closed'];

export const recordNotFound: VendorAnswer = {
  status: 404,
  body: { error: 'RecordNotFound', description: 'Not found' },
};

export function ticketdeskRoutes(account: Account): VendorRoutes {
  const authorized = (handle: (call: VendorCall) => VendorAnswer) => (call: VendorCall) =>
    isAuthorized(account, call) ? handle(call) : { status: 401, body: { error: "Couldn't authenticate you" } };
  const onTicket = (handle: (ticket: Ticket, call: VendorCall) => VendorAnswer) =>
    authorized((call) => {
      const ticket = account.tickets.get(Number(call.params['id']));
      return ticket ? handle(ticket, call) : recordNotFound;
    });
  const onTags = (change: (ticket: Ticket, tags: string[]) => string[]) =>
    onTicket((ticket, call) => changeTags(ticket, call, change));

  return {
    'POST /oauth/tokens': (call) => account.office.exchange(call),
    'DELETE /api/v2/oauth/tokens/current': authorized(() => ({ status: 204, body: null })),
    'GET /api/v2/users/me': authorized(() => ({ status: 200, body: { user: account.bot } })),
    'GET /api/v2/users': authorized(({ query }) => pageOfUsers(account, query)),
    'GET /api/v2/users/:id': authorized((call) => {
      const user = people(account).find((one) => one.id === Number(call.params['id']));
      return user ? { status: 200, body: { user } } : recordNotFound;
    }),
    'GET /api/v2/groups': authorized(() => ({ status: 200, body: { groups: account.groups, next_page: null } })),
    'GET /api/v2/tickets/:id': onTicket((ticket) => ({ status: 200, body: { ticket: ticketBody(ticket) } })),
    'POST /api/v2/uploads': authorized((call) => upload(account, call)),
    // Requires a token, as accounts can choose; other files are on other hosts.
    'GET /attachments/:name': authorized((call) => fileNamed(account, call)),
    'GET /elsewhere/:name': (call) => ('authorization' in call.headers ? recordNotFound : fileNamed(account, call)),
    'PUT /api/v2/tickets/:id': onTicket((ticket, call) => update(account, ticket, call)),
    'GET /api/v2/tickets/:id/comments': onTicket((ticket, call) => ({
      status: 200,
      body: commentPage(account, ticket, call),
    })),
    'GET /api/v2/tickets/:id/tags': onTicket((ticket) => ({ status: 200, body: { tags: ticket.tags } })),
    'PUT /api/v2/tickets/:id/tags': onTags((ticket, tags) => [...new Set([...ticket.tags, ...tags])]),
    'POST /api/v2/tickets/:id/tags': onTags((_ticket, tags) => tags),
    'DELETE /api/v2/tickets/:id/tags': onTags((ticket, tags) => ticket.tags.filter((tag) => !tags.includes(tag))),
    'GET /api/v2/webhooks': authorized(() => ({ status: 200, body: { webhooks: account.webhooks } })),
    'POST /api/v2/webhooks': authorized((call) => createWebhook(account, call)),
    'GET /api/v2/triggers': authorized(({ query }) => pageOfTriggers(account, query)),
    'POST /api/v2/triggers': authorized((call) => createTrigger(account, call)),
    'GET /api/v2/webhooks/:id/signing_secret': authorized((call) =>
      call.params['id'] === account.webhookId
        ? { status: 200, body: { signing_secret: { algorithm: 'SHA256', secret: account.signingSecret } } }
        : recordNotFound,
    ),
  };
}

function createWebhook(account: Account, call: VendorCall): VendorAnswer {
  const wish = isObject(call.body['webhook']) ? call.body['webhook'] : {};
  const subscriptions = wish['subscriptions'];
  if (!Array.isArray(subscriptions) || !subscriptions.includes('conditional_ticket_events'))
    return invalidRecord('subscriptions', 'Subscriptions: cannot be blank');
  const id = account.webhooks.length === 0 ? account.webhookId : `${account.webhookId}${account.webhooks.length}`;
  const webhook = { ...wish, id };
  account.webhooks.push(webhook);
  return { status: 201, body: { webhook } };
}

function createTrigger(account: Account, call: VendorCall): VendorAnswer {
  const wish = isObject(call.body['trigger']) ? call.body['trigger'] : {};
  const [action] = Array.isArray(wish['actions']) ? wish['actions'] : [];
  const [webhookId] = isObject(action) && Array.isArray(action['value']) ? action['value'] : [];
  if (!account.webhooks.some(({ id }) => id === webhookId)) return invalidRecord('actions', 'Webhook does not exist');
  const trigger = { ...wish, id: ticketId() };
  account.triggers.push(trigger);
  return { status: 201, body: { trigger } };
}

// One trigger a page, to simulate a large account.
function pageOfTriggers({ triggers }: Account, query: URLSearchParams): VendorAnswer {
  const from = Number(query.get('page[after]') ?? 0);
  const more = from + 1 < triggers.length;
  const meta = { has_more: more, after_cursor: more ? String(from + 1) : null };
  return { status: 200, body: { triggers: triggers.slice(from, from + 1), meta } };
}

function upload(account: Account, call: VendorCall): VendorAnswer {
  const name = call.query.get('filename') ?? '';
  if (name === '' || call.raw.length === 0) return invalidRecord('upload', 'Upload: filename is required');
  const contentType = call.headers['content-type'] ?? 'application/octet-stream';
  const attachment: TicketAttachment = {
    id: ticketId(),
    file_name: name,
    content_url: `/attachments/${encodeURIComponent(name)}`,
    content_type: contentType,
    size: call.raw.length,
    thumbnails: [],
  };
  const token = `tok${ticketId()}`;
  account.uploads.set(token, attachment);
  account.files.set(name, call.raw);
  return { status: 201, body: { upload: { token, attachment, attachments: [attachment] } } };
}

function fileNamed(account: Account, call: VendorCall): VendorAnswer {
  const body = account.files.get(call.params['name'] ?? '');
  return body ? { status: 200, body } : recordNotFound;
}

/** Bearer, or Basic with `email/token:apitoken`. */
function isAuthorized(account: Account, call: VendorCall): boolean {
  const [scheme = '', value = ''] = (call.headers['authorization'] ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer') return account.office.accessTokens.has(value);
  if (scheme.toLowerCase() !== 'basic') return false;
  const [, token = ''] = Buffer.from(value, 'base64').toString().split('/token:');
  return account.office.accessTokens.has(token);
}

function people(account: Account): User[] {
  return [...account.users, account.bot, ...[...account.tickets.values()].map((ticket) => ticket.requester)];
}

function invalidRecord(field: string, description: string): VendorAnswer {
  const details = { [field]: [{ description, error: 'InvalidValue' }] };
  return { status: 422, body: { error: 'RecordInvalid', description: 'Record validation errors', details } };
}

/** Each update makes one audit, with comment, status, tags, assignee and group as its events. `tags` replaces all tags. */
function update(account: Account, ticket: Ticket, call: VendorCall): VendorAnswer {
  const change = isObject(call.body['ticket']) ? call.body['ticket'] : {};
  if (ticket.status === 'closed') return invalidRecord('status', 'Status: closed prevents ticket update');
  if (collides(ticket, change)) return updateConflict;
  const status = change['status'];
  if (status !== undefined && !statuses.includes(status as TicketStatus))
    return invalidRecord('status', `Status: ${String(status)} is not included in the list`);
  const events: Record<string, unknown>[] = [];
  const comment = commentOn(account, ticket, change);
  if (comment)
    events.push({
      id: comment.id,
      type: 'Comment',
      body: comment.body,
      html_body: comment.html_body,
      public: comment.public,
      author_id: comment.author_id,
    });
  for (const [field, value] of Object.entries(applied(ticket, change)))
    events.push({ id: ticketId(), type: 'Change', field_name: field, value });
  touch(ticket);
  if (comment) account.commentMade(ticket, comment);
  const custom = isObject(change['metadata']) ? change['metadata'] : {};
  const audit = {
    id: comment?.audit_id ?? ticketId(),
    ticket_id: ticket.id,
    author_id: account.bot.id,
    metadata: { system: {}, custom },
    events,
  };
  return { status: 200, body: { ticket: ticketBody(ticket), audit } };
}

const updateConflict: VendorAnswer = {
  status: 409,
  body: { error: 'UpdateConflict', description: 'Safe Update prevented the update due to outdated ticket data.' },
};

// The value does not matter to the vendor: `safe_update: false` behaves like true.
function collides(ticket: Ticket, change: Record<string, unknown>): boolean {
  return change['safe_update'] !== undefined && change['updated_stamp'] !== ticket.updatedAt;
}

function commentOn(account: Account, ticket: Ticket, change: Record<string, unknown>): Comment | undefined {
  const said = change['comment'];
  if (!isObject(said)) return undefined;
  const author = account.users.find((user) => user.id === said['author_id']) ?? account.bot;
  const custom = isObject(change['metadata']) ? change['metadata'] : {};
  const tokens = Array.isArray(said['uploads']) ? said['uploads'].map(String) : [];
  const attachments = tokens.flatMap((token) => account.uploads.get(token) ?? []);
  const words =
    typeof said['html_body'] === 'string' ? { html: said['html_body'] } : { text: String(said['body'] ?? '') };
  return addComment(
    ticket,
    { author, ...words, public: said['public'] !== false, channel: 'api', attachments, custom },
    new Date(),
  );
}

function applied(ticket: Ticket, change: Record<string, unknown>): Record<string, unknown> {
  const done: Record<string, unknown> = {};
  if (change['status'] !== undefined) done['status'] = ticket.status = change['status'] as TicketStatus;
  if (Array.isArray(change['tags'])) done['tags'] = ticket.tags = change['tags'].map(String);
  if (change['priority'] !== undefined) done['priority'] = ticket.priority = String(change['priority']);
  if (change['assignee_id'] !== undefined)
    done['assignee_id'] = ticket.assigneeId = numberOrNull(change['assignee_id']);
  // A ticket moved to another group loses its assignee.
  if (change['group_id'] !== undefined) done['group_id'] = ticket.groupId = numberOrNull(change['group_id']);
  if (change['group_id'] !== undefined && change['assignee_id'] === undefined) ticket.assigneeId = null;
  return done;
}

function numberOrNull(value: unknown): number | null {
  return value === null ? null : Number(value);
}

function commentPage(account: Account, ticket: Ticket, call: VendorCall): Record<string, unknown> {
  const size = Math.min(Number(call.query.get('page[size]') ?? 100), 100);
  const newestFirst =
    (call.query.get('sort') ?? call.query.get('sort_order') ?? '').match(/^-created_at$|^desc$/) !== null;
  const ordered = newestFirst ? ticket.comments.toReversed() : ticket.comments;
  const start = Number(Buffer.from(call.query.get('page[after]') ?? '', 'base64').toString() || 0);
  const comments = ordered.slice(start, start + size);
  const hasMore = start + size < ordered.length;
  const cursor = hasMore ? Buffer.from(String(start + size)).toString('base64') : null;
  const users =
    call.query.get('include') === 'users'
      ? { users: people(account).filter((user) => comments.some((one) => one.author_id === user.id)) }
      : {};
  return {
    comments,
    ...users,
    meta: { has_more: hasMore, after_cursor: cursor, before_cursor: null },
    links: { next: null, prev: null },
  };
}

function changeTags(
  ticket: Ticket,
  call: VendorCall,
  change: (ticket: Ticket, tags: string[]) => string[],
): VendorAnswer {
  if (ticket.status === 'closed') return invalidRecord('status', 'Status: closed prevents ticket update');
  if (collides(ticket, call.body)) return updateConflict;
  const tags = Array.isArray(call.body['tags']) ? call.body['tags'].map(String) : [];
  ticket.tags = change(ticket, tags);
  touch(ticket);
  return { status: 200, body: { tags: ticket.tags } };
}
