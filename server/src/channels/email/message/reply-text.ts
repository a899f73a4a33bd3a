import EmailReplyParser from 'email-reply-parser';
import { textOfHtml, textOfHtmlWithoutQuotes } from '../../port/html-text.ts';
import type { Mail } from './mail.logic.ts';

/** Beyond this the quote patterns cost more than they are worth; such a text is kept whole. */
const longestToStrip = 200_000;

/**
 * What the sender wrote, twice: everything, and this time's words without the quoted history. When nothing would be
 * left, the whole text stands. Mail that has HTML only is read through the sanitizer.
 */
export function wordsOf(mail: Mail): { text: string; fullText: string } {
  const plain = mail.text?.trim();
  if (plain) return { text: stripQuotes(plain) || plain, fullText: plain };
  const fullText = textOfHtml(mail.html ?? '');
  return { text: stripQuotes(textOfHtmlWithoutQuotes(mail.html ?? '')) || fullText, fullText };
}

function stripQuotes(text: string): string {
  if (text.length > longestToStrip) return text;
  return new EmailReplyParser().parseReply(text).trim();
}
