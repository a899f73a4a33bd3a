import type { Egress } from '../../platform/egress/egress.ts';
import { english } from '../../platform/words/sentence.logic.ts';
import type { Delivered, OutgoingNote, OutgoingReply } from '../port/channel.logic.ts';
import {
  failed,
  inDoubt,
  mayHaveActed,
  retry,
  type Circumstances,
  type SentLookup,
  type VendorAnswer,
} from '../outbound/delivery.logic.ts';
import { essenceOf, htmlOfText } from '../port/html.logic.ts';
import { idText, list, object, text } from '../port/json.logic.ts';
import { readFiles } from '../outbound/files.ts';
import { ask } from '../outbound/vendor-http.ts';
import { authorizationOf } from './authorization.logic.ts';
import { readComment, readTicket, type Comment, type Ticket } from './payload.logic.ts';

export interface TicketdeskAccess {
  egress: Egress;
  baseUrl: string;
  token: string;
  /** The author of our comments. */
  userId: string;
  /** The author is not the user who owns the token, so every comment has to name the author. */
  speaksForAnother: boolean;
  textOf(html: string): string;
}

type HelpdeskMessage = OutgoingReply | OutgoingNote;

const clockSlackMilliseconds = 60_000;

/**
 * Sends comment, tags, status and assignee in one PUT: every update of a ticket counts against the vendor's limits and
 * fires the account's triggers. `tags` replaces the whole list there, so to add tags, the present ones are read and sent
 * along, guarded by `safe_update`. The comment carries our key in its metadata, by which a doubtful attempt is found
 * later.
 */
export async function deliverToTicketdesk(
  access: TicketdeskAccess,
  outgoing: HelpdeskMessage,
  circumstances: Circumstances,
): Promise<Delivered> {
  if (outgoing.attempt > 1) {
    const earlier = await findSent(access, outgoing);
    if (earlier.kind === 'found') return sent(earlier.id);
    if (earlier.kind === 'unreadable') return failed(earlier.answer, circumstances);
  }
  // Upload again with each attempt: the vendor deletes uploads that no comment uses.
  const uploaded = await uploadFiles(access, outgoing, circumstances);
  if (uploaded.kind !== 'uploaded') return uploaded;
  const toSend = { outgoing, uploads: uploaded.tokens };
  const first = await update(access, toSend, circumstances);
  // Somebody changed the ticket between our read and our write: read it again, once.
  return first === 'conflict' ? settle(await update(access, toSend, circumstances), circumstances) : first;
}

/** A message with the vendor's tokens of its uploaded files. */
interface MessageWithUploads {
  outgoing: HelpdeskMessage;
  uploads: string[];
}

async function uploadFiles(
  access: TicketdeskAccess,
  outgoing: HelpdeskMessage,
  circumstances: Circumstances,
): Promise<{ kind: 'uploaded'; tokens: string[] } | Delivered> {
  const read = await readFiles(outgoing);
  if (read.kind === 'refused') return read;
  const tokens: string[] = [];
  for (const { name, mediaType, content } of read.files) {
    const answer = await ask(access.egress, {
      method: 'POST',
      url: `${access.baseUrl}/api/v2/uploads?filename=${encodeURIComponent(name)}`,
      headers: { authorization: authorizationOf(access.token) },
      file: { bytes: content, mediaType },
    });
    const token = answer.kind === 'answered' ? text(object(object(answer.body)['upload'])['token']) : null;
    if (!token) return failed(answer, circumstances);
    tokens.push(token);
  }
  return { kind: 'uploaded', tokens };
}

const settle = (second: Delivered | 'conflict', circumstances: Circumstances): Delivered =>
  second === 'conflict' ? retry(english`the ticket keeps changing`, circumstances) : second;

async function update(
  access: TicketdeskAccess,
  { outgoing, uploads }: MessageWithUploads,
  circumstances: Circumstances,
): Promise<Delivered | 'conflict'> {
  // Only tags depend on the ticket's present state; the vendor itself refuses a closed ticket.
  const current = outgoing.tags.length > 0 ? await getTicket(access, outgoing.thread) : null;
  if (current && !current.ticket) return failed(current.answer, circumstances);
  if (current?.ticket?.status === 'closed') return closed;
  const answer = await call(access, 'PUT', ticketPath(outgoing.thread), {
    ticket: changeOf(access, { outgoing, uploads }, current?.ticket ?? null),
  });
  if (answer.kind === 'answered' && answer.status === 409) return 'conflict';
  if (answer.kind === 'answered' && answer.status === 422 && saysClosed(answer.body)) return closed;
  const success = answer.kind === 'answered' && answer.status >= 200 && answer.status < 300;
  const id = success ? commentIdOf(answer.body) : null;
  if (id) return sent(id);
  if (!mayHaveActed(answer)) return failed(answer, circumstances);
  const found = await findSent(access, outgoing);
  return found.kind === 'found' ? sent(found.id) : inDoubt(answer, circumstances);
}

