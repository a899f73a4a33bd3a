/**
 * Character 4-grams of a folded word with its edges marked, as 24-bit codes: six bits a character, exact for letters and
 * digits; other scripts share the remaining codes, where a clash costs a little precision and nothing else.
 */
export function gramsOf(word: string): number[] {
  const codes = [0, ...Array.from(word, codeOf), 0];
  if (codes.length < 4) return [];
  const grams = new Set<number>();
  for (let at = 0; at + 3 < codes.length; at++) {
    grams.add(
      ((codes[at] ?? 0) << 18) | ((codes[at + 1] ?? 0) << 12) | ((codes[at + 2] ?? 0) << 6) | (codes[at + 3] ?? 0),
    );
  }
  return [...grams];
}

function codeOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 97 && code <= 122) return code - 96;
  if (code >= 48 && code <= 57) return code - 21;
  return 37 + (code % 27);
}
