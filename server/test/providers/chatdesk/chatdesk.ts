import { randomBytes } from 'node:crypto';
import { chatdeskEvents, type ChatdeskEvents } from './events.ts';
import { chatdeskRoutes, errorList, type Workspace } from './routes.ts';
import type { Author, Conversation, Part } from './state.ts';
import { vendorId } from './state.ts';
import type { Fault, FaultScope } from '../faults.ts';
import type { RecordOf } from '../record.ts';
import { startVendorServer, type VendorCall } from '../vendor-server.ts';
import { deliver, type Delivery, type DeliveryHabits, type SignedEvent } from '../webhook-delivery.ts';

/** A fake chat vendor on loopback, after docs/vendors.md: its API, its stored conversations, its signed notifications. */
export type Chatdesk = {
  url: string;
  tokenUrl: string;
  workspace: Workspace;
  accessToken: string;
  /** Our seat: the admin that `/me` names. */
  admin: Author;
  calls: RecordOf<VendorCall>;
  events: ChatdeskEvents;
  conversation(id: string): Conversation;
  /** The replies from our seat to the customer, oldest first. */
  repliesTo(id: string): Part[];
  notesOn(id: string): Part[];
  /** A code like one from the vendor's consent page, valid for one exchange. */
  issueCode(): string;
  revokeTokens(): void;
  /** From now on, echoes the parts that our API calls write to this webhook, as the vendor does. */
  echoTo(webhookUrl: string): void;
  deliver(url: string, event: SignedEvent, habits?: Partial<DeliveryHabits>): Promise<Delivery>;
  failNext(fault: Fault, scope?: FaultScope): void;
  /** Removes planned faults; keeps everything else. */
  clearFaults(): void;
  /** Removes faults, calls and conversations; keeps tokens and identity. */
  reset(): void;
  close(): Promise<void>;
};

export type ChatdeskOptions = { appId?: string; clientId?: string; clientSecret?: string; accessToken?: string };

// Retries after any refusal, as an at-least-once sender does; the real pauses are minutes.
const usualHabits: DeliveryHabits = {
  timeoutMilliseconds: 5_000,
  maxAttempts: 6,
  retries: () => true,
  pauseMilliseconds: (attempt) => 100 * 2 ** attempt,
};

export async function startChatdesk(options: ChatdeskOptions = {}): Promise<Chatdesk> {
  const accessToken = options.accessToken ?? `dG9r${vendorId(40)}`;
  const workspace = newWorkspace(options, accessToken);
  const admin = workspace.admins[0];
  const teammate = workspace.admins[1];
  if (!admin || !teammate) throw new Error('a workspace has two seats');
  const server = await startVendorServer({
    routes: chatdeskRoutes(workspace),
    notFound: errorList(404, 'not_found', 'The requested route does not exist'),
    headers: rateLimitHeaders,
  });
  const events = chatdeskEvents({ ...workspace, teammate, ownAdminId: admin.id });
  const partsOf = (id: string, ours: (part: Part) => boolean): Part[] =>
    (workspace.conversations.get(id)?.parts ?? []).filter(
      (part) => part.author.id === admin.id && part.body !== null && ours(part),
    );
  const send = (url: string, event: SignedEvent, habits: Partial<DeliveryHabits> = {}): Promise<Delivery> =>
    deliver(url, event, { ...usualHabits, ...habits });

  return {
    url: server.url,
    tokenUrl: `${server.url}/auth/eagle/token`,
    workspace,
    accessToken,
    admin,
    calls: server.calls,
    events,
    conversation: (id) => found(workspace, id),
    repliesTo: (id) => partsOf(id, (part) => part.part_type !== 'note' && part.part_type !== 'assignment'),
    notesOn: (id) => partsOf(id, (part) => part.part_type === 'note'),
    issueCode() {
      const code = randomBytes(16).toString('hex');
      workspace.codes.add(code);
      return code;
    },
    revokeTokens: () => workspace.tokens.clear(),
    echoTo(webhookUrl) {
      workspace.partMade = (conversation, part) => {
        if (part.body !== null && part.part_type !== 'note')
          void send(webhookUrl, events.ownEcho(conversation.id, part.id));
      };
    },
    deliver: send,
    failNext: server.failNext,
    clearFaults: server.clearFaults,
    reset() {
      server.clearFaults();
      server.calls.clear();
      workspace.conversations.clear();
    },
    close: server.close,
  };
}

function newWorkspace(options: ChatdeskOptions, accessToken: string): Workspace {
  return {
    appId: options.appId ?? `k${vendorId(7)}`,
    appName: 'Test workspace',
    region: 'EU',
    clientId: options.clientId ?? 'chat-client-id',
    clientSecret: options.clientSecret ?? `chat-client-secret-${vendorId(8)}`,
    packageCode: 'desk-app',
    admins: [
      { type: 'admin', id: '9100001', name: 'Desk seat', email: 'desk-seat@team.test' },
      { type: 'admin', id: '9100002', name: 'Tove Teammate', email: 'tove@team.test' },
    ],
    teams: [
      { type: 'team', id: '5200001', name: 'Billing', admin_ids: [9_100_002] },
      { type: 'team', id: '5200002', name: 'Technical', admin_ids: [9_100_002] },
    ],
    tags: [],
    conversations: new Map(),
    tokens: new Set([accessToken]),
    codes: new Set(),
    partMade: () => undefined,
  };
}

function found(workspace: Workspace, id: string): Conversation {
  const conversation = workspace.conversations.get(id);
  if (!conversation) throw new Error(`no conversation ${id} at the chat vendor`);
  return conversation;
}

function rateLimitHeaders(call: VendorCall): Record<string, string> {
  if (!call.headers['authorization']) return {};
  const reset = Math.ceil(Date.now() / 10_000) * 10;
  return { 'x-ratelimit-limit': '1667', 'x-ratelimit-remaining': '1600', 'x-ratelimit-reset': String(reset) };
}
