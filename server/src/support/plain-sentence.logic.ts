/** One sentence at a time, without list markers and Markdown: what a model adds of form is not ours to send. */
export const sentencesOf = (text: string): string[] =>
  unformatted(text)
    .replace(listMarker, '')
    .split(/\n+|(?<=[.!?…]["'”’)]?)\s+(?=[\p{Lu}\p{N}"'“‘¿¡([])|(?<=[。！？])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));

const listMarker = /^[^\S\n]*(?:[-*+•–#>]+|\(?\d{1,2}[.)])[^\S\n]+/gm;

function unformatted(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g, '$1 ($2)')
    .replace(/`+/g, '')
    .replace(/\*{1,3}(?=\S)|(?<=\S)\*{1,3}|__(?=\S)|(?<=\S)__/g, '');
}

/** Whatever leads somewhere: addresses of every scheme, bare domains, mail addresses. */
const addressPattern =
  /\b[a-z][a-z\d+.-]{1,15}:(?:\/\/)?[^\s<>"'”’)]{3,}|[\w.+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|\b(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:\/[^\s<>"'”’)]*)?/giu;

export const addressesIn = (text: string): string[] =>
  [...text.matchAll(addressPattern)].map(([address]) => address.replace(/[.,;:!?]+$/, ''));

/** As Markdown that shows exactly these characters; addresses are links. */
export function markdownOf(sentence: string): string {
  let markdown = '';
  let from = 0;
  for (const match of sentence.matchAll(addressPattern)) {
    const address = match[0].replace(/[.,;:!?]+$/, '');
    markdown += escaped(sentence.slice(from, match.index)) + linked(address);
    from = match.index + address.length;
  }
  return markdown + escaped(sentence.slice(from));
}

const linked = (address: string) => (/^https?:\/\//i.test(address) ? `<${address}>` : escaped(address));

const escaped = (text: string) => text.replace(/[\\`*_[\]<>|~&#!]/g, '\\$&');
