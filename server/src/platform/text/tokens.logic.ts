export type Stem = (word: string) => string;

export interface WordToken {
  /** In lower case, without accents, ß as ss. Typo repair and character n-grams use it. */
  word: string;
  /** The stem of the accented word, then folded. Matching uses it. */
  stem: string;
}

const linkTarget = /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s"[^"]*")?\)/g;
const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’.,\-‐‑][\p{L}\p{M}\p{N}]+)*/gu;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]+/gu;
const unspacedAnywhere = new RegExp(unspaced.source, 'u');
const plain = /^[a-z0-9]+$/;

/** Returns the words of plain text or Markdown in reading order, without link targets. */
export function tokensOf(text: string, stem: Stem): WordToken[] {
  const tokens: WordToken[] = [];
  for (const word of wordsOf(text)) tokens.push({ word: withoutAccents(word), stem: stemOf(word, stem) });
  return tokens;
}

/** Returns only the stems of `tokensOf`, for callers that do not need the words. */
export function stemsOf(text: string, stem: Stem): string[] {
  return wordsOf(text).map((word) => stemOf(word, stem));
}

function wordsOf(text: string): string[] {
  const words: string[] = [];
  const readable = text.normalize('NFKC').toLowerCase().replace(linkTarget, '] ');
  for (const [match] of readable.matchAll(wordPattern)) {
    if (plain.test(match)) words.push(match);
    else for (const word of partsOf(match)) words.push(word);
  }
  return words;
}

function partsOf(match: string): string[] {
  if (unspacedAnywhere.test(match)) return unspacedParts(match);
  if (/^\p{N}/u.test(match) && /^[\p{N}.,]+$/u.test(match)) return [withoutThousands(match)];
  if (/^(?:\p{L}\.)+\p{L}$/u.test(match)) return [match.replaceAll('.', '')];
  return match.split(/[.,]/).flatMap(hyphenParts);
}

function withoutThousands(number: string): string {
  return number.replace(/[.,](?=\p{N}{3}(?!\p{N}))/gu, '').replace(/,/g, '.');
}

// "e-mail" also yields "email", and "log-in" also "login"; long compounds yield only their parts.
function hyphenParts(match: string): string[] {
  const parts = match.split(/[-‐‑]/).map(withoutApostrophe);
  return parts.length === 2 && match.length <= 12 ? [...parts, parts.join('')] : parts;
}

// Drops English clitics (company's, you'll) and French and Italian articles (l'adresse, dell'ordine); "don't" stays one word.
function withoutApostrophe(word: string): string {
  const cut = /^(.+?)['’](.+)$/.exec(word);
  if (!cut?.[1] || !cut[2]) return word;
  const [, head, tail] = cut;
  if (/^(?:s|ll|ve|re|d|m)$/.test(tail)) return head;
  if (tail === 't') return `${head}t`;
  return tail.replace(/['’]/g, '');
}

// Scripts without spaces become overlapping character pairs, the usual substitute for a dictionary.
function unspacedParts(match: string): string[] {
  const parts = match.split(unspaced).filter((part) => /[\p{L}\p{N}]/u.test(part));
  for (const [run] of match.matchAll(unspaced)) {
    const characters = [...run];
    if (characters.length === 1) parts.push(run);
    for (let at = 0; at + 1 < characters.length; at++) parts.push(`${characters[at]}${characters[at + 1]}`);
  }
  return parts;
}

/** The stem of one word in lower case, as `tokensOf` gives it. */
export function stemOf(word: string, stem: Stem): string {
  return withoutAccents(stem(word));
}

function withoutAccents(word: string): string {
  return plain.test(word) ? word : word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
}
