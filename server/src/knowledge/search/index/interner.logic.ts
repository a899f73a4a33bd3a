/** Distinct keys numbered from 0 in order of arrival. */
export class Interner<Key> {
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
