import type { Egress } from '../../platform/egress/egress.ts';
import type { Assignment, Delivered, OutgoingNote, OutgoingReply } from '../port/channel.logic.ts';
import { headersFor } from './headers.logic.ts';
import { failed, inDoubt, mayHaveActed, type Circumstances, type SentLookup } from '../outbound/delivery.logic.ts';
import { essenceOf, htmlOfText } from '../port/html.logic.ts';
import { idText, list, object, text } from '../port/json.logic.ts';
import { readFiles, type ReadFile } from '../outbound/files.ts';
import { ask } from '../outbound/vendor-http.ts';
import { english } from '../../platform/words/sentence.logic.ts';

export interface ChatdeskAccess {
  egress: Egress;
  apiUrl: string;
  token: string;
  /** The seat we write as: the vendor does not mail a bot's messages to customers who wrote by e-mail. */
  adminId: string;
  textOf(html: string): string;
}

/** How far the vendor's clock may be behind ours when we search for our own message. */
const clockSlackMilliseconds = 60_000;

/**
 * Sends a message to a chatdesk conversation. The vendor has no idempotency key, so from the second attempt on, the
 * conversation is read first, and the message is sent only if it is not there.
 */
export async function deliverToChatdesk(
  access: ChatdeskAccess,
  outgoing: OutgoingReply | OutgoingNote,
  circumstances: Circumstances,
): Promise<Delivered> {
  const earlier = outgoing.attempt > 1 ? await findSent(access, outgoing) : absent;
  if (earlier.kind === 'unreadable') return failed(earlier.answer, circumstances);
  const delivered = earlier.kind === 'found' ? sent(earlier.id) : await sendMessage(access, outgoing, circumstances);
  if (delivered.kind !== 'sent' || outgoing.kind === 'reply' || !outgoing.assignment) return delivered;
  return assign(access, { outgoing, assignment: outgoing.assignment, delivered }, circumstances);
}

async function sendMessage(
  access: ChatdeskAccess,
  outgoing: OutgoingReply | OutgoingNote,
  circumstances: Circumstances,
): Promise<Delivered> {
  const read = await readFiles(outgoing);
  if (read.kind === 'refused') return read;
  const answer = await call(access, 'POST', `/conversations/${encodeURIComponent(outgoing.thread)}/reply`, {
    message_type: outgoing.kind === 'note' ? 'note' : 'comment',
    type: 'admin',
    admin_id: access.adminId,
    body: bodyOf(outgoing),
    ...(read.files.length > 0 ? { attachment_files: read.files.map(attachedFile) } : {}),
  });
  const id = answer.kind === 'answered' && isSuccess(answer.status) ? idText(lastOf(partsOf(answer.body))['id']) : null;
  if (id) return sent(id);
  if (!mayHaveActed(answer)) return failed(answer, circumstances);
  const found = await findSent(access, outgoing);
  return found.kind === 'found' ? sent(found.id) : inDoubt(answer, circumstances);
}

interface NoteAssignment {
  outgoing: OutgoingNote;
  assignment: Assignment;
  delivered: Extract<Delivered, { kind: 'sent' }>;
}

// Assigning twice is harmless. If it fails and the delivery is retried, the note is looked up, not sent again. A refusal does
// not undo the note: its assignee is gone, or the seat may not assign.
async function assign(
  access: ChatdeskAccess,
  { outgoing, assignment, delivered }: NoteAssignment,
  circumstances: Circumstances,
): Promise<Delivered> {
  const answer = await call(access, 'POST', `/conversations/${encodeURIComponent(outgoing.thread)}/parts`, {
    message_type: 'assignment',
    type: assignment.kind === 'chatdesk_team' ? 'team' : 'admin',
    admin_id: access.adminId,
    assignee_id: assignment.target,
  });
  if (answer.kind === 'answered' && isSuccess(answer.status)) return delivered;
  const outcome = failed(answer, circumstances);
  if (outcome.kind !== 'refused') return outcome;
  const why = answer.kind === 'answered' ? english`The helpdesk answered HTTP ${answer.status}.` : outcome.detail;
  return { ...delivered, unassigned: why };
}

const absent: SentLookup = { kind: 'absent' };

async function findSent(access: ChatdeskAccess, outgoing: OutgoingReply | OutgoingNote): Promise<SentLookup> {
  const answer = await call(access, 'GET', `/conversations/${encodeURIComponent(outgoing.thread)}`);
  // A page in its place, as a proxy sends it, is no conversation without our message.
  const isRead = answer.kind === 'answered' && isSuccess(answer.status) && hasParts(answer.body);
  if (!isRead) return { kind: 'unreadable', answer };
  const ours = essenceOf(access.textOf(bodyOf(outgoing)));
  const since = outgoing.firstAttemptAt.getTime() - clockSlackMilliseconds;
  const match = partsOf(answer.body).findLast((part) => {
    const byUs = idText(object(part['author'])['id']) === access.adminId;
    const sameKind = (part['part_type'] === 'note') === (outgoing.kind === 'note');
    const recent = typeof part['created_at'] !== 'number' || part['created_at'] * 1_000 >= since;
    return byUs && sameKind && recent && essenceOf(access.textOf(text(part['body']) ?? '')) === ours;
  });
  const id = match ? idText(match['id']) : null;
  return id ? { kind: 'found', id } : absent;
}

const call = (
  access: Pick<ChatdeskAccess, 'egress' | 'apiUrl' | 'token'>,
  method: 'GET' | 'POST',
  path: string,
  json?: unknown,
) =>
  ask(access.egress, {
    method,
    url: access.apiUrl + path,
    headers: headersFor(access.token),
    json,
  });

const attachedFile = ({ name, mediaType, content }: ReadFile) => ({
  name,
  content_type: mediaType,
  data: Buffer.from(content).toString('base64'),
});

// A chat bubble cannot show columns: send a table as lines of text.
const bodyOf = (outgoing: OutgoingReply | OutgoingNote) =>
  outgoing.kind === 'reply' && outgoing.html !== null && !outgoing.html.includes('<table')
    ? outgoing.html
    : htmlOfText(outgoing.text);

const givenParts = (conversation: unknown) => object(object(conversation)['conversation_parts'])['conversation_parts'];
const hasParts = (conversation: unknown) => Array.isArray(givenParts(conversation));
const partsOf = (conversation: unknown) => list(givenParts(conversation)).map(object);
const lastOf = <T extends object>(parts: readonly T[]) => object(parts.at(-1));
const isSuccess = (status: number) => status >= 200 && status < 300;
const sent = (id: string): Delivered => ({ kind: 'sent', providerMessageId: id });
