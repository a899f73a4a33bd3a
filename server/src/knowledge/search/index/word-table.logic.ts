import { type Uint32List, numbers, push } from './uint32-list.logic.ts';

/**
 * Words numbered from 0 in order of arrival: a hash table with open addressing over the UTF-8 bytes of all words. A Map would
 * need a string for every word of every document, and finding those took two fifths of a load (server/bench/README.md, "Loading").
 */
export class WordTable {
  /** Each word's number plus one, at the first free place from its hash on; 0 where nothing is. At most half of it is used. */
  private places = new Uint32Array(1024);
  private readonly hashes: Uint32List = numbers();
  private readonly ends: Uint32List = numbers();
  private pool = new Uint8Array(4096);

  /** The number of the word between the two places of `bytes`; a new word gets the next one. */
  numberOf(bytes: Uint8Array, from: number, to: number): number {
    const hash = hashOf(bytes, from, to);
    const last = this.places.length - 1;
    let place = hash & last;
    for (let held = this.places[place] ?? 0; held > 0; held = this.places[place] ?? 0) {
      if (this.hashes.values[held - 1] === hash && this.holds(held - 1, bytes, from, to)) return held - 1;
      place = (place + 1) & last;
    }
    this.places[place] = this.hashes.length + 1;
    return this.enter(bytes.subarray(from, to), hash);
  }

  bytes(): number {
    const { places, hashes, ends, pool } = this;
    return places.byteLength + hashes.values.byteLength + ends.values.byteLength + pool.byteLength;
  }

  private holds(number: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = this.startOf(number);
    if (this.startOf(number + 1) - start !== to - from) return false;
    for (let at = from; at < to; at++) if (this.pool[start + at - from] !== bytes[at]) return false;
    return true;
  }

  private startOf(number: number): number {
    return number === 0 ? 0 : (this.ends.values[number - 1] ?? 0);
  }

  private enter(word: Uint8Array, hash: number): number {
    const number = this.hashes.length;
    const start = this.startOf(number);
    if (start + word.length > this.pool.length) {
      const grown = new Uint8Array(Math.ceil(1.5 * (start + word.length)));
      grown.set(this.pool);
      this.pool = grown;
    }
    this.pool.set(word, start);
    push(this.hashes, hash);
    push(this.ends, start + word.length);
    if (2 * this.hashes.length > this.places.length) this.spread();
    return number;
  }

  private spread(): void {
    this.places = new Uint32Array(2 * this.places.length);
    const last = this.places.length - 1;
    for (let number = 0; number < this.hashes.length; number++) {
      let place = (this.hashes.values[number] ?? 0) & last;
      while (this.places[place] !== 0) place = (place + 1) & last;
      this.places[place] = number + 1;
    }
  }
}

// In place of FNV's constant: a document whose words were chosen to collide would take quadratic time.
const [basis = 0] = crypto.getRandomValues(new Uint32Array(1));

// FNV-1a; the lower bits choose the place.
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = basis;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
