import sanitizeHtml from 'sanitize-html';
import { storable } from './json.logic.ts';
import { tamed } from './nesting.logic.ts';

/**
 * Readable text of a message's HTML: blocks become lines, list items get a dash, links keep their words. Drops what a
 * reader would not see (scripts, styles, `display:none`, white on white, zero-size), so that nobody can hide words for
 * the machine in it. Returns '' for HTML that shows no words.
 */
export const textOfHtml = (html: string): string => readable(html, isHidden);

/** The same, with `> ` before the lines that mail programs mark as the quoted message. */
export const textOfHtmlWithMarks = (html: string): string => readable(html, isHidden, isQuote);

function readable(
  html: string,
  leaveOut: (attributes: Record<string, string>) => boolean,
  marks: (attributes: Record<string, string>, tag: string) => boolean = () => false,
): string {
  // The position in the output of the newest text with a visible font size of its own.
  let sized = -1;
  const isLeftOut = (frame: sanitizeHtml.IFrame): boolean => {
    const size = fontSizeOf(frame.attribs);
    // Programs set the font size of a container to nothing and that of the text in it to something.
    if (wordless.has(frame.tag) || leaveOut(frame.attribs) || (size === 'none' && sized <= frame.tagPosition)) {
      sized = Math.min(sized, frame.tagPosition);
      return true;
    }
    if (size === 'some' && frame.text.trim() !== '') sized = Math.max(sized, frame.tagPosition);
    return false;
  };
  // Allow every tag, without its attributes: the sanitizer shows the filter only the style of allowed tags.
  const blocks = sanitizeHtml(tamed(html), {
    allowedTags: false,
    // Silences a warning meant for HTML that is shown; this becomes text, and scripts are dropped below.
    allowVulnerableTags: true,
    allowedAttributes: {},
    // A sender's own `quoted` tag must not count as ours.
    transformTags: {
      quoted: 'div',
      blockquote: (tagName, attribs) => ({ tagName: marks(attribs, tagName) ? 'quoted' : tagName, attribs }),
      div: (tagName, attribs) => ({ tagName: marks(attribs, tagName) ? 'quoted' : tagName, attribs }),
    },
    exclusiveFilter: isLeftOut,
  });
  // Remove control characters before ours are added.
  return tidy(decode(linesOf(storable(blocks))));
}

/** The sources of the images in a message: a customer's screenshot counts as an attachment. */
export function imagesOfHtml(html: string): string[] {
  const sources: string[] = [];
  sanitizeHtml(tamed(html), {
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
/** They begin a line and end one: between two of them there is one end of a line, as in a browser. */
const lineTags = ['div', 'tr', 'dt', 'dd'];
const paragraphTags = [
  'p',
  'hr',
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

// Cannot come from the mail itself, as the marks below.
const boundary = '\u0003';

const gaps = new Map([
  // “Order” and “48213” in two cells of a row are two words.
  ...['td', 'th'].map((tag) => [tag, ' '] as const),
  ['br', '\n'] as const,
  ...lineTags.map((tag) => [tag, boundary] as const),
  ...paragraphTags.map((tag) => [tag, '\n\n'] as const),
]);

const unseen =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*(?:0|0?\.0\d*)(?:[^.\d]|$)|(?:^|[;\s])color\s*:\s*transparent/i;
const outOfSight =
  /(?:^|[;\s])(?:left|right|top|text-indent|margin-left)\s*:\s*-\d{4}|clip\s*:\s*rect\(\s*0|inset\((?:50|100)%/i;
const noRoom = /(?:^|[;\s])(?:max-)?(?:height|width)\s*:\s*0(?:px|pt|em|%)?\s*(?:;|!|$)/i;
const cutOff = /overflow\s*:\s*hidden/i;
const white = /(?:^|[;\s])color\s*:\s*(?:#fff(?:fff)?\b|white\b|rgba?\(\s*255\s*,\s*255\s*,\s*255\b)/i;
const fontSize = /font-size\s*:\s*(\d{0,4}(?:\.\d{1,6})?)\s*(px|pt|em|rem|%)?/i;
/** Text up to this size is unreadable. */
const smallest: Record<string, number> = { px: 1, pt: 1, em: 0.1, rem: 0.1, '%': 10 };

function fontSizeOf(attributes: Record<string, string>): 'none' | 'some' | 'inherited' {
  const [, size = '', unit = 'px'] = fontSize.exec(attributes['style'] ?? '') ?? [];
  if (size === '') return 'inherited';
  return Number(size) <= (smallest[unit.toLowerCase()] ?? 1) ? 'none' : 'some';
}

function isHidden(attributes: Record<string, string>): boolean {
  const style = attributes['style'] ?? '';
  // White text on a coloured button is meant to be read.
  const whiteOnWhite = white.test(style) && !/background/i.test(style);
  return 'hidden' in attributes || attributes['aria-hidden'] === 'true' || isUnseen(style) || whiteOnWhite;
}

const isUnseen = (style: string) =>
  unseen.test(style) || outOfSight.test(style) || (cutOff.test(style) && noRoom.test(style));

const quoteClass = /(?:^|\s)(?:gmail_attr|yahoo_quoted|protonmail_quote|moz-cite-prefix)(?:\s|$)/;

// Gmail's container also contains replies between quotations: only its attribution and its block quotes are old.
const isQuote = (attributes: Record<string, string>, tag: string) =>
  (tag === 'blockquote' ? /(?:^|\s)gmail_quote(?:\s|$)/ : quoteClass).test(attributes['class'] ?? '') ||
  attributes['type'] === 'cite';

// The sanitizer's output is well-formed and has no attributes, so a plain pattern finds its tags.
function linesOf(blocks: string): string {
  const lines = blocks
    .replace(/\s+/g, ' ')
    .replaceAll('<quoted>', `\n${opened}\n`)
    .replaceAll('</quoted>', `\n${closed}\n`)
    .replace(/<li>/g, '\n- ')
    .replace(/<\/?([a-z][^\s<>/]*)(?=[\s/>])[^<>]*>/g, (_, tag: string) => gaps.get(tag) ?? '');
  return endedLines(lines);
}

/** Ends a line at a boundary unless it has ended there already. */
function endedLines(text: string): string {
  const pieces: string[] = [];
  for (const piece of text.split(boundary)) {
    if (piece.trim() === '' && !piece.includes('\n')) continue;
    if (pieces.length > 0 && !/\n(?:- )? {0,9}$/.test(pieces.at(-1) ?? '')) pieces.push('\n');
    pieces.push(piece);
  }
  return pieces.join('');
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

// The sanitizer writes these four entities and replaces every other one by its character.
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

// These two enclose quoted text. They cannot come from the mail itself, whose control characters are removed.
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
