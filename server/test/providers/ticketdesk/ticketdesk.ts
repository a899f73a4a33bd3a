import { randomBytes } from 'node:crypto';
import type { Fault, FaultScope } from '../faults.ts';
import type { RecordOf } from '../record.ts';
import { ticketdeskEvents, type TicketdeskEvents } from './events.ts';
import { tokenOffice } from './oauth.ts';
import { recordNotFound, ticketdeskRoutes, type Account } from './routes.ts';
import { ticketId, type Comment, type Ticket, type TicketAttachment, type User } from './state.ts';
import { startVendorServer, type VendorCall } from '../vendor-server.ts';
import { deliver, type Delivery, type DeliveryHabits, type SignedEvent } from '../webhook-delivery.ts';

/** A fake ticket vendor on loopback, after docs/vendors.md: its API, its tickets, its signed webhooks. */
export type Ticketdesk = {
  url: string;
  account: Account;
  accountId: number;
  accessToken: string;
  clientId: string;
  clientSecret: string;
  /** The owner of the token: `/api/v2/users/me` returns it, and it is the author of everything that the API writes. */
  bot: User;
  calls: RecordOf<VendorCall>;
  events: TicketdeskEvents;
  ticket(id: number): Ticket;
  /** Our replies to the requester, oldest first. */
  repliesTo(id: number): Comment[];
  notesOn(id: number): Comment[];
  issueCode(): string;
  revokeTokens(): void;
  /** The vendor signs with the new secret at once. */
  rotateSigningSecret(): string;
  echoTo(webhookUrl: string): void;
  deliver(url: string, event: SignedEvent, habits?: Partial<DeliveryHabits>): Promise<Delivery>;
  failNext(fault: Fault, scope?: FaultScope): void;
  /** Removes planned faults; keeps everything else. */
  clearFaults(): void;
  reset(): void;
  close(): Promise<void>;
};

export type TicketdeskOptions = { accessToken?: string; clientId?: string; clientSecret?: string; expiresIn?: number };

// Retries time-outs and broken connections five times, 429 and 503 only with a Retry-After below a minute. The vendor retries a 409
// three times; this fake retries it five times.
const usualHabits: DeliveryHabits = {
  timeoutMilliseconds: 12_000,
  maxAttempts: 6,
  retries: ({ status, retryAfter }) =>
    status === 0 ||
    status === 409 ||
    ((status === 429 || status === 503) && retryAfter !== null && Number(retryAfter) < 60),
  pauseMilliseconds: (attempt) => 100 * 2 ** attempt,
};

export async function startTicketdesk(options: TicketdeskOptions = {}): Promise<Ticketdesk> {
  const accessToken = options.accessToken ?? randomBytes(32).toString('hex');
  const clientId = options.clientId ?? 'ticket-client-id';
  const clientSecret = options.clientSecret ?? randomBytes(24).toString('hex');
  const bot: User = { id: ticketId(), name: 'Desk bot', email: 'desk-bot@team.test', role: 'agent' };
  const agent: User = { id: ticketId(), name: 'Tove Teammate', email: 'tove@team.test', role: 'agent' };
  const office = tokenOffice({ clientId, clientSecret, expiresIn: options.expiresIn ?? 86_400 }, accessToken);
  const account = newAccount(office, bot, agent);
  const accountId = ticketId(8);
  const server = await startVendorServer({
    routes: ticketdeskRoutes(account),
    notFound: recordNotFound,
    headers: rateLimitHeaders,
  });
  const events = ticketdeskEvents({
    accountId,
    webhookId: account.webhookId,
    signingSecret: () => account.signingSecret,
    agent,
    bot,
    tickets: account.tickets,
  });
  const ours = (id: number): Comment[] =>
    (account.tickets.get(id)?.comments ?? []).filter((one) => one.author_id === bot.id);
  const send = (url: string, event: SignedEvent, habits: Partial<DeliveryHabits> = {}): Promise<Delivery> =>
    deliver(url, event, { ...usualHabits, ...habits });

  return {
    url: server.url,
    account,
    accountId,
    accessToken,
    clientId,
    clientSecret,
    bot,
    calls: server.calls,
    events,
    ticket: (id) => found(account, id),
    repliesTo: (id) => ours(id).filter((comment) => comment.public),
    notesOn: (id) => ours(id).filter((comment) => !comment.public),
    issueCode: () => office.issueCode(),
    revokeTokens: () => office.revokeAll(),
    rotateSigningSecret() {
      account.signingSecret = randomBytes(30).toString('base64');
      return account.signingSecret;
    },
    echoTo(webhookUrl) {
      account.commentMade = (ticket, comment) => void send(webhookUrl, events.ownEcho(ticket.id, comment.id));
    },
    deliver: send,
    failNext: server.failNext,
    clearFaults: server.clearFaults,
    reset() {
      server.clearFaults();
      server.calls.clear();
      account.tickets.clear();
    },
    close: server.close,
  };
}

/** An attachment as the vendor lists it; the file itself is on another host. */
export function ticketAttachment(fileName: string, contentType: string, size: number): TicketAttachment {
  return {
    id: ticketId(),
    file_name: fileName,
    content_url: `https://files.ticketdesk.test/${fileName}`,
    content_type: contentType,
    size,
    thumbnails: [],
  };
}

function newAccount(office: Account['office'], bot: User, agent: User): Account {
  return {
    office,
    bot,
    users: [agent],
    groups: [
      { id: 36_000_001, name: 'Billing' },
      { id: 36_000_002, name: 'Technical' },
    ],
    tickets: new Map(),
    uploads: new Map(),
    files: new Map(),
    webhookId: `01J${randomBytes(12).toString('hex').toUpperCase().slice(0, 23)}`,
    signingSecret: randomBytes(30).toString('base64'),
    webhooks: [],
    triggers: [],
    commentMade: () => undefined,
  };
}

function found(account: Account, id: number): Ticket {
  const ticket = account.tickets.get(id);
  if (!ticket) throw new Error(`no ticket ${id} at the ticket vendor`);
  return ticket;
}

function rateLimitHeaders(): Record<string, string> {
  return {
    'x-rate-limit': '700',
    'x-rate-limit-remaining': '699',
    'ratelimit-limit': '700',
    'ratelimit-remaining': '699',
    'ratelimit-reset': '60',
  };
}
