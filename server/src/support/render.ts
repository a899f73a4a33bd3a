import { toString } from 'mdast-util-to-string';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { Nodes, RootContent } from 'mdast';

const parser = unified().use(remarkParse).use(remarkGfm);

// No images (they could carry data out, reliability.md §4.9) and no headings, which shout in a chat bubble.
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
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(rehypeSanitize, schema)
  .use(rehypeStringify);

/** The small part of HTML that helpdesks and mail show alike; everything else in the Markdown is dropped or text. */
export const renderHtml = (markdown: string): string => String(html.processSync(asParagraphs(markdown)));

/** Plain text with lists, links and tables still readable. */
export const renderText = (markdown: string): string => blocks(parser.parse(markdown).children).join('\n\n').trim();

// A heading of a passage becomes a bold line.
const asParagraphs = (markdown: string) => markdown.replace(/^#{1,6}\s+(.+?)\s*#*$/gm, '**$1**');

const blocks = (nodes: RootContent[]): string[] => nodes.map(block).filter((text) => text.trim() !== '');

function block(node: RootContent): string {
  if (node.type === 'list') {
    const marks = node.children.map((_, index) => (node.ordered ? `${(node.start ?? 1) + index}.` : '-'));
    return node.children.map((item, index) => bullet(blocks(item.children).join('\n'), marks[index] ?? '-')).join('\n');
  }
  if (node.type === 'table') return node.children.map((row) => row.children.map(inline).join(' | ')).join('\n');
  if (node.type === 'blockquote')
    return blocks(node.children)
      .map((text) => `> ${text}`)
      .join('\n');
  return inline(node);
}

const bullet = (text: string, mark: string) => `${mark} ${text.replaceAll('\n', `\n${' '.repeat(mark.length + 1)}`)}`;

function inline(node: Nodes): string {
  if (node.type === 'link') {
    const label = toString(node);
    return label === node.url || `mailto:${label}` === node.url ? label : `${label} (${node.url})`;
  }
  if (node.type === 'break') return '\n';
  if (node.type === 'image' || node.type === 'html') return '';
  if ('children' in node) return node.children.map(inline).join('');
  return 'value' in node ? node.value : '';
}
