import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChatdesk, type Chatdesk } from '../providers/chatdesk/chatdesk.ts';
import { startMailSink, type MailSink } from '../providers/mail/mail.ts';
import { startTicketdesk, type Ticketdesk } from '../providers/ticketdesk/ticketdesk.ts';
import { articles, inboundSecret } from '../story/stage.ts';
import { openHome, type Home } from './home.ts';
import { freePort, killAll, startDesk, type DeskProcess } from './process.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: any;
}

/** An organization with three articles, all three channels and automatic replies, and its service as a process. */
export interface Scene {
  readonly home: Home;
  readonly chatdesk: Chatdesk;
  readonly ticketdesk: Ticketdesk;
  readonly mail: MailSink;
  readonly environment: Record<string, string>;
  readonly port: number;
  readonly organizationId: string;
  /** The admin's access token. */
  readonly token: string;
  /** The address to which customers' mail is forwarded. */
  readonly inbox: string;
  /** The current process; tests end it and start others. */
  desk: DeskProcess;
  /** Calls the API as the organization's admin. */
  call(method: string, path: string, body?: unknown, url?: string): Promise<Answer>;
  close(): Promise<void>;
}

export interface SceneOptions {
  /** Maps a vendor's URL to the one that the service uses, for a proxy in between. */
  through?(url: string): Promise<string>;
  /** Overrides variables of the scenes, such as the one that switches the sentence model off. */
  environment?: Record<string, string>;
}

export async function setScene({
  through = async (url) => url,
  environment: own = {},
}: SceneOptions = {}): Promise<Scene> {
  const [home, chatdesk, ticketdesk, mail, port] = await Promise.all([
    openHome(),
    startChatdesk(),
    startTicketdesk(),
    startMailSink(),
    freePort(),
  ]);
  const environment = {
    ...home.environment,
    ...operatorsChoice,
    ...own,
    CHATDESK_API_URL: await through(chatdesk.url),
    CHATDESK_TOKEN_URL: chatdesk.tokenUrl,
    TICKETDESK_BASE_URL: await through(ticketdesk.url),
    SMTP_URL: mail.url,
  };
  const desk = startDesk({ environment, port });
  await desk.ready;
  const { access_token: token, user } = await register(desk.url);
  const call: Scene['call'] = (method, path, body, url = scene.desk.url) =>
    request(url + path, { method, body, token });
  const scene = {
    home,
    chatdesk,
    ticketdesk,
    mail,
    environment,
    port,
    desk,
    call,
    inbox: '',
    token: String(token),
    organizationId: String(user.scope.organization_id),
    close: async () => {
      await killAll();
      await Promise.all([chatdesk.close(), ticketdesk.close(), mail.close()]);
      await home.remove();
    },
  };
  await connect(scene);
  await learn(scene);
  await expects(scene, 200, 'PATCH', '/api/organizations/me/settings', {
    auto_respond_enabled: true,
    debounce_milliseconds: { chatdesk: 0 },
    turn_deadline_seconds: 300,
    max_ai_turns: 100,
  });
  scene.inbox = String((await expects(scene, 200, 'GET', '/api/channels/email/inbound-config')).forward_to);
  return scene;
}

export const hookOf = (
  scene: Pick<Scene, 'organizationId'>,
  channel: 'chatdesk' | 'ticketdesk' | 'email',
  url: string,
): string =>
  channel === 'email' ? `${url}/webhooks/email/inbound` : `${url}/webhooks/${channel}/${scene.organizationId}`;

/** Every conversation of the organization, page by page. */
export async function conversations(scene: Scene): Promise<any[]> {
  const all: any[] = [];
  let cursor: string | null = null;
  do {
    const page = await expects(
      scene,
      200,
      'GET',
      `/api/conversations?limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    );
    all.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor);
  return all;
}

/** The conversation of a vendor's thread with its messages, or undefined. */
export async function conversationOf(scene: Scene, reference: string | number): Promise<any> {
  const found = (await conversations(scene)).find((each) => each.channel_reference === String(reference));
  return found && expects(scene, 200, 'GET', `/api/conversations/${found.id}`);
}

/** Waits until the AI has answered the chat's only message, and checks that the vendor got one reply. */
export async function answeredOnce(scene: Scene, chat: string): Promise<void> {
  await eventually(async () => {
    const conversation = await conversationOf(scene, chat);
    assert.deepEqual(
      conversation?.messages.map((each: any) => [each.kind, each.delivery.status]),
      [
        ['customer', 'none'],
        ['ai', 'sent'],
      ],
    );
  });
  assert.equal(scene.chatdesk.repliesTo(chat).length, 1);
}

/** Waits until the check passes; fails with its last error. */
export async function eventually<T>(check: () => Promise<T> | T, within = 60_000): Promise<T> {
  const end = performance.now() + within;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(50);
    }
  }
}

export async function expects(
  scene: Pick<Scene, 'call'>,
  status: number,
  ...[method, path, body]: [method: string, path: string, body?: unknown]
): Promise<any> {
  const answer = await scene.call(method, path, body);
  assert.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const operatorsChoice = {
  // No promise depends on the model, and every started process would load it.
  EMBEDDINGS: 'off',
  NODE_ENV: 'test',
  LOG_LEVEL: process.env['PROMISES_LOG'] ?? 'silent',
  // The fake vendors retry at once, so no rate limit may apply.
  RATE_LIMIT_PER_MINUTE: '1000000',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  EMAIL_INBOUND_SECRET: inboundSecret,
  EMAIL_INBOUND_DOMAIN: 'inbound.test',
  // Nothing listens there: every name is unknown at once, and no query leaves the machine.
  DNS_SERVERS: '127.0.0.1:9',
  EGRESS_ALLOW: '127.0.0.1',
};

async function register(url: string): Promise<any> {
  const person = {
    name: 'Ada',
    organization_name: 'Birch',
    email: 'ada@example.test',
    password: 'a long enough passphrase 7',
  };
  const answer = await request(`${url}/api/auth/register`, { method: 'POST', body: person, token: '' });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

async function connect(scene: Scene): Promise<void> {
  const { chatdesk, ticketdesk } = scene;
  const { clientId, clientSecret } = chatdesk.workspace;
  await expects(scene, 200, 'PUT', '/api/integrations/chatdesk/app', {
    client_id: clientId,
    client_secret: clientSecret,
    access_token: chatdesk.accessToken,
  });
  await expects(scene, 200, 'PUT', '/api/integrations/ticketdesk/app', {
    subdomain: 'birch',
    access_token: ticketdesk.accessToken,
  });
  await expects(scene, 200, 'POST', '/api/integrations/ticketdesk/webhook-secret', {
    secret: ticketdesk.account.signingSecret,
  });
}

async function learn(scene: Scene): Promise<void> {
  const collection = await expects(scene, 201, 'POST', '/api/knowledge/collections', { name: 'Help centre' });
  for (const article of Object.values(articles)) {
    await expects(scene, 202, 'POST', '/api/knowledge/documents/text', {
      ...article,
      collection_id: collection.id,
      format: 'markdown',
    });
  }
  await eventually(async () => {
    const { items } = await expects(scene, 200, 'GET', '/api/knowledge/documents');
    assert.ok(
      items.length === 3 && items.every((item: { retrievable: boolean }) => item.retrievable),
      JSON.stringify(items),
    );
  }, 60_000);
}

async function request(
  url: string,
  { method, body, token }: { method: string; body?: unknown; token: string },
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
}
