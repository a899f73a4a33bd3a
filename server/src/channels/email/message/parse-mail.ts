import { isUtf8 } from 'node:buffer';
import PostalMime, { type Address, type Attachment, type Email, type Mailbox } from 'postal-mime';
import {
  asWritten,
  foreignLetters,
  isTorn,
  labelsIn,
  mayBeMislabelled,
  withReadableHeaders,
  withWesternLines,
} from './raw/charsets.ts';
import { withLineFeeds } from '../../../platform/text/line-ends.ts';
import { withWholeWords } from './raw/encoded-words.ts';
import { asWesternText, withKnownLetters, withQuickBodies, withReadableParts } from './raw/rewritten-parts.ts';
import { wordsOfAppointment } from './appointment.logic.ts';
import { line, list, object, parseJson, storable, text } from '../../port/json.logic.ts';
import {
  headerOf,
  isTooLong,
  longestText,
  mailOfPostmark,
  messageIds,
  plainAddress,
  postmarkEnvelope,
  type Correspondent,
  type IncomingMail,
  type MailAttachment,
} from './mail.logic.ts';

/** Parses a mail from the bytes of its delivery. Null if they cannot be parsed as a mail. */
export async function parseDelivery(raw: Uint8Array, mediaType: string): Promise<IncomingMail | null> {
  if (mediaType === 'message/rfc822') return parseRaw(raw);
  const body = parseJson(raw);
  const inner = postmarkEnvelope(body).raw;
  const fields = mailOfPostmark(body);
  const outer = fields && withContents(fields, body);
  // Prefer the raw mail: it contains every header in its order, and every part, which the provider's fields omit.
  return inner && outer ? ((await parseRaw(new TextEncoder().encode(inner))) ?? outer) : outer;
}

function withContents(mail: IncomingMail, body: unknown): IncomingMail {
  const sent = list(object(body)['Attachments']).map(object);
  // The test of Postmark's dashboard has Data in place of Content.
  const contents = sent.map((each) => text(each['Content']) ?? text(each['Data']) ?? '').map(bytesOfBase64);
  return {
    ...mail,
    attachments: mail.attachments.map((each, index) => {
      const content = contents[index];
      if (!content) return each;
      return { ...each, bytes: content.byteLength, content, report: reportIn(each.mediaType, content) };
    }),
  };
}

/** How many bytes of headers are read at most; programs write a tenth of it. */
const mostHeaderBytes = 64 * 1024;

/**
 * Parses only the headers, in bounded time, and the ids that a delivery report quotes: the acknowledgement needs no more.
 * The parts are parsed later, in another thread. Null if nothing can be parsed.
 */
export async function parseHeaders(raw: Uint8Array, mediaType: string): Promise<IncomingMail | null> {
  if (mediaType === 'message/rfc822') return parseRawHeaders(raw);
  const body = parseJson(raw);
  const inner = postmarkEnvelope(body).raw;
  const outer = mailOfPostmark(body);
  return inner && outer ? ((await parseRawHeaders(new TextEncoder().encode(inner))) ?? outer) : outer;
}

async function parseRawHeaders(raw: Uint8Array): Promise<IncomingMail | null> {
  const beginning = withLineFeeds(raw.subarray(0, mostReportBytes));
  const [head] = partsOf(beginning);
  const mail = await parseParts(head);
  if (!mail) return null;
  const isReport = /^\s*multipart\/report/i.test(headerOf(mail, 'content-type') ?? '');
  return isReport ? { ...mail, attachments: [reportWithin(beginning)] } : mail;
}

/** Enough for the report's own text and the beginning of the returned mail, which contains its id. */
const mostReportBytes = 256 * 1024;

// Delivery status and returned headers are never encoded (RFC 6522), so they can be read from the raw bytes.
const reportWithin = (beginning: Uint8Array): MailAttachment => ({
  name: 'report',
  mediaType: 'message/delivery-status',
  bytes: 0,
  report: storable(
    Buffer.from(beginning)
      .toString('latin1')
      .split(/\r?\n\r?\n/)
      .slice(1)
      .join('\n'),
  ),
});

/** The raw RFC 5322 bytes of a delivery, for DKIM; null when the provider did not send them. */
export function rawMail(raw: Uint8Array, mediaType: string): Uint8Array | null {
  if (mediaType === 'message/rfc822') return raw;
  const inner = postmarkEnvelope(parseJson(raw)).raw;
  // Postmark sends bare line feeds; the signatures were made over CR LF.
  return inner ? new TextEncoder().encode(inner.replace(/\r?\n/g, '\r\n')) : null;
}

async function parseRaw(raw: Uint8Array): Promise<IncomingMail | null> {
  const written = withLineFeeds(raw);
  const mail = await parseParts(written);
  if (mail && (mail.text || mail.html || mail.attachments.length > 0 || !isMultipart(mail))) return mail;
  // The parts cannot be separated, or are nested too deeply: show the body unparsed.
  const [head, body] = partsOf(written);
  const known = mail ?? (await parseParts(head));
  const words = known && isMultipart(known) ? bodyAsItStands(body) : '';
  return known && words !== '' ? { ...known, text: words } : known;
}

const bytesOfBase64 = (encoded: string) => new Uint8Array(Buffer.from(encoded, 'base64'));

const isMultipart = (mail: IncomingMail) => /^\s*multipart\//i.test(headerOf(mail, 'content-type') ?? '');

async function parseParts(raw: Uint8Array): Promise<IncomingMail | null> {
  try {
    const labels = labelsIn(raw);
    const mail = await parseText(withWholeWords(withReadableHeaders(raw)), labels);
    if (!mayBeMislabelled(labels)) return mail;
    return { ...mail, text: mail.text && asWritten(mail.text), html: mail.html && asWritten(mail.html) };
  } catch {
    return null;
  }
}

