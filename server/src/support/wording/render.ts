import { toString } from 'mdast-util-to-string';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { Nodes, Paragraph, Parents, Root, RootContent, Table, Text } from 'mdast';

const parser = unified().use(remarkParse).use(remarkGfm);

// No images, which could leak data (docs/promises.md, injection), and no headings, which are too large for a chat bubble.
const schema = {
  ...defaultSchema,
  tagNames: [
    'p',
    'br',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    'code',
    'pre',
    'a',
    'blockquote',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'del',
  ],
  attributes: { a: ['href'] },
  protocols: { href: ['https', 'http', 'mailto'] },
};
const html = unified()
  .use(remarkRehype)
  .use(rehypeSanitize, schema)
  .use(() => withoutUnsafeLinks)
  .use(rehypeStringify);

/**
 * Renders Markdown as plain text, with readable lists, links and tables, and as the small subset of HTML that helpdesks and mail show
 * alike. All other Markdown is reduced to its words.
 */
export function render(markdown: string): { text: string; html: string } {
  const tree = read(markdown);
  const paragraphs = asParagraphs(markdown);
  // Parsing takes longer than rendering: without a heading, render both from one tree.
  const shown = paragraphs === markdown ? tree : read(paragraphs);
  return { text: textOf(tree), html: html.stringify(html.runSync(shown)) };
}

/** As `render`, but only the plain text. */
export const renderText = (markdown: string): string => textOf(read(markdown));

const read = (markdown: string): Root => wordsOfRawHtml(parser.parse(markdown));

const textOf = ({ children }: Root): string => blocks(children).join('\n\n').trim();

// A heading of a passage becomes a bold line.
const asParagraphs = (markdown: string) => markdown.replace(/^#{1,6}\s+(.+?)\s*#*$/gm, '**$1**');

const blocks = (nodes: RootContent[]): string[] => nodes.map(block).filter((text) => text.trim() !== '');

function block(node: RootContent): string {
  if (node.type === 'list') {
    const marks = node.children.map((_, index) => (node.ordered ? `${(node.start ?? 1) + index}.` : '-'));
    return node.children.map((item, index) => bullet(blocks(item.children).join('\n'), marks[index] ?? '-')).join('\n');
  }
  if (node.type === 'table') return table(node);
  if (node.type === 'blockquote')
    return blocks(node.children)
      .map((text) => `> ${text}`)
      .join('\n');
  return inline(node);
}

// Columns break in a chat bubble or on a phone, so each row becomes a line that names its values: "Basic: Price €5; Users 3".
function table({ children }: Table): string {
  const [header = [], ...rows] = children.map((row) => row.children.map((cell) => inline(cell).trim()));
  if (rows.length === 0) return header.join(': ');
  const hasNames = header.length > 2;
  const lines = rows.map(([first = '', ...values]) => {
    const cells = values.flatMap((value, at) =>
      value === '' ? [] : [hasNames ? `${header[at + 1] ?? ''} ${value}`.trim() : value],
    );
    return bullet([first, cells.join('; ')].filter((part) => part !== '').join(': '), '-');
  });
  // With two columns, the names appear only once.
  return [...(hasNames || header.every((name) => name === '') ? [] : [header.join(': ')]), ...lines].join('\n');
}

const bullet = (text: string, mark: string) => `${mark} ${text.replaceAll('\n', `\n${' '.repeat(mark.length + 1)}`)}`;

function inline(node: Nodes): string {
  if (node.type === 'link') {
    const label = toString(node);
    if (!isSafeTarget(node.url)) return label;
    return label === node.url || `mailto:${label}` === node.url ? label : `${label} (${node.url})`;
  }
  if (node.type === 'break') return '\n';
  if (node.type === 'image' || node.type === 'html') return '';
  if ('children' in node) return node.children.map(inline).join('');
  return 'value' in node ? node.value : '';
}

// `//host` has no scheme, and a relative path of a document leads nowhere in a chat.
const isSafeTarget = (url: string) => /^(?:https?:\/\/|mailto:)/i.test(url);

interface Html {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Html[];
}

function withoutUnsafeLinks(parent: Html): void {
  for (const child of parent.children ?? []) {
    withoutUnsafeLinks(child);
    const href = child.properties?.['href'];
    if (child.tagName !== 'a' || (typeof href === 'string' && isSafeTarget(href))) continue;
    child.tagName = 'span';
    child.properties = {};
  }
}

/**
 * Markdown parses the key in `Press <Enter>` as HTML, and HTML is never sent. This removes only existing elements, and tags with
 * attributes. Any other tag becomes text, which every output escapes.
 */
function wordsOfRawHtml(tree: Root): Root {
  replaceHtml(tree);
  return tree;
}

function replaceHtml(parent: Parents): void {
  parent.children.forEach((child, index) => {
    if (child.type !== 'html') return 'children' in child ? replaceHtml(child) : undefined;
    const text: Text = { type: 'text', value: withoutMarkup(child.value) };
    if (/^<br *\/?>$/.test(child.value)) parent.children[index] = { type: 'break' };
    else if (text.value.trim() !== '') parent.children[index] = holdsBlocks(parent) ? paragraph(text) : text;
  });
}

const holdsBlocks = ({ type }: Parents) => type === 'root' || type === 'blockquote' || type === 'listItem';

const paragraph = (text: Text): Paragraph => ({ type: 'paragraph', children: [text] });

const elements = new Set([
  ...(defaultSchema.tagNames ?? []),
  'center',
  'font',
  'iframe',
  'mark',
  'script',
  'small',
  'style',
  'u',
  'wbr',
]);

const withoutMarkup = (raw: string) =>
  raw
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1[^>]*>|$)/gi, '')
    .replace(
      /<(?:[!?]|\/?([A-Za-z][A-Za-z0-9-]*(?![A-Za-z0-9-])))([^<>]*)>/g,
      (tag, name: string | undefined, rest: string) =>
        // Element names are lower case; names of keys and placeholders seldom are: `<Del>` is a key.
        name === undefined || elements.has(name) || /["'=]/.test(rest) ? '' : tag,
    );
