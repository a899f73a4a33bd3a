import { textOfHtml } from '../port/html-text.ts';
import { essenceOf, htmlOfText } from '../port/html.logic.ts';

/** Whether the vendor's text is a message of ours. Markup, spacing and typography do not count: vendors change them. */
export function isEcho(sent: { text?: unknown; html?: unknown }, received: { text: string }): boolean {
  const html = typeof sent.html === 'string' ? sent.html : htmlOfText(typeof sent.text === 'string' ? sent.text : '');
  return essenceOf(textOfHtml(html)) === essenceOf(received.text);
}
