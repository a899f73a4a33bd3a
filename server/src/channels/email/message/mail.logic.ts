import { line, list, object, storable, text } from '../../port/json.logic.ts';

/** One e-mail, from any transport. Addresses are lower case; ids are without angle brackets. */
export interface IncomingMail {
  messageId: string | null;
  inReplyTo: string | null;
  references: string[];
  from: Correspondent | null;
  /** The addresses of Reply-To, in their order. */
  replyTo: Correspondent[];
  to: string[];
  toNames?: string[];
  subject: string | null;
  text: string | null;
  html: string | null;
  /** The end of its words is missing in `text` and `html`. */
  isCut?: boolean;
  /** A calendar has written it: an invitation, or the answer to one. */
  isAppointment?: boolean;
  date: Date | null;
  headers: MailHeader[];
  attachments: MailAttachment[];
}

export interface Correspondent {
  address: string;
  name: string | null;
}

export interface MailHeader {
  /** Lower case. */
  name: string;
  value: string;
}

export interface MailAttachment {
  name: string;
  mediaType: string;
  bytes: number;
  /** The beginning of a part of a delivery report; '' for everything else. */
  report: string;
  /** Its bytes, if the whole mail was parsed. */
  content?: Uint8Array;
}

export const headerOf = (mail: Pick<IncomingMail, 'headers'>, name: string): string | null =>
  mail.headers.find((header) => header.name === name)?.value.trim() ?? null;

/** Removes the part from the plus sign to the @: all such addresses are one mailbox. */
export function withoutTag(address: string): string {
  const at = address.lastIndexOf('@');
  const plus = address.indexOf('+');
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address;
}

const noReplyName = /^(no-?reply|do-?not-?reply|bounces?)([+._-][^@]*)?@/;
export const isNoReply = (address: string): boolean => noReplyName.test(address);

/**
 * The person who asks: the first in `Reply-To` that is neither one of our addresses nor a no-reply address, else the sender.
 * Contact forms put their visitor there, some beside the desk's own address. Nothing proves it. Null if the mail has no
 * readable address.
 */
export function askerOf(mail: IncomingMail, ours: ReadonlySet<string>): Correspondent | null {
  const { from, replyTo } = mail;
  const isAsker = ({ address }: Correspondent) => !isNoReply(address) && !isOurs(address, ours);
  const asker = replyTo.find(isAsker);
  if (asker) return asker.address === from?.address ? from : asker;
  // Google's groups put their own address into From, and may put it into Reply-To as well.
  const original =
    from && isOurs(from.address, ours) && isOwnList(mail, ours)
      ? plainAddress(headerOf(mail, 'x-original-from'))
      : null;
  return original && isAsker({ address: original, name: null })
    ? { address: original, name: from?.name ?? null }
    : from;
}

/** Whether it is one of our addresses, or one of them with a tag. */
export const isOurs = (address: string, ours: ReadonlySet<string>): boolean =>
  ours.has(address) || ours.has(withoutTag(address));

/** What mailing lists add, with the old header of Google's groups. */
export const listHeaders = (mail: Pick<IncomingMail, 'headers'>): MailHeader[] =>
  mail.headers.filter(({ name }) => name.startsWith('list-') || name === 'mailing-list');

