const prefixLength = 8;

/**
 * The keys under which a word meets its misspellings (symmetric deletes, W. Garbe, SymSpell): the word and the word less up
 * to `edits` letters, over its first eight letters. Two words within `edits` of each other share a key.
 */
export function deleteKeysOf(word: string, edits: number): Set<number> {
  let variants = new Set([word.slice(0, prefixLength)]);
  const keys = new Set([...variants].map(hashOf));
  for (let deleted = 0; deleted < edits; deleted++) {
    variants = new Set([...variants].flatMap(oneShorter));
    for (const variant of variants) keys.add(hashOf(variant));
  }
  return keys;
}

function oneShorter(word: string): string[] {
  return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

// FNV-1a cut to 30 bits, a small integer to V8; a clash only adds a candidate that the distance then refuses.
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash & 0x3fffffff;
}
