import { gramsOf } from './grams.logic.ts';
import { createNames, type Names } from './names.logic.ts';
import { numbers, push } from './numbers.logic.ts';

export interface WordTable {
  stems: Names<string>;
  grams: Names<number>;
  numberOf: (word: string, stem: string) => number;
  stemOf: (word: number) => number;
  eachGram: (word: number, visit: (gram: number) => void) => void;
  /** Passages that hold the word; typo repair offers only words that some passage still has. */
  changeUse: (word: number, by: number) => void;
  use: (word: number) => number;
  textOf: (word: number) => string;
  size: () => number;
  bytes: () => number;
}

/** Every word the index has seen, with its stem and its 4-grams. Words of removed documents stay, unused. */
export function createWordTable(): WordTable {
  const names = createNames<string>();
  const stems = createNames<string>();
  const grams = createNames<number>();
  const texts: string[] = [];
  const stemOfWord = numbers();
  const uses = numbers();
  const gramStarts = numbers();
  const gramPool = numbers();
  let letters = 0;

  function numberOf(word: string, stem: string): number {
    const known = names.find(word);
    if (known !== undefined && stems.find(stem) === stemOfWord.values[known]) return known;
    // The same word with another stem comes from a document in another language.
    const number = names.numberOf(known === undefined ? word : `${word} ${stem}`);
    if (number === texts.length) learn(word, stem);
    return number;
  }

  function learn(word: string, stem: string): void {
    texts.push(word);
    letters += word.length + stem.length;
    push(stemOfWord, stems.numberOf(stem));
    push(uses, 0);
    push(gramStarts, gramPool.length);
    for (const gram of gramsOf(word)) push(gramPool, grams.numberOf(gram));
  }

  function eachGram(word: number, visit: (gram: number) => void): void {
    const end = word + 1 < gramStarts.length ? (gramStarts.values[word + 1] ?? 0) : gramPool.length;
    for (let at = gramStarts.values[word] ?? 0; at < end; at++) visit(gramPool.values[at] ?? 0);
  }

  // Map entries and string headers are not visible to us: 100 bytes a word, measured on the bench's knowledge bases.
  function bytes(): number {
    const lists = [stemOfWord, uses, gramStarts, gramPool];
    const arrays = lists.reduce((sum, list) => sum + list.values.byteLength, 0);
    return arrays + 2 * letters + 100 * (names.size() + stems.size()) + 40 * grams.size();
  }

  return {
    stems,
    grams,
    numberOf,
    stemOf: (word) => stemOfWord.values[word] ?? 0,
    eachGram,
    changeUse: (word, by) => void (uses.values[word] = (uses.values[word] ?? 0) + by),
    use: (word) => uses.values[word] ?? 0,
    textOf: (word) => texts[word] ?? '',
    size: () => texts.length,
    bytes,
  };
}
