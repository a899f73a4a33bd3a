const prefixLength = 8;
const keyBits = 18;

/**
 * The keys under which a word meets its misspellings (symmetric deletes, W. Garbe, SymSpell): the word and the word less up
 * to `edits` letters, of which two at most, over its first eight letters. Two words within `edits` of each other share a key.
 */
export function deleteKeysOf(word: string, edits: number): Set<number> {
  const length = Math.min(word.length, prefixLength);
  const keys = new Set([keyWithout(word, length, length)]);
  if (edits === 0) return keys;
  for (let one = 0; one < length; one++) {
    keys.add(keyWithout(word, one, length));
    for (let other = one + 1; edits > 1 && other < length; other++) keys.add(keyWithout(word, one, other));
  }
  return keys;
}

// FNV-1a folded to 18 bits, the place of a list; a clash only adds a candidate that the distance then refuses. Of the letters
// where they stand: a whole vocabulary is entered while a question waits, and strings for keys would take most of that.
function keyWithout(word: string, one: number, other: number): number {
  const length = Math.min(word.length, prefixLength);
  let hash = 0x811c9dc5;
  for (let at = 0; at < length; at++) {
    if (at !== one && at !== other) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  }
  return (hash ^ (hash >>> keyBits)) & (2 ** keyBits - 1);
}
