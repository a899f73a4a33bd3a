import type { IncomingAttachment, IncomingCustomer, IncomingEvent } from '../../port/channel.logic.ts';
import {
  idText,
  keyText,
  line,
  list,
  object,
  storable,
  text,
  unixTime,
  type JsonObject,
} from '../../port/json.logic.ts';
import { english } from '../../../platform/words/sentence.logic.ts';

/** The fields that route a notification; read after its signature has been checked. */
export interface Notification {
  /** null for pings, and for deliveries of old API versions. */
  id: string | null;
  appId: string | null;
  topic: string;
  /** null when the notification is not about a conversation. */
  conversationId: string | null;
}

/** An event, and the key under which its effect happens once even if another topic repeats it. */
export interface ChatdeskEvent {
  event: IncomingEvent;
  effect: string;
}

export interface ReadingContext {
  receivedAt: Date;
  /** The admin seat that we write as. */
  ourAdminId: string | null;
  textOf(html: string): string;
  /** Separates the new words of a mail from the message that it quotes. */
  newWordsOf(html: string): { text: string; quoted: string };
  imagesOf(html: string): string[];
}

export function readNotification(body: unknown): Notification {
  const envelope = object(body);
  const item = object(object(envelope['data'])['item']);
  const topic = text(envelope['topic']) ?? '';
  return {
    id: text(envelope['id']),
    appId: text(envelope['app_id']),
    topic,
    conversationId: topic.startsWith('conversation') ? idText(item['id']) : null,
  };
}

const topics = {
  'conversation.user.created': 'customer',
  'conversation.user.replied': 'customer',
  'conversation.admin.replied': 'colleague',
  'conversation.admin.single.created': 'colleague',
  'conversation.operator.replied': 'colleague',
  'conversation.admin.assigned': 'assigned',
  'conversation.admin.closed': 'closed',
  'conversation.admin.opened': 'opened',
  'conversation.admin.unsnoozed': 'opened',
  'conversation.admin.snoozed': 'snoozed',
} as const;

export const isKnownTopic = (topic: string): topic is keyof typeof topics => Object.hasOwn(topics, topic);

/**
 * Returns the events in one notification, oldest first (docs/vendors.md). Reads items of API 2.x and 1.x. Finds messages
 * by author and body, not by `part_type`: a reply that reopens arrives as `open`, one that closes as `close`.
 */
export function readEvents(body: unknown, context: ReadingContext): ChatdeskEvent[] {
  const { topic } = readNotification(body);
  const item = object(object(object(body)['data'])['item']);
  const thread = idText(item['id']);
  if (!thread || !isKnownTopic(topic)) return [];
  const reader = { item, thread, context, topic };
  const words = [...sourceWords(reader), ...partsOf(item).flatMap((part) => partWords(reader, part))];
  return [...words, ...stateChange(reader)];
}

interface ParsedNotification {
  item: JsonObject;
  thread: string;
  context: ReadingContext;
  topic: keyof typeof topics;
}

const partsOf = (item: JsonObject) => list(object(item['conversation_parts'])['conversation_parts']).map(object);

// The text of a new conversation is in its source, and its list of parts is empty.
function sourceWords(reader: ParsedNotification): ChatdeskEvent[] {
  const { item, topic } = reader;
  const source = object(item['source'] ?? item['conversation_message']);
  const created = { ...source, created_at: item['created_at'] };
  if (topic === 'conversation.user.created') return customerWords(reader, created, text(source['subject']));
  return isBegunByColleague(reader, source) ? openingWords(reader, created) : [];
}

// The source stays in all later events: if the account does not send the first one, the customer's reply tells what it answers.
// What a program sends in a colleague's name is no colleague's word.
const isBegunByColleague = ({ topic }: ParsedNotification, source: JsonObject): boolean =>
  object(source['author'])['type'] === 'admin' &&
  (topic === 'conversation.admin.single.created' ||
    (source['delivered_as'] === 'admin_initiated' && ['customer', 'colleague'].includes(topics[topic])));

