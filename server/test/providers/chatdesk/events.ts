import { createHmac, randomUUID } from 'node:crypto';
import {
  addPart,
  contactAuthor,
  conversationBody,
  newConversation,
  paragraphs,
  type Attachment,
  type Author,
  type Conversation,
  type Part,
} from './state.ts';
import type { SignedEvent } from '../webhook-delivery.ts';

export type ChatdeskEvent = SignedEvent & { topic: string; conversationId: string };
export type Customer = { name?: string; email?: string | null; id?: string };
/** `partType` is `open` if a reply reopens, `close` if it closes: the vendor does not always send `comment`. */
export type Said = { text: string; partType?: string; attachments?: Attachment[] };

export type ChatdeskEvents = {
  /** A customer opens a conversation; the text is in `source.body`, and the list of parts is empty. */
  userCreated(said: { text: string; customer?: Customer; attachments?: Attachment[] }): ChatdeskEvent;
  /** A teammate writes to a customer first; the text is in `source.body`, and the list of parts is empty. */
  adminCreated(said: { text: string; customer?: Customer }): ChatdeskEvent;
  userReplied(conversationId: string, said: Said): ChatdeskEvent;
  /** A teammate (not our seat) writes in the helpdesk. */
  adminReplied(conversationId: string, said: Said, admin?: Partial<Author>): ChatdeskEvent;
  adminNoted(conversationId: string, text: string): ChatdeskEvent;
  adminClosed(conversationId: string): ChatdeskEvent;
  /** The vendor's own bot writes; the event arrives under either topic, or both. */
  botReplied(
    conversationId: string,
    text: string,
    topic?: 'conversation.admin.replied' | 'conversation.operator.replied',
  ): ChatdeskEvent;
  adminAssigned(conversationId: string, to: { type: 'admin' | 'team'; id: string }): ChatdeskEvent;
  /** The echo of our message: an admin reply of our own seat. The newest such part by default. */
  ownEcho(conversationId: string, partId?: string): ChatdeskEvent;
  /** The same part again, under another notification id and topic. */
  again(event: ChatdeskEvent, topic: string): ChatdeskEvent;
  ping(): ChatdeskEvent;
  /** Signs any body. */
  signed(body: Record<string, unknown>): ChatdeskEvent;
};

type Source = {
  appId: string;
  clientSecret: string;
  teammate: Author;
  ownAdminId: string;
  conversations: Map<string, Conversation>;
};

