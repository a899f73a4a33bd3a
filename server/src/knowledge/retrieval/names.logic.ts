/** Distinct keys numbered from 0 in order of arrival. */
export interface Names<Key> {
  numberOf: (key: Key) => number;
  find: (key: Key) => number | undefined;
  nameOf: (number: number) => Key;
  size: () => number;
}

export function createNames<Key>(): Names<Key> {
  const known = new Map<Key, number>();
  const names: Key[] = [];

  function numberOf(key: Key): number {
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, names.length);
    return names.push(key) - 1;
  }

  function nameOf(number: number): Key {
    const name = names[number];
    if (name === undefined) throw new RangeError(`nothing is numbered ${number}`);
    return name;
  }

  return { numberOf, find: (key) => known.get(key), nameOf, size: () => names.length };
}
