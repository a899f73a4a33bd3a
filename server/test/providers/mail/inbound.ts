import { createHmac, randomUUID } from 'node:crypto';
import type { Mail, MailAttachment } from './message.ts';
import { deliver, type Delivery, type DeliveryHabits, type SignedEvent } from '../webhook-delivery.ts';

export type Envelope = { from: string; to: string };
export type Signing = { secret: string; id?: string; at?: Date };

/** POST /webhooks/email/inbound as a mail server's pipe sends it: the raw message, with Standard Webhooks headers over its bytes. */
export function rawMailEvent(raw: Buffer, envelope: Envelope, signing: Signing): SignedEvent {
  const id = signing.id ?? `msg_${randomUUID()}`;
  const timestamp = String(Math.floor((signing.at ?? new Date()).getTime() / 1000));
  return {
    id,
    body: raw.toString(),
    raw,
    headers: {
      'content-type': 'message/rfc822',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': standardWebhookSignature(id, timestamp, raw, signing.secret),
      'x-envelope-from': envelope.from,
      'x-envelope-to': envelope.to,
    },
  };
}

/** `v1,` and base64 HMAC-SHA256 over `id.timestamp.` and the raw bytes, keyed by what follows `whsec_`, decoded. */
export function standardWebhookSignature(id: string, timestamp: string, raw: Buffer, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(raw).digest('base64')}`;
}

/** The same mail as Postmark's inbound webhook would post it, with the account's Basic credentials. */
export function postmarkEvent(mail: Mail & { messageId: string }, envelope: Envelope, basic: string): SignedEvent {
  const body = postmarkBody(mail, envelope);
  return {
    id: String(body['MessageID']),
    body,
    raw: Buffer.from(JSON.stringify(body)),
    headers: { 'content-type': 'application/json', authorization: `Basic ${Buffer.from(basic).toString('base64')}` },
  };
}

// The provider retries ten times over hours until a 2xx; a 403 stops the retries.
const usualHabits: DeliveryHabits = {
  timeoutMilliseconds: 15_000,
  maxAttempts: 6,
  retries: ({ status }) => status !== 403,
  pauseMilliseconds: (attempt) => 100 * 2 ** attempt,
};

export function deliverMail(url: string, event: SignedEvent, habits: Partial<DeliveryHabits> = {}): Promise<Delivery> {
  return deliver(url, event, { ...usualHabits, ...habits });
}

function postmarkBody(mail: Mail & { messageId: string }, envelope: Envelope): Record<string, unknown> {
  const from = mailbox(mail.from);
  const to = mailbox(mail.to);
  return {
    FromName: from.Name,
    MessageStream: 'inbound',
    From: from.Email,
    FromFull: from,
    To: mail.to,
    ToFull: [to],
    Cc: '',
    CcFull: [],
    Bcc: '',
    BccFull: [],
    OriginalRecipient: envelope.to,
    Subject: mail.subject,
    MessageID: randomUUID(),
    ReplyTo: '',
    MailboxHash: to.MailboxHash,
    Date: (mail.date ?? new Date()).toUTCString(),
    TextBody: mail.text ?? '',
    HtmlBody: mail.html ?? '',
    StrippedTextReply: '',
    Tag: '',
    Headers: headersOf(mail, envelope),
    Attachments: (mail.attachments ?? []).map(attachmentBody),
  };
}

/** The first Return-Path is the provider's own (the envelope sender); only the headers contain the RFC Message-ID. */
function headersOf(mail: Mail & { messageId: string }, envelope: Envelope): { Name: string; Value: string }[] {
  const threading = {
    'Message-ID': mail.messageId,
    ...(mail.inReplyTo ? { 'In-Reply-To': mail.inReplyTo } : {}),
    ...(mail.references ? { References: mail.references.join(' ') } : {}),
  };
  const all = { 'Return-Path': `<${envelope.from}>`, ...threading, ...mail.headers };
  return Object.entries(all).map(([Name, Value]) => ({ Name, Value }));
}

function attachmentBody({ fileName, contentType, content }: MailAttachment): Record<string, unknown> {
  return {
    Name: fileName,
    Content: content.toString('base64'),
    ContentType: contentType,
    ContentLength: content.length,
  };
}

function mailbox(address: string): { Email: string; Name: string; MailboxHash: string } {
  const match = /^(.*?)\s*<([^>]+)>$/.exec(address);
  const Email = match?.[2] ?? address;
  return { Email, Name: match?.[1] ?? '', MailboxHash: /\+([^@]+)@/.exec(Email)?.[1] ?? '' };
}
