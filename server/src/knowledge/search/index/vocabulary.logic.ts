import { LinkedLists } from './linked-lists.logic.ts';
import { gramsOf } from '../text/character-grams.logic.ts';
import { stemBegin, wordEnd } from '../../library/passages/segment.logic.ts';
import { type Uint32List, numbers, push } from './uint32-list.logic.ts';
import { WordTable } from './word-table.logic.ts';

/** Every word the index has seen, with its stem and its 4-grams. Words of removed documents stay, with a use of 0. */
export class Vocabulary {
  readonly stems = new Interner<string>();
  readonly grams = new Interner<number>();
  private readonly entries = new WordTable();
  private readonly texts: string[] = [];
  private readonly stemOfWord: Uint32List = numbers();
  private readonly uses: Uint32List = numbers();
  private readonly gramStarts: Uint32List = numbers();
  private readonly gramPool: Uint32List = numbers();
  private readonly ofStem = new LinkedLists();
  private readonly ofGram = new LinkedLists();
  private entered = 0;
  private letters = 0;

  /** The numbers of the words of a segment, in their order; new words are learnt. The same word with another stem is another. */
  numbersOf(words: string): number[] {
    const bytes = Buffer.from(words);
    const found: number[] = [];
    for (let from = 0, to = 0; to < bytes.length; to++) {
      if (bytes[to] !== end) continue;
      const number = this.entries.numberOf(bytes, from, to);
      if (number === this.texts.length) this.learn(bytes.toString('utf8', from, to));
      found.push(number);
      from = to + 1;
    }
    return found;
  }

  textOf(word: number): string {
    return this.texts[word] ?? '';
  }

  stemOf(word: number): number {
    return this.stemOfWord.values[word] ?? 0;
  }

  eachGram(word: number, visit: (gram: number) => void): void {
    const end = this.gramStart(word + 1);
    for (let at = this.gramStart(word); at < end; at++) visit(this.gramPool.values[at] ?? 0);
  }

  gramCount(word: number): number {
    return this.gramStart(word + 1) - this.gramStart(word);
  }

  /** Visits every word of the stem, including words that no passage contains any more. */
  eachOfStem(stem: number, visit: (word: number) => void): void {
    this.enterNewWords();
    this.ofStem.each(stem, visit);
  }

  eachWithGram(gram: number, visit: (word: number) => void): void {
    this.enterNewWords();
    this.ofGram.each(gram, visit);
  }

  /** The number of passages that contain the word; spelling repair offers only words with at least one. */
  use(word: number): number {
    return this.uses.values[word] ?? 0;
  }

  changeUse(word: number, by: number): void {
    this.uses.values[word] = this.use(word) + by;
  }

  size(): number {
    return this.texts.length;
  }

  // Estimates a Map entry with its string at 100 bytes, one with a number at 40: V8 does not report them.
  bytes(): number {
    const lists = [this.stemOfWord, this.uses, this.gramStarts, this.gramPool];
    const chains = this.ofStem.bytes() + this.ofGram.bytes();
    const arrays = lists.reduce((sum, list) => sum + list.values.byteLength, chains);
    const strings = 2 * this.letters + 30 * this.texts.length + 100 * this.stems.size();
    return arrays + strings + this.entries.bytes() + 40 * this.grams.size();
  }

  private learn(entry: string): void {
    const [word = '', stem = word] = entry.split(stemBegin);
    this.texts.push(word);
    this.letters += word.length + stem.length;
    push(this.stemOfWord, this.stems.numberOf(stem));
    push(this.uses, 0);
    push(this.gramStarts, this.gramPool.length);
    for (const gram of gramsOf(word)) push(this.gramPool, this.grams.numberOf(gram));
  }

  private gramStart(word: number): number {
    return word === this.texts.length ? this.gramPool.length : (this.gramStarts.values[word] ?? 0);
  }

  // Runs at the first question, so that loading does not pay for it.
  private enterNewWords(): void {
    for (; this.entered < this.texts.length; this.entered++) {
      this.ofStem.add(this.stemOf(this.entered), this.entered);
      this.eachGram(this.entered, (gram) => this.ofGram.add(gram, this.entered));
    }
  }
}

const end = wordEnd.charCodeAt(0);

/** Distinct keys numbered from 0 in order of arrival. */
class Interner<Key> {
  private readonly known = new Map<Key, number>();
  private readonly names: Key[] = [];

  numberOf(key: Key): number {
    const found = this.known.get(key);
    if (found !== undefined) return found;
    this.known.set(key, this.names.length);
    return this.names.push(key) - 1;
  }

  find(key: Key): number | undefined {
    return this.known.get(key);
  }

  nameOf(number: number): Key {
    const name = this.names[number];
    if (name === undefined) throw new RangeError(`nothing is numbered ${number}`);
    return name;
  }

  size(): number {
    return this.names.length;
  }
}
