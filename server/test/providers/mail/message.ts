import { randomUUID } from 'node:crypto';

export type MailAttachment = { fileName: string; contentType: string; content: Buffer };
export type Mail = {
  /** `Robin Tester <robin@customer.test>` or a bare address. */
  from: string;
  to: string;
  subject: string;
  text?: string;
  html?: string;
  messageId?: string;
  inReplyTo?: string;
  references?: string[];
  date?: Date;
  attachments?: MailAttachment[];
  /** Headers to add unchanged after the usual ones: `{ 'Auto-Submitted': 'auto-replied' }`. */
  headers?: Record<string, string>;
  /** Replaces the Content-Type of the outermost part: `multipart/report; report-type=delivery-status`. */
  contentType?: string;
};

export type BuiltMail = { messageId: string; raw: Buffer };

/** A message after RFC 5322 and MIME, with CRLF line ends, 8-bit UTF-8 bodies and encoded words where a header needs them. */
export function buildMail(mail: Mail): BuiltMail {
  const messageId = mail.messageId ?? `<${randomUUID()}@${domainOf(mail.from)}>`;
  const body = bodyOf(mail);
  const fields: [string, string | undefined][] = [
    ['From', encodePhrase(mail.from)],
    ['To', encodePhrase(mail.to)],
    ['Subject', encodeWords(mail.subject)],
    ['Date', (mail.date ?? new Date()).toUTCString().replace('GMT', '+0000')],
    ['Message-ID', messageId],
    ['In-Reply-To', mail.inReplyTo],
    ['References', mail.references?.join('\r\n ')],
    ...Object.entries(mail.headers ?? {}),
    ['MIME-Version', '1.0'],
  ];
  const head = fields.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])).join('\r\n');
  return { messageId, raw: Buffer.concat([Buffer.from(`${head}\r\n`), body]) };
}

/** The quoted history that a mail program adds below a reply. */
export function quoted(original: { from: string; date: Date; text: string }): string {
  const lines = original.text.split('\n').map((line) => `> ${line}`);
  return `On ${original.date.toUTCString()}, ${original.from} wrote:\n${lines.join('\n')}`;
}

/** The message from the Content-Type line on. */
function bodyOf(mail: Mail): Buffer {
  const words = wordsOf(mail);
  if (!mail.attachments?.length) return mail.contentType ? retyped(words, mail.contentType) : words;
  const parts = [words, ...mail.attachments.map(attachmentPart)];
  return multipart(mail.contentType ?? 'multipart/mixed', parts);
}

function wordsOf(mail: Mail): Buffer {
  const text = mail.text === undefined ? undefined : leaf('text/plain', mail.text);
  const html = mail.html === undefined ? undefined : leaf('text/html', mail.html);
  if (text && html) return multipart('multipart/alternative', [text, html]);
  return text ?? html ?? leaf('text/plain', '');
}

function leaf(type: string, content: string): Buffer {
  const lines = content.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
  return Buffer.from(`Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${lines}\r\n`);
}

function retyped(part: Buffer, contentType: string): Buffer {
  return Buffer.from(part.toString().replace(/^Content-Type: [^\r]*/, `Content-Type: ${contentType}`));
}

function attachmentPart(attachment: MailAttachment): Buffer {
  const head = [
    `Content-Type: ${attachment.contentType}; name="${attachment.fileName}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${attachment.fileName}"`,
  ];
  const lines = attachment.content.toString('base64').match(/.{1,76}/g) ?? [];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${lines.join('\r\n')}\r\n`);
}

function multipart(type: string, parts: Buffer[]): Buffer {
  const boundary = `=_${randomUUID()}`;
  const open = Buffer.from(`Content-Type: ${type}; boundary="${boundary}"\r\n\r\n`);
  const pieces = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]);
  return Buffer.concat([open, ...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

function domainOf(address: string): string {
  return /@([^\s>]+)/.exec(address)?.[1] ?? 'localhost';
}

function encodePhrase(address: string): string {
  const match = /^(.*?)\s*<([^>]+)>$/.exec(address);
  return match ? `${encodeWords(match[1] ?? '')} <${match[2]}>` : address;
}

/** Encodes by RFC 2047, so that no encoded word exceeds 75 characters or splits a character. */
function encodeWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const pieces: string[] = [''];
  for (const character of text) {
    const last = pieces[pieces.length - 1] ?? '';
    if (Buffer.byteLength(last + character) > 42) pieces.push(character);
    else pieces[pieces.length - 1] = last + character;
  }
  return pieces.map((piece) => `=?utf-8?B?${Buffer.from(piece).toString('base64')}?=`).join('\r\n ');
}