function changeOf(
  access: TicketdeskAccess,
  { outgoing, uploads }: MessageWithUploads,
  ticket: Ticket | null,
): Record<string, unknown> {
  const author = access.speaksForAnother ? { author_id: vendorId(access.userId) } : {};
  const wanted = new Set(outgoing.tags.map(vendorTag).filter((tag) => tag !== ''));
  const present = ticket?.tags ?? [];
  const missing = [...wanted].filter((tag) => !present.includes(tag));
  const tags = { tags: [...present, ...missing], safe_update: true, updated_stamp: ticket?.updatedAt };
  return {
    comment: {
      html_body: bodyOf(outgoing),
      public: outgoing.kind === 'reply',
      ...author,
      ...(uploads.length > 0 ? { uploads } : {}),
    },
    metadata: { our_msg: outgoing.key },
    ...(outgoing.status ? { status: outgoing.status } : {}),
    ...(missing.length > 0 ? tags : {}),
    ...(outgoing.kind === 'note' ? assigneeOf(outgoing) : {}),
  };
}

function assigneeOf({ assignment }: OutgoingNote): Record<string, unknown> {
  if (!assignment) return {};
  const target = vendorId(assignment.target);
  return assignment.kind === 'ticketdesk_group' ? { group_id: target } : { assignee_id: target };
}

// Lower case and without blanks: the vendor would split several words into several tags.
const vendorTag = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}/:-]+/gu, '_')
    .replace(/^_|_$/g, '');

// The vendor's schema has integers here; an invalid id is passed on, and the vendor refuses it.
const vendorId = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : id);

async function findSent(access: TicketdeskAccess, outgoing: HelpdeskMessage): Promise<SentLookup> {
  const listed = await listComments(access, outgoing.thread, outgoing.firstAttemptAt);
  if (!listed.comments) return { kind: 'unreadable', answer: listed.answer };
  const since = outgoing.firstAttemptAt.getTime() - clockSlackMilliseconds;
  const ours = essenceOf(access.textOf(bodyOf(outgoing)));
  const match =
    listed.comments.find((comment) => comment.ourMark === outgoing.key) ??
    // If the vendor omits the metadata in this list, match our text under our name.
    listed.comments.find(
      (comment) =>
        comment.ourMark === null &&
        comment.authorId === access.userId &&
        comment.public === (outgoing.kind === 'reply') &&
        comment.at.getTime() >= since &&
        essenceOf(comment.text) === ours,
    );
  return match ? { kind: 'found', id: match.id } : { kind: 'absent' };
}

export async function getTicket(
  access: TicketdeskAccess,
  id: string,
): Promise<{ ticket: Ticket | null; answer: VendorAnswer }> {
  const answer = await call(access, 'GET', ticketPath(id));
  const ticket = answer.kind === 'answered' && answer.status === 200 ? readTicket(answer.body) : null;
  return { ticket, answer };
}

/** The newest hundred comments; older ones are not needed. */
export async function listComments(
  access: TicketdeskAccess,
  ticketId: string,
  fallbackTime: Date,
): Promise<{ comments: Comment[] | null; users: unknown[]; answer: VendorAnswer }> {
  const answer = await call(
    access,
    'GET',
    `${ticketPath(ticketId)}/comments?page%5Bsize%5D=100&sort=-created_at&include=users`,
  );
  const listed = answer.kind === 'answered' && answer.status === 200 ? object(answer.body)['comments'] : null;
  // A page in its place, as a proxy sends it, is no ticket without comments.
  if (answer.kind !== 'answered' || !Array.isArray(listed)) return { comments: null, users: [], answer };
  const comments = listed.map((each) => readComment(each, fallbackTime));
  const users = list(object(answer.body)['users']).map((user) => ({ user }));
  return { comments: comments.filter((comment) => comment !== null), users, answer };
}

export const getUser = (access: TicketdeskAccess, id: string): Promise<VendorAnswer> =>
  call(access, 'GET', `/api/v2/users/${encodeURIComponent(id)}`);

const call = (access: TicketdeskAccess, method: 'GET' | 'PUT', path: string, json?: unknown) =>
  ask(access.egress, {
    method,
    url: access.baseUrl + path,
    headers: { authorization: authorizationOf(access.token) },
    json,
  });

const ticketPath = (id: string) => `/api/v2/tickets/${encodeURIComponent(id)}`;

const bodyOf = (outgoing: HelpdeskMessage) =>
  outgoing.kind === 'reply' && outgoing.html !== null ? outgoing.html : htmlOfText(outgoing.text);

const commentIdOf = (body: unknown): string | null => {
  const events = list(object(object(body)['audit'])['events']).map(object);
  return idText(events.find((event) => text(event['type']) === 'Comment')?.['id']);
};

const saysClosed = (body: unknown) => /closed/i.test(JSON.stringify(object(body)['details'] ?? ''));
const closed: Delivered = {
  kind: 'refused',
  code: 'thread_closed',
  detail: english`The ticket is closed and accepts no more comments.`,
};
const sent = (id: string): Delivered => ({ kind: 'sent', providerMessageId: id });
