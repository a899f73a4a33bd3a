import { textOfHtml } from '../port/html-text.ts';
import { essenceOf, htmlOfText } from '../port/html.logic.ts';

/** Are these the words that we have said or are saying? Markup, spacing and typography do not count: vendors change them. */
export function isEcho(said: { text?: unknown; html?: unknown }, heard: { text: string }): boolean {
  const html = typeof said.html === 'string' ? said.html : htmlOfText(typeof said.text === 'string' ? said.text : '');
  return essenceOf(textOfHtml(html)) === essenceOf(heard.text);
}
