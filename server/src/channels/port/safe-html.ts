import sanitizeHtml from 'sanitize-html';
import type { IncomingEvent } from './channel.logic.ts';
import { tamed } from './nesting.logic.ts';

/**
 * Sanitizes a message's HTML for display: text, lists, tables and links. It has no script, handler, form, style or remote
 * picture, so nothing in it runs, imitates our own forms, or reports to the sender that it was read.
 */
export const safeHtml = (html: string): string =>
  sanitizeHtml(tamed(html), {
    allowedTags: shown,
    allowedAttributes: {
      a: ['href', 'title', 'rel', 'target'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
      ol: ['start'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'svg', 'math', 'iframe'],
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }) },
    nestingLimit: 100,
  });

/** Returns the event with its HTML sanitized, if it has any. */
export const withSafeHtml = (event: IncomingEvent): IncomingEvent =>
  'html' in event && event.html !== null ? { ...event, html: safeHtml(event.html) } : event;

const shown = (
  'a b i u s em strong small sub sup p br hr div span blockquote pre code ul ol li dl dt dd h1 h2 h3 h4 h5 h6 ' +
  'table thead tbody tfoot tr td th caption'
).split(' ');
