import { textOfHtml, textOfHtmlWithMarks } from '../../port/html-text.ts';
import { essenceOf } from '../../port/html.logic.ts';
import { safeHtml } from '../../port/safe-html.ts';
import { withoutArmour } from './armour.logic.ts';
import { isPassedOn, withoutTag, type IncomingMail } from './mail.logic.ts';
import { newWordsOf, type ReadWords } from './new-words.logic.ts';
import { parseDelivery } from './parse-mail.ts';
import type { Answered } from './quoted-lines.logic.ts';

export interface ReadMail {
  mail: IncomingMail;
  words: ReadWords;
  /** Null when the mail had none. */
  html: string | null;
}

/** Does the slow work on a mail: parses it, separates its new words and sanitizes its HTML. Null if it cannot be parsed. */
export async function readMail(raw: Uint8Array, mediaType: string): Promise<ReadMail | null> {
  const mail = withSealedFile(withLines(await parseDelivery(raw, mediaType)));
  return mail && { mail, words: wordsOf(mail), html: mail.html === null ? null : safeHtml(mail.html) };
}

// Encoded text may have any line ends.
const withLines = (mail: IncomingMail | null): IncomingMail | null =>
  mail?.text ? { ...mail, text: mail.text.replaceAll(/\r\n?/g, '\n') } : mail;

// What only its recipient can read is no words. People get it as a file, as from programs that send it as a part of its own.
function withSealedFile(mail: IncomingMail | null): IncomingMail | null {
  const opened = withoutArmour(mail?.text ?? '');
  if (!mail || !opened?.sealed) return mail;
  const content = new TextEncoder().encode(opened.sealed);
  const file = {
    name: 'encrypted.asc',
    mediaType: 'application/pgp-encrypted',
    bytes: content.byteLength,
    content,
    report: '',
  };
  return {
    ...mail,
    text: [opened.text, opened.signatures].join('\n').trim(),
    html: null,
    attachments: [...mail.attachments, file],
  };
}

/** The sender's new words, and the history below them. Reads mail that has only HTML through the sanitizer. */
export function wordsOf(mail: IncomingMail): ReadWords {
  const signed = withoutArmour(mail.text ?? '');
  if (signed?.signatures) {
    const { text, quoted } = wordsOf({ ...mail, text: signed.text });
    return { text, quoted: `${quoted}\n\n${signed.signatures}`.trim() };
  }
  const plain = mail.text?.trim();
  const isPlain = plain && isSeen(plain) && !isPlaceholder(plain, mail.html);
  // All of a mail that is passed on is new to the desk, and often it is the question.
  if (isPassedOn(mail)) return { text: isPlain ? plain : textOfHtml(mail.html ?? ''), quoted: '' };
  const answered = answeredBy(mail);
  return isPlain ? newWordsOf(plain, { answered }) : wordsOfHtml(mail.html ?? '', answered);
}

// Only a reply quotes whom it is for; a form may name its recipient as well.
const answeredBy = ({ inReplyTo, references, to, toNames = [] }: IncomingMail): Answered => {
  if (inReplyTo === null && references.length === 0) return [];
  const names = toNames.filter((name) => name.length > shortestName);
  return [...to.map(withoutTag), ...names].slice(0, mostAnswered).map((each) => each.toLowerCase());
};

/** Shorter ones may be parts of other words. */
const shortestName = 3;
const mostAnswered = 10;

// Some programs fill the plain text with characters that nobody sees.
const isSeen = (text: string) => /[^\s\p{C}\p{Z}]/u.test(text);

const longestPlaceholder = 300;

// Text such as "Your mail program does not show HTML" stands in for the words, which are only in the HTML.
function isPlaceholder(plain: string, html: string | null): boolean {
  if (html === null || plain.length > longestPlaceholder || !/\bhtml\b/i.test(plain)) return false;
  const shown = essenceOf(textOfHtml(html));
  return shown !== '' && !shown.includes(essenceOf(plain));
}

/** The same for HTML alone. */
export function wordsOfHtml(html: string, answered: Answered = []): ReadWords {
  const { text, quoted } = newWordsOf(textOfHtmlWithMarks(html), { marks: 'of_program', answered });
  // If nothing is quoted, return the text without `>` marks.
  return quoted === '' ? { text: textOfHtml(html), quoted } : { text, quoted };
}
