const longestHeading = 300;

/** The text of a heading without Markdown syntax. */
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

/** Removes data URIs, which would fill passages with base64. */
export const withoutDataUris = (markdown: string): string => markdown.replace(/\(data:[^()\s]*\)/g, '()');

/**
 * Removes tags, comments, scripts and styles from an HTML fragment. Scans once: a regular expression would take quadratic time on
 * `<<<<`.
 */
export function withoutTags(html: string): string {
  let text = '';
  let at = 0;
  const last = html.lastIndexOf('>');
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    text += html.slice(at, open);
    const end = open > last ? open : endOfTag(html, open);
    if (end === null) return text;
    // Keep a `<` that starts no tag ("Below < 5 kg") or has no `>` after it.
    if (end === open) text += '<';
    at = Math.max(end, open + 1);
  }
  return text + html.slice(at);
}

/** Returns the offset after the tag; null if the tag does not end. */
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
