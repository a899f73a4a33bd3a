import { randomInt } from 'node:crypto';

export type Author = {
  type: 'user' | 'lead' | 'admin' | 'bot' | 'team';
  id: string;
  name: string;
  email: string | null;
  from_ai_agent?: boolean;
};
export type Attachment = {
  type: 'upload';
  name: string;
  url: string;
  content_type: string;
  filesize: number;
  width: null;
  height: null;
};
export type Tag = { type: 'tag'; id: string; name: string };

export type Part = {
  type: 'conversation_part';
  id: string;
  part_type: string;
  body: string | null;
  created_at: number;
  updated_at: number;
  notified_at: number;
  assigned_to: { type: 'admin' | 'team'; id: string } | null;
  author: Author;
  attachments: Attachment[];
  external_id: null;
  redacted: boolean;
  metadata: Record<string, unknown>;
  email_message_metadata: null;
  state: string;
  tags: Tag[];
  event_details: Record<string, unknown>;
  app_package_code: string | null;
};

export type Conversation = {
  id: string;
  contact: Author;
  /** The teammate who wrote first; null if the contact did. */
  begunBy: Author | null;
  subject: string;
  firstText: string;
  firstAttachments: Attachment[];
  sourceId: string;
  createdAt: number;
  updatedAt: number;
  state: 'open' | 'closed' | 'snoozed';
  snoozedUntil: number | null;
  adminAssigneeId: number | null;
  teamAssigneeId: number | null;
  tags: Tag[];
  attributes: Record<string, unknown>;
  parts: Part[];
};

/** Vendor ids are long decimal strings. They are random, so that two fakes in one test never issue the same id. */
export function vendorId(digits: number): string {
  return Array.from({ length: digits }, (_, place) => (place === 0 ? randomInt(1, 10) : randomInt(10))).join('');
}

export function contactAuthor(name: string, email: string | null): Author {
  return { type: 'user', id: `68${vendorId(22)}`, name, email };
}

export function newConversation(contact: Author, text: string, at: Date): Conversation {
  const seconds = Math.floor(at.getTime() / 1000);
  return {
    id: vendorId(15),
    contact,
    begunBy: null,
    subject: '',
    firstText: paragraphs(text),
    firstAttachments: [],
    sourceId: vendorId(10),
    createdAt: seconds,
    updatedAt: seconds,
    state: 'open',
    snoozedUntil: null,
    adminAssigneeId: null,
    teamAssigneeId: null,
    tags: [],
    attributes: {},
    parts: [],
  };
}

/** Appends a part to the conversation, as any reply, note or state change does. */
export function addPart(
  conversation: Conversation,
  part: Pick<Part, 'part_type' | 'author'> & Partial<Part>,
  at: Date,
): Part {
  const seconds = Math.floor(at.getTime() / 1000);
  const complete: Part = {
    type: 'conversation_part',
    id: vendorId(11),
    body: null,
    created_at: seconds,
    updated_at: seconds,
    notified_at: seconds,
    assigned_to: null,
    attachments: [],
    external_id: null,
    redacted: false,
    metadata: {},
    email_message_metadata: null,
    state: conversation.state,
    tags: [],
    event_details: {},
    app_package_code: null,
    ...part,
  };
  conversation.parts.push(complete);
  conversation.updatedAt = seconds;
  return complete;
}

/** The vendor keeps every text as HTML; a text that is HTML already is kept as it is. */
export function paragraphs(text: string): string {
  if (text.trimStart().startsWith('<')) return text;
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('');
}

/** `display_as=plaintext`: removes tags and decodes entities. */
export function plain(html: string | null): string | null {
  if (html === null) return null;
  const text = html.replace(/<br\s*\/?>|<\/p>|<\/li>|<\/h\d>/g, '\n').replace(/<[^>]*>/g, '');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .trim();
}

/** The conversation object of API 2.x, with the given parts: all of them if fetched, only the new one in a notification. */
export function conversationBody(conversation: Conversation, parts: Part[]): Record<string, unknown> {
  const contacts = [{ type: 'contact', id: conversation.contact.id, external_id: null }];
  return {
    type: 'conversation',
    id: conversation.id,
    created_at: conversation.createdAt,
    updated_at: conversation.updatedAt,
    waiting_since: conversation.updatedAt,
    snoozed_until: conversation.snoozedUntil,
    source: sourceBody(conversation),
    contacts: { type: 'contact.list', contacts },
    first_contact_reply: { created_at: conversation.createdAt, type: 'conversation', url: null },
    admin_assignee_id: conversation.adminAssigneeId,
    team_assignee_id: conversation.teamAssigneeId,
    open: conversation.state !== 'closed',
    state: conversation.state,
    read: false,
    tags: { type: 'tag.list', tags: conversation.tags },
    priority: 'not_priority',
    sla_applied: null,
    statistics: null,
    conversation_rating: null,
    teammates: null,
    title: null,
    custom_attributes: conversation.attributes,
    topics: {},
    ticket: null,
    linked_objects: { type: 'list', data: [], total_count: 0, has_more: false },
    ai_agent: null,
    ai_agent_participated: false,
    conversation_parts: { type: 'conversation_part.list', conversation_parts: parts, total_count: parts.length },
  };
}

function sourceBody(conversation: Conversation): Record<string, unknown> {
  return {
    type: 'conversation',
    id: conversation.sourceId,
    delivered_as: conversation.begunBy ? 'admin_initiated' : 'customer_initiated',
    subject: conversation.subject,
    body: conversation.firstText,
    author: conversation.begunBy ?? conversation.contact,
    attachments: conversation.firstAttachments,
    url: null,
    redacted: false,
  };
}