function openingWords(reader: ParsedNotification, source: JsonObject): ChatdeskEvent[] {
  const customer = customerOf(reader.item, {});
  const subject = text(source['subject']);
  return partWords(reader, source).map(({ event, effect }) => {
    if (event.kind !== 'human_reply' || customer.identity === unknownCustomer) return { event, effect };
    const opens = { customer, subject: subject ? line(reader.context.textOf(subject)) : null };
    return { event: { ...event, opens }, effect };
  });
}

function partWords(reader: ParsedNotification, part: JsonObject): ChatdeskEvent[] {
  if (part['part_type'] === 'note') return [];
  const author = authorOf(part);
  if (author.type === 'user' || author.type === 'lead' || author.type === 'contact') {
    return customerWords(reader, part, null);
  }
  const html = text(part['body']);
  // A colleague may send only a file.
  const attachments = attachmentsOf(part, html ? reader.context.imagesOf(html) : []);
  return html || attachments.length > 0 ? [colleagueWords(reader, part, attachments)] : [];
}

function customerWords(
  { item, thread, context }: ParsedNotification,
  part: JsonObject,
  subject: string | null,
): ChatdeskEvent[] {
  const html = text(part['body']);
  const attachments = attachmentsOf(part, html ? context.imagesOf(html) : []);
  const id = idText(part['id']);
  if (!id || (!html && attachments.length === 0)) return [];
  const { text: words, quoted } = wordsOf({ item, context }, part, html ?? '');
  const event: IncomingEvent = {
    kind: 'customer_message',
    thread,
    at: unixTime(part['created_at'], context.receivedAt),
    providerMessageId: id,
    subject: subject ? line(context.textOf(subject)) : null,
    text: words,
    quotedText: quoted,
    html,
    customer: customerOf(item, part),
    // A lead has typed its own address into the widget; a user was identified by the organization's application.
    authenticity: authorOf(part).type === 'user' ? 'proven' : 'unproven',
    claims: null,
    attachments,
    automated: null,
  };
  return [{ event, effect: `${thread}:${id}` }];
}

// An e-mail conversation contains the whole mail, with the history that the customer's program put below.
function wordsOf(
  { item, context }: Pick<ParsedNotification, 'item' | 'context'>,
  part: JsonObject,
  html: string,
): { text: string; quoted: string } {
  const isMail =
    text(object(item['source'])['type']) === 'email' || Object.keys(object(part['email_message_metadata'])).length > 0;
  return isMail ? context.newWordsOf(html) : { text: context.textOf(html), quoted: '' };
}

function colleagueWords(
  { thread, context }: ParsedNotification,
  part: JsonObject,
  attachments: IncomingAttachment[],
): ChatdeskEvent {
  const id = idText(part['id']) ?? '';
  const author = authorOf(part);
  const html = text(part['body']) ?? '';
  const sharedFields = {
    thread,
    at: unixTime(part['created_at'], context.receivedAt),
    providerMessageId: id,
    text: context.textOf(html),
    author: { id: author.id, name: author.name },
  };
  // Use another key than for a customer's message: a customer's message is never lost, even to a part with the same id.
  const effect = `${thread}:${id}:team`;
  if (author.type === 'bot') return { event: { kind: 'vendor_bot_reply', ...sharedFields }, effect };
  const bySeat = author.id === context.ourAdminId;
  // A part written by hand has no app code. If a version of the API omits it, the ids of our messages decide.
  if (bySeat && text(part['app_package_code']) !== null) {
    return { event: { kind: 'own_echo', thread, at: sharedFields.at, providerMessageId: id }, effect };
  }
  return { event: { kind: 'human_reply', ...sharedFields, html, attachments, bySeat }, effect };
}

