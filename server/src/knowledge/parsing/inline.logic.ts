const longestHeading = 300;

/** The words of a heading without Markdown's marks. */
export function plainInline(markdown: string): string {
  return markdown
    .slice(0, longestHeading)
    .replace(/!?\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replace(/[*`~]|\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/(^|\s)_+|_+(?=\s|$)/g, '$1')
    .replace(/\s*\{#[^{}]*\}\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Pictures kept inside the text as data would fill passages with base64. */
export const withoutDataUris = (markdown: string): string => markdown.replace(/\(data:[^()\s]*\)/g, '()');

/** The text of an HTML fragment: tags and comments out. Scans once; a regular expression would go over `<<<<` again and again. */
export function withoutTags(html: string): string {
  let text = '';
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    if (open < 0) return text + html.slice(at);
    text += html.slice(at, open);
    const comment = html.startsWith('<!--', open);
    const close = html.indexOf(comment ? '-->' : '>', open);
    if (close < 0) return text;
    at = close + (comment ? 3 : 1);
  }
  return text;
}
