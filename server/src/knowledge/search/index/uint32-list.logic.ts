export interface Uint32List {
  values: Uint32Array<ArrayBuffer>;
  length: number;
}

/** A growing list of unsigned 32-bit numbers: four bytes each, where an array would take eight. */
export function numbers(): Uint32List {
  return { values: new Uint32Array(64), length: 0 };
}

export function push(list: Uint32List, value: number): void {
  reserve(list, list.length + 1);
  list.values[list.length++] = value;
}

export function reserve(list: Uint32List, length: number): void {
  if (length <= list.values.length) return;
  const grown = new Uint32Array(Math.max(length, Math.ceil(list.values.length * 1.5)));
  grown.set(list.values);
  list.values = grown;
}
