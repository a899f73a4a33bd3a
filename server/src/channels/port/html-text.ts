import sanitizeHtml from 'sanitize-html';
import { storable } from './json.logic.ts';
import { withBoundedNesting } from './nesting.logic.ts';

/**
 * Readable text of a message's HTML: blocks become lines, list items get a dash, links keep their words. What a reader
 * would not see (scripts, styles, `display:none`, white on white, zero-size) is dropped, so nobody can hide words for
 * the machine in it. Returns '' for HTML that shows no words.
 */
export const textOfHtml = (html: string): string => readable(html, isHidden);

/** The same, with `> ` before the lines of what mail programs mark as the message that is being answered. */
export const textOfHtmlWithMarks = (html: string): string => readable(html, isHidden, isQuote);

function readable(
  html: string,
  leaveOut: (attributes: Record<string, string>) => boolean,
  marks: (attributes: Record<string, string>, tag: string) => boolean = () => false,
): string {
  // Every tag is let through, stripped of its attributes: only then is each one's style looked at.
  const blocks = sanitizeHtml(withBoundedNesting(html), {
    allowedTags: false,
    // Silences a warning meant for HTML that is shown; this becomes text, and scripts are left out below.
    allowVulnerableTags: true,
    allowedAttributes: {},
    // A sender's own `quoted` would be taken for ours.
    transformTags: {
      quoted: 'div',
      blockquote: (tagName, attribs) => ({ tagName: marks(attribs, tagName) ? 'quoted' : tagName, attribs }),
      div: (tagName, attribs) => ({ tagName: marks(attribs, tagName) ? 'quoted' : tagName, attribs }),
    },
    exclusiveFilter: ({ attribs, tag }) => wordless.has(tag) || leaveOut(attribs),
  });
  // Control characters go before ours are put in.
  return tidy(decode(linesOf(storable(blocks))));
}

/** Sources of the images that a message shows; a customer who sends a screenshot sends an attachment. */
export function imagesOfHtml(html: string): string[] {
  const sources: string[] = [];
  sanitizeHtml(withBoundedNesting(html), {
    allowedTags: ['img'],
    allowedAttributes: { img: ['src'] },
    exclusiveFilter: ({ tag, attribs }) => {
      if (tag === 'img' && /^https?:/i.test(attribs['src'] ?? '')) sources.push(storable(attribs['src'] ?? ''));
      return false;
    },
  });
  return sources;
}

const wordless = new Set('script style textarea option noscript title head template svg math iframe object'.split(' '));
const lineTags = ['br', 'div', 'tr', 'dt', 'dd', 'hr'];
const paragraphTags = [
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'table',
  'blockquote',
  'pre',
  'section',
  'article',
];

const gaps = new Map([
  ...lineTags.map((tag) => [tag, '\n'] as const),
  ...paragraphTags.map((tag) => [tag, '\n\n'] as const),
]);

const unseen =
  /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?(?:[^.\d]|$)|font-size\s*:\s*0|(?:^|[;\s])color\s*:\s*transparent/i;
const white = /(?:^|[;\s])color\s*:\s*(?:#fff(?:fff)?\b|white\b)/i;

function isHidden(attributes: Record<string, string>): boolean {
  const style = attributes['style'] ?? '';
  // White words on a coloured button are meant to be read.
  const whiteOnWhite = white.test(style) && !/background/i.test(style);
  return 'hidden' in attributes || attributes['aria-hidden'] === 'true' || unseen.test(style) || whiteOnWhite;
}

const quoteClass = /(?:^|\s)(?:gmail_attr|yahoo_quoted|protonmail_quote|moz-cite-prefix)(?:\s|$)/;

// Gmail's container also holds answers between quotations: of it only the attribution and the block quotes are old.
const isQuote = (attributes: Record<string, string>, tag: string) =>
  (tag === 'blockquote' ? /(?:^|\s)gmail_quote(?:\s|$)/ : quoteClass).test(attributes['class'] ?? '') ||
  attributes['type'] === 'cite';

// The sanitizer's output is well-formed and has no attributes, so tags can be told by a plain pattern.
function linesOf(blocks: string): string {
  return blocks
    .replace(/\s+/g, ' ')
    .replaceAll('<quoted>', `\n${opened}\n`)
    .replaceAll('</quoted>', `\n${closed}\n`)
    .replace(/<li>/g, '\n- ')
    .replace(/<\/?([a-z][^\s<>/]*)(?=[\s/>])[^<>]*>/g, (_, tag: string) => gaps.get(tag) ?? '');
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

// The sanitizer writes these four and turns every other entity into its character.
const decode = (escaped: string) => escaped.replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity);

const tidy = (lines: string) =>
  withMarks(
    lines
      .replaceAll('\u00a0', ' ')
      .split('\n')
      .map((line) => line.replace(/[ \t]+/g, ' ').trim()),
  )
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

// Between these two stands what is quoted; they cannot come from the mail itself, whose control characters are gone.
const opened = '\u0001';
const closed = '\u0002';

function withMarks(lines: string[]): string[] {
  let depth = 0;
  return lines.flatMap((line) => {
    if (line === opened) depth += 1;
    if (line === closed) depth = Math.max(0, depth - 1);
    if (line === opened || line === closed) return [];
    return depth > 0 && line !== '' ? [`${'>'.repeat(Math.min(depth, 5))} ${line}`] : [line];
  });
}