function stateChange({ item, thread, context, topic }: ParsedNotification): ChatdeskEvent[] {
  const change = topics[topic];
  if (change === 'customer' || change === 'colleague') return [];
  const part = partsOf(item).at(-1) ?? {};
  const at = unixTime(part['created_at'] ?? item['updated_at'], context.receivedAt);
  const effect = `${thread}:${idText(part['id']) ?? at.getTime()}:${change}`;
  // Ignore changes that we made through our own seat. A change by hand was made by the person who owns the seat.
  const byHand = part['app_package_code'] === null;
  if (authorOf(part).id === context.ourAdminId && context.ourAdminId !== null && !byHand) {
    return [{ event: { kind: 'ignored', why: english`our own change of state` }, effect }];
  }
  if (change === 'assigned') return assigned({ item, thread, context, topic }, part, { at, effect });
  const until = change === 'snoozed' ? item['snoozed_until'] : null;
  const snoozedUntil = typeof until === 'number' ? unixTime(until, at) : null;
  return [{ event: { kind: 'state_changed', thread, at, to: change, snoozedUntil }, effect }];
}

function assigned(
  { item, thread, context }: ParsedNotification,
  part: JsonObject,
  { at, effect }: { at: Date; effect: string },
): ChatdeskEvent[] {
  const assignee = object(part['assigned_to'] ?? item['assignee']);
  const admin = assignee['type'] === 'admin' ? idText(assignee['id']) : idText(item['admin_assignee_id']);
  const team = assignee['type'] === 'team' ? idText(assignee['id']) : idText(item['team_assignee_id']);
  if (!admin && !team) return [{ event: { kind: 'ignored', why: english`unassigned` }, effect }];
  const to = admin !== null && admin === context.ourAdminId ? 'assigned_to_us' : 'assigned_to_people';
  return [{ event: { kind: 'state_changed', thread, at, to, snoozedUntil: null }, effect }];
}

function authorOf(part: JsonObject): { type: string; id: string; name: string | null } {
  const author = object(part['author']);
  return { type: text(author['type']) ?? '', id: idText(author['id']) ?? '', name: line(author['name']) };
}

// API 2.x lists contacts and describes the writer in `author`; API 1.x has one `user`.
function customerOf(item: JsonObject, part: JsonObject): IncomingCustomer {
  const author = object(part['author']);
  const contacts = list(object(item['contacts'])['contacts']).map(object);
  const listed = [...contacts, object(item['user'])];
  // An author who is not listed must not get the data of another contact.
  const writer = author['id'] ? listed.find((each) => idText(each['id']) === idText(author['id'])) : listed[0];
  const known = [author, object(object(item['source'])['author']), object(item['user'])];
  const details = known.filter((each) => idText(each['id']) === (idText(author['id']) ?? idText(writer?.['id'])));
  return {
    identity: idText(author['id']) ?? idText(writer?.['id']) ?? unknownCustomer,
    externalId: keyText(writer?.['external_id']) ?? keyText(writer?.['user_id']),
    email: first(details.map((each) => keyText(each['email'])?.toLowerCase() ?? null)),
    name: first(details.map((each) => line(each['name']))),
    locale: null,
    attributes: scalars(object(item['custom_attributes'])),
  };
}

const unknownCustomer = 'unknown';

const first = (candidates: readonly (string | null)[]) => candidates.find((value) => value !== null) ?? null;

function scalars(attributes: JsonObject): IncomingCustomer['attributes'] {
  const kept = Object.entries(attributes)
    .slice(0, 100)
    .map(([name, value]) => [storable(name), scalar(value)] as const);
  return Object.fromEntries(kept.filter((entry): entry is [string, string | number | boolean] => entry[1] !== null));
}

const scalar = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? value : text(value));

function attachmentsOf(part: JsonObject, images: string[]): IncomingAttachment[] {
  const uploads = list(part['attachments'])
    .map(object)
    .map((each) => {
      const url = text(each['url']);
      return {
        name: text(each['name']) ?? 'attachment',
        mediaType: text(each['content_type']) ?? 'application/octet-stream',
        bytes: typeof each['filesize'] === 'number' ? each['filesize'] : null,
        ...(url ? { url } : {}),
      };
    });
  const shown = images.map((url) => ({
    name: url.split('/').at(-1)?.split('?')[0] ?? 'image',
    mediaType: 'image/*',
    bytes: null,
    url,
  }));
  return [...uploads, ...shown];
}