export function chatdeskEvents(source: Source): ChatdeskEvents {
  const find = (id: string): Conversation => {
    const conversation = source.conversations.get(id);
    if (!conversation) throw new Error(`no conversation ${id} at the chat vendor`);
    return conversation;
  };
  const sign = (body: Record<string, unknown>): ChatdeskEvent => signEvent(body, source.clientSecret);
  const notify = (topic: string, conversation: Conversation, parts: Part[]): ChatdeskEvent =>
    sign(envelope(source.appId, topic, conversationBody(conversation, parts)));
  const say = (id: string, topic: string, part: Pick<Part, 'part_type' | 'author'> & Partial<Part>): ChatdeskEvent => {
    const conversation = find(id);
    return notify(topic, conversation, [addPart(conversation, part, new Date())]);
  };
  const bot: Author = { type: 'bot', id: '7100443', name: 'Answer Bot', email: null, from_ai_agent: false };

  return {
    userCreated({ text, customer = {}, attachments = [] }) {
      const contact = {
        ...contactAuthor(
          customer.name ?? 'Robin Tester',
          customer.email === undefined ? 'robin@customer.test' : customer.email,
        ),
      };
      if (customer.id) contact.id = customer.id;
      const conversation = newConversation(contact, text, new Date());
      conversation.firstAttachments = attachments;
      source.conversations.set(conversation.id, conversation);
      return notify('conversation.user.created', conversation, []);
    },
    adminCreated({ text, customer = {} }) {
      const contact = { ...contactAuthor(customer.name ?? 'Robin Tester', customer.email ?? 'robin@customer.test') };
      const conversation = newConversation(contact, text, new Date());
      conversation.begunBy = source.teammate;
      source.conversations.set(conversation.id, conversation);
      return notify('conversation.admin.single.created', conversation, []);
    },
    userReplied(id, said) {
      const conversation = find(id);
      if (conversation.state === 'closed') conversation.state = 'open';
      return say(id, 'conversation.user.replied', spoken(said, conversation.contact));
    },
    adminReplied: (id, said, admin = {}) =>
      say(id, 'conversation.admin.replied', spoken(said, { ...source.teammate, ...admin })),
    adminNoted: (id, text) =>
      say(id, 'conversation.admin.noted', { part_type: 'note', author: source.teammate, body: paragraphs(text) }),
    adminClosed(id) {
      find(id).state = 'closed';
      return say(id, 'conversation.admin.closed', { part_type: 'close', author: source.teammate });
    },
    botReplied: (id, text, topic = 'conversation.operator.replied') =>
      say(id, topic, { part_type: 'comment', author: bot, body: paragraphs(text) }),
    adminAssigned(id, to) {
      const conversation = find(id);
      if (to.type === 'admin') conversation.adminAssigneeId = Number(to.id);
      else conversation.teamAssigneeId = Number(to.id);
      return say(id, 'conversation.admin.assigned', {
        part_type: 'assignment',
        author: source.teammate,
        assigned_to: to,
      });
    },
    ownEcho(id, partId) {
      const conversation = find(id);
      const ours = conversation.parts.filter((part) => part.author.id === source.ownAdminId && part.body !== null);
      const part = partId ? ours.find((one) => one.id === partId) : ours.at(-1);
      if (!part) throw new Error(`nothing of ours to echo in conversation ${id}`);
      return notify('conversation.admin.replied', conversation, [part]);
    },
    again: (event, topic) => sign({ ...(event.body as Record<string, unknown>), id: notificationId(), topic }),
    ping: () =>
      sign({
        ...envelope(source.appId, 'ping', { type: 'ping', message: 'something something interzen' }),
        id: null,
        delivery_status: null,
      }),
    signed: sign,
  };
}

/** `X-Hub-Signature: sha1=` and the lower-case hex HMAC-SHA1 of the raw bytes, keyed by the app's client secret. */
export function chatdeskSignature(raw: Buffer, clientSecret: string): string {
  return `sha1=${createHmac('sha1', clientSecret).update(raw).digest('hex')}`;
}

function signEvent(body: Record<string, unknown>, clientSecret: string): ChatdeskEvent {
  const raw = Buffer.from(JSON.stringify(body));
  const item = (body['data'] as { item?: { id?: string } } | undefined)?.item;
  return {
    id: typeof body['id'] === 'string' ? body['id'] : null,
    topic: String(body['topic']),
    conversationId: item?.id ?? '',
    body,
    raw,
    headers: { 'content-type': 'application/json', 'x-hub-signature': chatdeskSignature(raw, clientSecret) },
  };
}

function spoken(said: Said, author: Author): Pick<Part, 'part_type' | 'author'> & Partial<Part> {
  return {
    part_type: said.partType ?? 'comment',
    author,
    body: paragraphs(said.text),
    attachments: said.attachments ?? [],
  };
}

function notificationId(): string {
  return `notif_${randomUUID()}`;
}

function envelope(appId: string, topic: string, item: Record<string, unknown>): Record<string, unknown> {
  const seconds = Math.floor(Date.now() / 1000);
  return {
    type: 'notification_event',
    app_id: appId,
    data: { type: 'notification_event_data', item },
    links: {},
    id: notificationId(),
    topic,
    delivery_status: 'pending',
    delivery_attempts: 1,
    delivered_at: 0,
    first_sent_at: seconds,
    created_at: seconds,
    self: null,
  };
}
