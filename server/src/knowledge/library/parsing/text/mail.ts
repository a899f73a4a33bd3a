import EmailReplyParser from 'email-reply-parser';
import PostalMime, { type Email } from 'postal-mime';
import { withLineFeeds } from '../../../../platform/text/line-ends.ts';
import { clean, oneLine } from '../content/drafts.logic.ts';
import { Unreadable } from '../content/failure.logic.ts';
import { markdownOfHtml } from './html.ts';
import { parseMarkdown } from './markdown.logic.ts';
import { parsePlain } from './plain.logic.ts';
import type { Block, Content, ParsedDocument, Piece } from '../content/shapes.logic.ts';

/** Attached mails nested deeper than this are named, but not read. */
const deepest = 3;
const mostForwarded = 20;

/**
 * Parses one mail: its sender, date and new text, without the quoted history. Attached mails follow, each under its subject; other
 * attachments are named, but not read. Offsets refer to the resulting text. Throws `Unreadable`.
 */
export const parseMail = (bytes: Uint8Array): Promise<ParsedDocument> => parseMailAt(bytes, 1);

async function parseMailAt(bytes: Uint8Array, depth: number): Promise<ParsedDocument> {
  const mail = await PostalMime.parse(withLineFeeds(bytes), {
    rfc822Attachments: true,
    maxNestingDepth: 32,
    maxHeadersSize: 256 * 1024,
  }).catch(() => {
    throw new Unreadable('corrupt');
  });
  if (isEncrypted(mail)) throw new Unreadable('encrypted');
  const body = wordsOf(mail);
  const forwarded = depth < deepest ? await forwardedIn(mail, depth + 1) : new Map<ParsedAttachment, ParsedDocument>();
  if (forwarded.size === 0 && !/[\p{L}\p{N}]/u.test(body.text)) throw new Unreadable('empty_text');
  return {
    title: oneLine(mail.subject ?? '').slice(0, longestTitle) || null,
    hidden: [...body.hidden, ...[...forwarded.values()].flatMap(({ hidden }) => hidden ?? [])],
    blocks: withForwarded(ownBlocks(mail, body, forwarded), [...forwarded.values()], depth + 1),
  };
}

const longestTitle = 300;

/** Header lines, body and attachment names, separated by blank lines. */
function ownBlocks(
  mail: Email,
  body: ReturnType<typeof wordsOf>,
  forwarded: ReadonlyMap<ParsedAttachment, unknown>,
): Block[] {
  const head = headOf(mail);
  const start = head === '' ? 0 : head.length + 2;
  const parsed = body.markdown ? parseMarkdown(body.text) : parsePlain(body.text);
  const tail = attachmentsOf(mail.attachments.filter((each) => !forwarded.has(each)));
  return [
    ...proseAt(head, 0),
    ...parsed.blocks.map((block) => movedBlock(block, start)),
    ...proseAt(tail, start + body.text.length + 2),
  ];
}

/** Appends each attached mail under its subject. */
function withForwarded(own: readonly Block[], mails: readonly ParsedDocument[], level: number): Block[] {
  const blocks = [...own];
  for (const { title, blocks: inside } of mails) {
    const at = (blocks.at(-1)?.end ?? -2) + 2;
    const text = title ?? 'Attached mail';
    blocks.push({ kind: 'heading', level, text, start: at, end: at + text.length, page: null });
    for (const block of inside) blocks.push(movedBlock(block, at + text.length + 2));
  }
  return blocks;
}

type ParsedAttachment = Email['attachments'][number];

/** Parses the attached mails; skips those that cannot be parsed. */
async function forwardedIn({ attachments }: Email, depth: number): Promise<Map<ParsedAttachment, ParsedDocument>> {
  const found = new Map<ParsedAttachment, ParsedDocument>();
  for (const each of attachments.filter(({ mimeType }) => mimeType === 'message/rfc822').slice(0, mostForwarded)) {
    const { content } = each;
    try {
      found.set(
        each,
        await parseMailAt(typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content), depth),
      );
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
    }
  }
  return found;
}

function proseAt(text: string, start: number): Content[] {
  return text === '' ? [] : [{ kind: 'prose', text, start, end: start + text.length, page: null, parts: [] }];
}

function movedBlock(block: Block, by: number): Block {
  const moved = <P extends Piece>(piece: P): P => ({ ...piece, start: piece.start + by, end: piece.end + by });
  return block.kind === 'heading' ? moved(block) : { ...moved(block), parts: block.parts.map(moved) };
}

// See RFC 1847 and RFC 8551. A signed mail is readable: its text is beside the signature.
function isEncrypted(mail: Email): boolean {
  const type = mail.headers.find((header) => header.key === 'content-type')?.value.toLowerCase() ?? '';
  return type.startsWith('multipart/encrypted') || (type.includes('pkcs7-mime') && !type.includes('signed-data'));
}

function headOf(mail: Email): string {
  const { name, address } = mail.from ?? {};
  const sender = [name, address && (name ? `<${address}>` : address)].filter(Boolean).join(' ');
  const written = new Date(mail.date ?? Number.NaN);
  return [
    ...(sender === '' ? [] : [`From: ${oneLine(sender)}`]),
    ...(Number.isNaN(written.getTime()) ? [] : [`Date: ${written.toISOString().slice(0, 16).replace('T', ' ')} UTC`]),
  ].join('\n');
}

function attachmentsOf(attachments: readonly ParsedAttachment[]): string {
  const names = attachments
    .filter((each) => each.disposition !== 'inline')
    .map((each) => oneLine(each.filename ?? 'without a name').slice(0, 200));
  return names.length === 0 ? '' : `Attachments that were not read: ${names.slice(0, 50).join(', ')}.`;
}

/** Keep a longer text whole: matching the quote patterns would cost too much. */
const longestToStrip = 200_000;

const quotes =
  '.gmail_quote, .gmail_attr, .yahoo_quoted, .protonmail_quote, .moz-cite-prefix, .moz-signature, ' +
  'blockquote[type=cite], #divRplyFwdMsg, #divRplyFwdMsg ~ *';

// Keeps the history of a mail that contains nothing else, such as a forwarded one.
function wordsOf(mail: Email): { text: string; markdown: boolean; hidden: string[] } {
  const plain = clean(mail.text ?? '');
  if (plain !== '') return { text: withoutHistory(plain) || plain, markdown: false, hidden: [] };
  const html = mail.html ?? '';
  if (html === '') return { text: '', markdown: false, hidden: [] };
  const own = markdownOfHtml(html, quotes);
  return { text: clean(own.markdown) || clean(markdownOfHtml(html).markdown), markdown: true, hidden: own.hidden };
}

const withoutHistory = (text: string) =>
  text.length > longestToStrip ? text : new EmailReplyParser().parseReply(text).trim();
