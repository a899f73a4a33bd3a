/** The words of a Markdown text on one line, without markup, link targets and blanks before punctuation. */
export const withoutMarkup = (text: string): string =>
  text
    .replace(/!?\[([^\][]{0,300})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/^[ \t]*>+|[#|]+/gm, ' ')
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|[*`]+/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?](?:\s|$))/g, '')
    .trim();
