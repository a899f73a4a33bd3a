import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { parseJson, storable } from '../../port/json.logic.ts';
import {
  mailOfPostmark,
  messageIds,
  plainAddress,
  postmarkEnvelope,
  type Mail,
  type MailAttachment,
} from './mail.logic.ts';

/** Parses a mail from the bytes of its delivery. Null when nothing in them can be read as a mail. */
export async function parseDelivery(raw: Uint8Array, mediaType: string): Promise<Mail | null> {
  if (mediaType === 'message/rfc822') return parseRaw(raw);
  const body = parseJson(raw);
  const inner = postmarkEnvelope(body).raw;
  const outer = mailOfPostmark(body);
  // The raw mail has what the provider's fields leave out: every header in its order, and every part.
  return inner && outer ? ((await parseRaw(new TextEncoder().encode(inner))) ?? outer) : outer;
}

/** The raw RFC 5322 bytes of a delivery, for DKIM; null when the provider did not send them. */
export function rawMail(raw: Uint8Array, mediaType: string): Uint8Array | null {
  if (mediaType === 'message/rfc822') return raw;
  const inner = postmarkEnvelope(parseJson(raw)).raw;
  // It comes with bare line feeds; signatures were made over CR LF.
  return inner ? new TextEncoder().encode(inner.replace(/\r?\n/g, '\r\n')) : null;
}

async function parseRaw(raw: Uint8Array): Promise<Mail | null> {
  try {
    return mailOf(
      await PostalMime.parse(raw, { rfc822Attachments: true, maxNestingDepth: 32, maxHeadersSize: 256 * 1024 }),
    );
  } catch {
    return null;
  }
}

function mailOf(email: Email): Mail {
  const sender = flat(email.from ? [email.from] : [])[0];
  const address = plainAddress(sender?.address);
  const date = new Date(email.date ?? Number.NaN);
  return {
    messageId: messageIds(email.messageId)[0] ?? null,
    inReplyTo: messageIds(email.inReplyTo)[0] ?? null,
    references: messageIds(email.references),
    from: address ? { address, name: sender?.name ? storable(sender.name) : null } : null,
    to: flat([...(email.to ?? []), ...(email.cc ?? [])])
      .map((each) => plainAddress(each.address))
      .filter((each) => each !== null),
    subject: email.subject ? storable(email.subject) : null,
    text: email.text ? storable(email.text) : null,
    html: email.html ? storable(email.html) : null,
    date: Number.isNaN(date.getTime()) ? null : date,
    headers: email.headers.map((header) => ({ name: header.key, value: storable(header.value) })),
    attachments: email.attachments.map(attachmentOf),
  };
}

const flat = (addresses: readonly Address[]) => addresses.flatMap((each) => each.group ?? (each.address ? [each] : []));

function attachmentOf(attachment: Attachment): MailAttachment {
  const { content, filename, mimeType } = attachment;
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  const isReport =
    mimeType === 'message/delivery-status' || mimeType === 'text/rfc822-headers' || mimeType === 'message/rfc822';
  return {
    name: storable(filename ?? 'attachment'),
    mediaType: mimeType,
    bytes: bytes.byteLength,
    report: isReport ? storable(new TextDecoder().decode(bytes.subarray(0, 64 * 1024))) : '',
  };
}
