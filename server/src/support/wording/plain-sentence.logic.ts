import { quotableSentences } from '../../platform/text/sentences.logic.ts';

/** Splits a model's text into sentences and removes its list markers and Markdown. */
export const plainSentences = (text: string): string[] => quotableSentences(unformatted(text).replace(listMarker, ''));

const listMarker = /^[^\S\n]*(?:[-*+•–#>]+|\(?\d{1,2}[.)])[^\S\n]+/gm;

/** Matches `[label](target "title")`, or an image of the same form. */
const link = /!?\[([^\][]*)\]\(([^()\s]*)[^()]*\)/g;
const backticks = /`+/g;
/** Matches stars and double underscores that touch a word; "2 * 3" keeps its star. */
const emphasis = /\*{1,3}(?=\S)|(?<=\S)\*{1,3}|__(?=\S)|(?<=\S)__/g;

const unformatted = (text: string): string =>
  text.replace(link, '$1 ($2)').replace(backticks, '').replace(emphasis, '');

const withScheme = /\b[a-z][a-z\d+.-]{1,15}:(?:\/\/)?[^\s<>"'”’)]{3,}/;
const ofMailbox = /(?<![\w.+-])[\w.+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;
const ofDomain = /(?<![\p{L}\p{N}-])(?:[\p{L}\p{N}-]+\.){1,10}\p{L}{2,}(?::\d+)?(?:\/[^\s<>"'”’)]*)?/u;

/** Matches addresses of any form. */
const addressPattern = new RegExp([withScheme, ofMailbox, ofDomain].map(({ source }) => source).join('|'), 'giu');

export const addressesIn = (text: string): string[] =>
  [...text.matchAll(addressPattern)].map(([address]) => withoutEndMark(address));

// A full stop after an address ends the sentence and is not part of the address.
const withoutEndMark = (address: string) => address.replace(/(?<![.,;:!?])[.,;:!?]+$/, '');

/** Escapes a sentence as Markdown that shows exactly these characters, with addresses as links. */
export function markdownOf(sentence: string): string {
  let markdown = '';
  let from = 0;
  for (const match of sentence.matchAll(addressPattern)) {
    const address = withoutEndMark(match[0]);
    markdown += escaped(sentence.slice(from, match.index)) + linked(address);
    from = match.index + address.length;
  }
  return markdown + escaped(sentence.slice(from));
}

const linked = (address: string) => (/^https?:\/\//i.test(address) ? `<${address}>` : escaped(address));

const escaped = (text: string) => text.replace(/[\\`*_[\]<>|~&#!]/g, '\\$&');
