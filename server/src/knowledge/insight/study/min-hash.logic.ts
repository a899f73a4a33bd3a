/**
 * Bands of three: texts that share half of their shingles share a band in 986 of 1000 cases, those that share 20 % in one
 * of four.
 */
const bands = 32;
const rows = 3;
const shingle = 3;

/** From this share of common shingles on, two documents count as nearly the same. */
export const nearDuplicateFrom = 0.5;

/** The MinHash signature of a text over runs of three words; empty for shorter texts. */
export function signatureOf(words: readonly string[]): number[] {
  if (words.length < shingle) return [];
  const least = new Int32Array(bands * rows).fill(0x7fffffff);
  for (let at = 0; at + shingle <= words.length; at++) {
    const hash = hashOf(words.slice(at, at + shingle).join(' '));
    for (let row = 0; row < least.length; row++) {
      const mixed = mix(hash, row);
      if (mixed < (least[row] ?? 0)) least[row] = mixed;
    }
  }
  return [...least];
}

/** Two similar signatures share at least one of these keys. */
export function bandsOf(signature: readonly number[]): number[] {
  const keys: number[] = [];
  for (let at = 0; at < signature.length; at += rows)
    keys.push(hashOf(`${at}:${signature.slice(at, at + rows).join()}`));
  return [...new Set(keys)];
}

/** The estimated share of common shingles; its standard error is 0.05. */
export function estimatedSimilarity(one: readonly number[], other: readonly number[]): number {
  if (one.length === 0 || one.length !== other.length) return 0;
  return one.filter((value, at) => value === other[at]).length / one.length;
}

// FNV-1a as a signed 32-bit integer, as databases store it.
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}

// One hash function for each row: the finalizer of MurmurHash3 over the hash and the row.
function mix(hash: number, row: number): number {
  let mixed = hash ^ Math.imul(row + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) | 0;
}
