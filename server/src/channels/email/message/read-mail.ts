import { textOfHtml, textOfHtmlWithMarks } from '../../port/html-text.ts';
import { essenceOf } from '../../port/html.logic.ts';
import { safeHtml } from '../../port/safe-html.ts';
import type { IncomingMail } from './mail.logic.ts';
import { newWordsOf, type ReadWords } from './new-words.logic.ts';
import { parseDelivery } from './parse-mail.ts';

export interface ReadMail {
  mail: IncomingMail;
  words: ReadWords;
  /** Null when the mail had none. */
  html: string | null;
}

/** Everything that a mail's bytes cost time for: its parts, its words, its HTML made safe. Null when it cannot be read. */
export async function readMail(raw: Uint8Array, mediaType: string): Promise<ReadMail | null> {
  const mail = await parseDelivery(raw, mediaType);
  return mail && { mail, words: wordsOf(mail), html: mail.html === null ? null : safeHtml(mail.html) };
}

/** What the sender wrote this time, and the history below it. Mail that has HTML only is read through the sanitizer. */
export function wordsOf(mail: IncomingMail): ReadWords {
  const plain = mail.text?.trim();
  if (plain && !isExcuse(plain, mail.html)) return newWordsOf(plain);
  return wordsOfHtml(mail.html ?? '');
}

const longestExcuse = 300;

// "Your mail program does not show HTML": in place of the words, which the HTML alone has.
function isExcuse(plain: string, html: string | null): boolean {
  if (html === null || plain.length > longestExcuse || !/\bhtml\b/i.test(plain)) return false;
  const shown = essenceOf(textOfHtml(html));
  return shown !== '' && !shown.includes(essenceOf(plain));
}

/** The same of HTML alone. */
export function wordsOfHtml(html: string): ReadWords {
  const { text, quoted } = newWordsOf(textOfHtmlWithMarks(html), 'of_program');
  // Without the marks of quotations, where all of it is new.
  return quoted === '' ? { text: textOfHtml(html), quoted } : { text, quoted };
}
