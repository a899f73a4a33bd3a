import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { Unreadable } from '../content/failure.logic.ts';
import { gridOf } from '../content/grid.logic.ts';
import { takeHidden } from './hidden-text.ts';
import { parseMarkdown } from './markdown.logic.ts';
import type { ParsedDocument } from '../content/shapes.logic.ts';
import { tableLines } from '../content/tables.logic.ts';

/** Parses the visible content of a page. Offsets refer to the Markdown that it is converted to. */
export function parseHtml(source: string): ParsedDocument {
  const { title, markdown, hidden } = markdownOfHtml(source);
  const parsed = parseMarkdown(markdown);
  return { ...parsed, title: title ?? parsed.title, hidden };
}

interface HtmlText {
  title: string | null;
  markdown: string;
  hidden: string[];
}

/** Converts the visible content to Markdown, without the elements that `leftOut` selects. Throws `Unreadable`. */
export function markdownOfHtml(source: string, leftOut?: string): HtmlText {
  if (isTooDeep(source)) throw new Unreadable('too_large');
  const { document } = parseHTML(
    source.includes('<body') ? source : `<!doctype html><html><body>${source}</body></html>`,
  );
  const title = document.querySelector('title')?.textContent?.trim() || null;
  const hidden = takeHidden(document);
  for (const element of document.querySelectorAll(leftOut ? `${unread}, ${leftOut}` : unread)) element.remove();
  const main = document.querySelector('main, [role=main]') ?? document.querySelector('body');
  if (!main) throw new Unreadable('corrupt');
  return { title, markdown: markdownOf(main), hidden };
}

/** No real page is deeper; a depth of a hundred thousand takes the parser a minute. */
const deepest = 5000;

// Counts only elements whose end tag is required: other elements end implicitly.
function isTooDeep(source: string): boolean {
  let depth = 0;
  for (const [tag] of source.matchAll(
    /<\/?(?:a|b|big|blockquote|center|del|details|div|em|font|i|ins|ol|section|small|span|strong|sub|sup|table|u|ul)\b/gi,
  )) {
    depth = Math.max(0, depth + (tag.startsWith('</') ? -1 : 1));
    if (depth > deepest) return true;
  }
  return false;
}

const unread =
  'script, style, iframe, object, embed, svg, canvas, head, form, button, input, select, textarea, ' +
  'nav, footer, aside, [role=navigation], [role=banner], [role=contentinfo], [role=search]';

function markdownOf(main: object): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    hr: '---',
  });
  // Pictures are useless in a text answer, and every reader would fetch remote ones.
  service.addRule('pictures', { filter: ['img', 'picture', 'video', 'audio'], replacement: () => '' });
  // A script in a link would run for everyone who clicks on it.
  service.addRule('action', {
    filter: (node) =>
      node.nodeName === 'A' && /^\s*(?:javascript|data|vbscript):/i.test(node.getAttribute('href') ?? ''),
    replacement: (content) => content,
  });
  service.addRule('heading', {
    filter: (node) => node.getAttribute('role') === 'heading',
    replacement: (content, node) => `\n\n${'#'.repeat(levelOf(node))} ${content.replace(/\s+/g, ' ').trim()}\n\n`,
  });
  // Turndown's plug-in for tables needs `table.rows`, which linkedom does not have.
  service.addRule('cell', { filter: ['td', 'th'], replacement: (content) => `\n\n${content}\n\n` });
  service.addRule('table', { filter: 'table', replacement: (content, node) => tableOf(node) ?? `\n\n${content}\n\n` });
  // Turndown works on linkedom's nodes, but their types are unrelated.
  return service.turndown(main as Parameters<TurndownService['turndown']>[0]);
}

type Node = Parameters<TurndownService.ReplacementFunction>[1];

// Browsers treat a heading without a level as level 2.
const levelOf = (node: Node) =>
  Math.min(6, Math.max(1, Number('getAttribute' in node ? node.getAttribute('aria-level') : 2) || 2));

// Returns null for a table that is only used for layout.
function tableOf(node: Node): string | null {
  if (!('querySelectorAll' in node) || node.querySelector('table')) return null;
  const spanOf = (cell: { getAttribute(name: string): string | null }, name: string) =>
    Number(cell.getAttribute(name) ?? 1);
  const rows = gridOf(
    [...node.querySelectorAll('tr')].map((row) =>
      [...row.querySelectorAll('td, th')].map((cell) => ({
        text: cell.textContent ?? '',
        across: spanOf(cell, 'colspan'),
        down: spanOf(cell, 'rowspan'),
      })),
    ),
  );
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  if (width < 2 || rows.length < 2) return null;
  return `\n\n${tableLines(rows).join('\n')}\n\n`;
}
