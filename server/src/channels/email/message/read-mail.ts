import { textOfHtml, textOfHtmlWithMarks } from '../../port/html-text.ts';
import { essenceOf } from '../../port/html.logic.ts';
import { safeHtml } from '../../port/safe-html.ts';
import { isPassedOn, type IncomingMail } from './mail.logic.ts';
import { newWordsOf, type ReadWords } from './new-words.logic.ts';
import { parseDelivery } from './parse-mail.ts';

export interface ReadMail {
  mail: IncomingMail;
  words: ReadWords;
  /** Null when the mail had none. */
  html: string | null;
}

/** Does the slow work on a mail: parses it, separates its new words and sanitizes its HTML. Null if it cannot be parsed. */
export async function readMail(raw: Uint8Array, mediaType: string): Promise<ReadMail | null> {
  const mail = await parseDelivery(raw, mediaType);
  return mail && { mail, words: wordsOf(mail), html: mail.html === null ? null : safeHtml(mail.html) };
}

/** The sender's new words, and the history below them. Reads mail that has only HTML through the sanitizer. */
export function wordsOf(mail: IncomingMail): ReadWords {
  const plain = mail.text?.trim();
  const isPlain = plain && !isPlaceholder(plain, mail.html);
  // All of a mail that is passed on is new to the desk, and often it is the question.
  if (isPassedOn(mail)) return { text: isPlain ? plain : textOfHtml(mail.html ?? ''), quoted: '' };
  return isPlain ? newWordsOf(plain) : wordsOfHtml(mail.html ?? '');
}

const longestPlaceholder = 300;

// Text such as "Your mail program does not show HTML" stands in for the words, which are only in the HTML.
function isPlaceholder(plain: string, html: string | null): boolean {
  if (html === null || plain.length > longestPlaceholder || !/\bhtml\b/i.test(plain)) return false;
  const shown = essenceOf(textOfHtml(html));
  return shown !== '' && !shown.includes(essenceOf(plain));
}

/** The same for HTML alone. */
export function wordsOfHtml(html: string): ReadWords {
  const { text, quoted } = newWordsOf(textOfHtmlWithMarks(html), 'of_program');
  // If nothing is quoted, return the text without `>` marks.
  return quoted === '' ? { text: textOfHtml(html), quoted } : { text, quoted };
}
