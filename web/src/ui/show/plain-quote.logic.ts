/** A sentence of a document as one reads it: without the marks of Markdown for emphasis, code, headings and lists. */
export const plainQuote = (quote: string): string =>
  quote
    .replace(/^[ \t]*(?:#{1,6}|[-*+>])[ \t]+/gm, '')
    .replaceAll(/\*\*|__|`/g, '')
    .trim();