/** Whether a list passes it on that is one of our addresses: an organization may receive its mail as a member of its own group. */
export const isOwnList = (mail: Pick<IncomingMail, 'headers'>, ours: ReadonlySet<string>): boolean =>
  listHeaders(mail).some(({ name, value }) => {
    const named = new Set(value.toLowerCase().split(/[\s<>,;"]+/));
    // List-Id has a dot in place of the @ (RFC 2919).
    const isNamed = (own: string) => named.has(name === 'list-id' ? own.replace('@', '.') : own);
    return [...ours].some((own) => isNamed(own) || named.has(`mailto:${own}`));
  });

/** What mail programs put before the subject of a mail that is passed on; Outlook in the language of its user. */
const passingOn = {
  en: ['fwd', 'fw'],
  de: ['wg'],
  fr: ['tr'],
  es: ['rv'],
  it: ['i', 'inoltra'],
  nl: ['doorst'],
  pt: ['enc'],
  pl: ['pd'],
  sv: ['vb'],
  da: ['vs'],
  fi: ['vl'],
  zh: ['转发'],
};
const forwardMarks = new Set(Object.values(passingOn).flat());

/** Whether the subject begins as that of a mail that is passed on; "Re: Fwd: …" is a reply again. */
export function isPassedOn({ subject }: Pick<IncomingMail, 'subject'>): boolean {
  const [mark = '', ...rest] = (subject ?? '').slice(0, 20).split(/[:：]/);
  return rest.length > 0 && forwardMarks.has(mark.trim().toLowerCase());
}

/** The message ids in a header value, in order. Ignores everything outside angle brackets. */
export const messageIds = (value: string | null | undefined): string[] =>
  [...(value ?? '').matchAll(/<([^<>\s]{1,900})>/g)].map((match) => storable(match[1] ?? ''));

/** Lower-case `local@domain`, or null for anything that is not one address. */
export function plainAddress(value: string | null | undefined): string | null {
  const inner = /<([^<>]*)>\s*$/.exec(value ?? '')?.[1] ?? value ?? '';
  const address = storable(inner).trim().toLowerCase();
  return /^[^\s@<>,;:"()[\]\\]{1,64}@[a-z0-9.-]{1,253}$/.test(address) ? address : null;
}

/** The bare addresses in an envelope header, which may list several. */
export const addressList = (value: string | null | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map(plainAddress)
    .filter((address) => address !== null);

/** In characters; far above what people send. The whole mail is kept as well. */
export const longestText = 1_000_000;

export const isTooLong = (words: string | null | undefined): boolean => (words?.length ?? 0) > longestText;

/** Reads Postmark's inbound JSON without `RawEmail`; null for other bodies, such as those of another Postmark webhook. */
export function mailOfPostmark(body: unknown): IncomingMail | null {
  const sent = object(body);
  if (!isPostmark(body)) return null;
  const headers = list(sent['Headers'])
    .map(object)
    .map((each) => ({
      name: (text(each['Name']) ?? '').toLowerCase(),
      value: text(each['Value']) ?? '',
    }));
  const value = (name: string) => headers.find((header) => header.name === name)?.value;
  const from = object(sent['FromFull']);
  const address = plainAddress(text(from['Email']));
  const date = new Date(text(sent['Date']) ?? Number.NaN);
  const recipients = [...list(sent['ToFull']), ...list(sent['CcFull'])].map(object);
  return {
    messageId: messageIds(value('message-id'))[0] ?? null,
    inReplyTo: messageIds(value('in-reply-to'))[0] ?? null,
    references: messageIds(value('references')),
    from: address ? { address, name: line(from['Name']) } : null,
    replyTo: addressList(text(sent['ReplyTo'])).map((each) => ({ address: each, name: null })),
    to: recipients.map((each) => plainAddress(text(each['Email']))).filter((each) => each !== null),
    toNames: recipients.map((each) => line(each['Name'])).filter((each) => each !== null),
    subject: line(sent['Subject']),
    text: text(sent['TextBody'])?.slice(0, longestText) ?? null,
    html: text(sent['HtmlBody'])?.slice(0, longestText) ?? null,
    isCut: isTooLong(text(sent['TextBody']) ?? text(sent['HtmlBody'])),
    date: Number.isNaN(date.getTime()) ? null : date,
    headers,
    attachments: list(sent['Attachments'])
      .map(object)
      .map((each) => ({
        name: text(each['Name']) ?? 'attachment',
        mediaType: (text(each['ContentType']) ?? 'application/octet-stream').toLowerCase(),
        bytes: typeof each['ContentLength'] === 'number' ? each['ContentLength'] : 0,
        report: '',
      })),
  };
}

/** Postmark's inbound JSON has these members and no other `RecordType`; so has the test of its dashboard. */
export function isPostmark(body: unknown): boolean {
  const sent = object(body);
  const inbound = sent['RecordType'] === undefined || sent['RecordType'] === 'Inbound';
  // Keep the mail even if its sender cannot be parsed.
  const hasSender = typeof object(sent['FromFull'])['Email'] === 'string' || typeof sent['From'] === 'string';
  return inbound && text(sent['MessageID']) !== null && hasSender;
}

/** The transport data of a Postmark delivery: the envelope, the provider's id, and the raw mail if it is included. */
export function postmarkEnvelope(body: unknown): {
  to: string | null;
  from: string | null;
  providerId: string | null;
  raw: string | null;
} {
  const sent = object(body);
  const first = object(list(sent['Headers'])[0]);
  // Only the first header is the provider's own; a Return-Path further down was written by the sender.
  const returnPath = text(first['Name'])?.toLowerCase() === 'return-path' ? text(first['Value']) : null;
  return {
    to: text(sent['OriginalRecipient']),
    from: returnPath,
    providerId: text(sent['MessageID']),
    raw: text(sent['RawEmail']),
  };
}
