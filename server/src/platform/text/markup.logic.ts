/** The words of a Markdown text on one line, as people read them: without marks, targets of links, and blanks before points. */
export const withoutMarkup = (text: string): string =>
  text
    .replace(/!?\[([^\][]{0,300})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/^[ \t]*>+|[#|]+/gm, ' ')
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|[*`]+/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?](?:\s|$))/g, '')
    .trim();