async function parseText(raw: Uint8Array, labels: readonly string[]): Promise<IncomingMail> {
  const options = { rfc822Attachments: true, maxNestingDepth: 32, maxHeadersSize: 256 * 1024 };
  const read = async (bytes: Uint8Array) => mailOf(await PostalMime.parse(withQuickBodies(bytes), options));
  const isTornIn = ({ text, html }: IncomingMail) => isTorn(text) || isTorn(html);
  const known = labels.some((name) => foreignLetters(name)) ? withKnownLetters(raw) : raw;
  const first = await read(known);
  const hasTornNames = first.attachments.some(({ name }) => isTorn(name));
  const given = hasTornNames ? withReadableParts(known) : known;
  const mail = given === known ? first : await read(given);
  if (!isTornIn(mail)) return mail;
  const lettered = withKnownLetters(given);
  const better = lettered === given ? mail : await read(lettered);
  return isTornIn(better) ? repaired(better, await read(asWesternText(lettered))) : better;
}

const repaired = (mail: IncomingMail, { text, html }: IncomingMail): IncomingMail => ({
  ...mail,
  text: mail.text && withWesternLines(mail.text, text ?? ''),
  html: mail.html && withWesternLines(mail.html, html ?? ''),
});

/** How much of an unparsed body is shown; the whole mail is kept as well. */
const mostShown = 20_000;

const bodyAsItStands = (body: Uint8Array): string => storable(lettersIn(body.subarray(0, mostShown))).trim();

/** The headers with their final blank line, and the body. */
function partsOf(raw: Uint8Array): [Uint8Array, Uint8Array] {
  const head = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, mostHeaderBytes)).toString('latin1');
  const ends = [head.indexOf('\r\n\r\n'), head.indexOf('\n\n')].filter((at) => at >= 0);
  const end = ends.length > 0 ? Math.min(...ends) : head.length;
  return [Buffer.from(`${head.slice(0, end)}\r\n\r\n`, 'latin1'), raw.subarray(end)];
}

/** Far above what people send. The raw mail is kept whole as well. */
const most = { references: 100, addresses: 200, headers: 1_000, attachments: 200, subject: 1_000, bodies: 10 };

function mailOf(email: Email): IncomingMail {
  const date = new Date(email.date ?? Number.NaN);
  const recipients = flat([...(email.to ?? []), ...(email.cc ?? [])]).slice(0, most.addresses);
  const bodies = email.attachments.filter(isBody).slice(0, most.bodies);
  const isWordless = !email.text?.trim() && !email.html;
  const words = isWordless ? wordsIn(bodies) || email.text : email.text;
  return {
    messageId: messageIds(email.messageId)[0] ?? null,
    inReplyTo: messageIds(email.inReplyTo)[0] ?? null,
    references: messageIds(email.references).slice(-most.references),
    from: correspondentOf(flat(email.from ? [email.from] : [])[0])[0] ?? null,
    replyTo: flat(email.replyTo ?? [])
      .slice(0, most.addresses)
      .flatMap(correspondentOf),
    to: recipients.map((each) => plainAddress(each.address)).filter((each) => each !== null),
    toNames: recipients.map(({ name }) => line(name)).filter((each) => each !== null),
    subject: line(email.subject?.slice(0, most.subject)),
    text: words ? storable(words.slice(0, longestText)) : null,
    html: email.html ? storable(email.html.slice(0, longestText)) : null,
    isCut: isTooLong(words || email.html),
    isAppointment: bodies.some(({ method }) => method !== undefined),
    date: Number.isNaN(date.getTime()) ? null : date,
    headers: email.headers
      .slice(0, most.headers)
      .map((header) => ({ name: header.key, value: storable(header.value) })),
    attachments: email.attachments.slice(0, most.attachments).map(attachmentOf),
  };
}

/** Words in another form than plain text and HTML, which the parser takes for a file. */
const isBody = ({ filename, disposition, mimeType }: Attachment) =>
  filename === null && disposition !== 'attachment' && mimeType.startsWith('text/');

const wordsIn = (bodies: readonly Attachment[]): string =>
  bodies
    .map(({ mimeType, content }) => {
      const words = lettersIn(bytesOf(content));
      return mimeType === 'text/calendar' ? wordsOfAppointment(words) : words;
    })
    .join('\n\n')
    .trim();

const bytesOf = (content: Attachment['content']): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);

const lettersIn = (bytes: Uint8Array): string =>
  new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);

function correspondentOf(given: Pick<Mailbox, 'address' | 'name'> | undefined): Correspondent[] {
  const address = plainAddress(given?.address);
  return address ? [{ address, name: line(given?.name) }] : [];
}

const flat = (addresses: readonly Address[]) => addresses.flatMap((each) => each.group ?? (each.address ? [each] : []));

function attachmentOf(attachment: Attachment): MailAttachment {
  const { content, filename, mimeType } = attachment;
  const bytes = bytesOf(content);
  return {
    name: storable(filename ?? (mimeType === 'text/calendar' ? 'appointment.ics' : 'attachment')),
    mediaType: mimeType,
    bytes: bytes.byteLength,
    content: bytes,
    report: reportIn(mimeType, bytes),
  };
}

// The last three are for non-ASCII addresses (RFC 6533).
const partsOfReports = [
  'message/delivery-status',
  'message/feedback-report',
  'text/rfc822-headers',
  'message/rfc822',
  'message/global-delivery-status',
  'message/global-headers',
  'message/global',
];

const reportIn = (mediaType: string, bytes: Uint8Array): string =>
  partsOfReports.includes(mediaType) ? storable(new TextDecoder().decode(bytes.subarray(0, 64 * 1024))) : '';
