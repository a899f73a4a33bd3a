import { onlyWords } from '../../platform/text/plain-words.logic.ts';

/** Converts our plain text to the simplest HTML: blank lines separate paragraphs, line ends stay, and markup is escaped. */
export function htmlOfText(text: string): string {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/);
  return paragraphs.map((paragraph) => `<p>${escape(paragraph).replaceAll('\n', '<br>')}</p>`).join('');
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Reduces a text to its words, without markup, spacing and typography: to find our own message at a vendor. */
export const essenceOf = (text: string): string => onlyWords(text.normalize('NFKC').toLowerCase());
