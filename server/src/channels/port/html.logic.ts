import { onlyWords } from '../../platform/text/same-words.logic.ts';

/** Our plain text as the simplest HTML: blank lines part paragraphs, line ends stay, and none of it is markup. */
export function htmlOfText(text: string): string {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/);
  return paragraphs.map((paragraph) => `<p>${escape(paragraph).replaceAll('\n', '<br>')}</p>`).join('');
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** What is left of a text when markup, spacing and typography are ignored: to find our own words at a vendor. */
export const essenceOf = (text: string): string => onlyWords(text.normalize('NFKC').toLowerCase());
