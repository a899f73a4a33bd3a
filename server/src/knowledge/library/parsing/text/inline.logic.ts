const longestHeading = 300;

/** The words of a heading without Markdown's marks. */
export function plainInline(markdown: string): string {
  return markdown
    .slice(0, longestHeading)
    .replace(/!?\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replace(/[*`~]|\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/(^|\s)_+|_+(?=\s|$)/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ ?\{#[^{}]*\} ?$/, '')
    .trim();
}

/** Pictures kept inside the text as data would fill passages with base64. */
export const withoutDataUris = (markdown: string): string => markdown.replace(/\(data:[^()\s]*\)/g, '()');

/**
 * The text of an HTML fragment: tags, comments, scripts and styles out. Scans once; a regular expression would go over `<<<<`
 * again and again.
 */
export function withoutTags(html: string): string {
  let text = '';
  let at = 0;
  const last = html.lastIndexOf('>');
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    text += html.slice(at, open);
    const end = open > last ? open : endOfTag(html, open);
    if (end === null) return text;
    // "Below < 5 kg": no tag begins with a blank or a number, and none goes on for ever.
    if (end === open) text += '<';
    at = Math.max(end, open + 1);
  }
  return text + html.slice(at);
}

/** Where the text goes on; null: never. */
function endOfTag(html: string, open: number): number | null {
  if (html.startsWith('<!--', open)) return after(html, '-->', open);
  if (!/[a-z/!?]/i.test(html[open + 1] ?? '')) return open;
  const [, silent] = /^<(script|style)\b/i.exec(html.slice(open, open + 8)) ?? [];
  if (!silent) return after(html, '>', open);
  const close = new RegExp(`</${silent}[^<>]*>`, 'gi');
  close.lastIndex = open;
  const found = close.exec(html);
  return found ? close.lastIndex : null;
}

function after(html: string, mark: string, from: number): number | null {
  const at = html.indexOf(mark, from);
  return at < 0 ? null : at + mark.length;
}
